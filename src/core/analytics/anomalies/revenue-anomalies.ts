import { isBusinessDay } from '../../values/days/business-days.ts'
import { dateOfDay } from '../../values/dates.ts'
import { formatPercent, formatMultiple } from '../../values/paper/figure-text.ts'
import { computeMedian } from '../arithmetic.ts'
import { coveredDays } from '../figures/quality.ts'
import { selectByKind } from '../figures/deposit-figures.ts'
import { fullMonths } from '../figures/monthly.ts'
import {
  getConcentration,
  forEachRevenueRow,
  revenueDays,
  computeTrueRevenue,
} from '../figures/revenue-figures.ts'
import { listStreams } from '../figures/streams.ts'
import { findPartyName } from '../figures/parties.ts'
import type { Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { labelAt, selectRows, getPrimarySlug } from '../ledger/rows/select.ts'
import { money } from '../metric/outcomes.ts'
import { countDays, type Scope } from '../window.ts'
import { scoreOver, scoreUnder, type Detector, type Finding } from './anomaly.ts'

const DROP = { high: 0.4, months: 3 }
const DRESSING = { share: 0.5, days: 30, before: 60 }
const DRESSING_SLUGS = [
  'transfers.wire',
  'transfers.p2p',
  'revenue.p2p_business',
  'revenue.wire_customer',
]
const ROUND_UNIT = 1_000_00
const DORMANT = { pace: 3, watchDays: 30 }

/** Anomalies of revenue and of recurring payments over time. */
export const REVENUE_DETECTORS: readonly Detector[] = [
  {
    kind: 'revenue_spike',
    title: 'Revenue spike',
    threshold: { default: 1.75, meaning: 'multiple of the median of the other months' },
    detect: spikes,
  },
  {
    kind: 'revenue_drop',
    title: 'Revenue drop',
    threshold: { default: 0.6, meaning: 'share of the median of the three preceding months' },
    detect: drops,
  },
  {
    kind: 'last_month_window_dressing',
    title: 'Possible window dressing',
    threshold: {
      default: 0.4,
      meaning: 'growth of the last 30 days over the pace of the 60 days before',
    },
    detect: dressing,
  },
  {
    kind: 'customer_concentration',
    title: 'Customer concentration',
    threshold: { default: 0.4, meaning: 'share of revenue from one payer' },
    detect: concentration,
  },
  {
    kind: 'dormant_then_active',
    title: 'Dormant account reactivated',
    threshold: { default: 20, meaning: 'consecutive covered business days without a transaction' },
    detect: awakening,
  },
  {
    kind: 'inactive_period',
    title: 'Period without revenue',
    threshold: { default: 10, meaning: 'consecutive covered business days without revenue' },
    detect: inactive,
  },
  { kind: 'payroll_stopped', title: 'Payroll stopped', detect: payrollStopped },
  { kind: 'rent_missed', title: 'Missed rent', detect: rentMissed },
]

interface MonthRevenue {
  month: string
  endDay: number
  revenue: number
}

function listMonthRevenue(ledger: Ledger, scope: Scope): MonthRevenue[] {
  return fullMonths(ledger, scope).map((each) => ({
    month: each.month,
    endDay: each.endDay,
    revenue: computeTrueRevenue(ledger, { ...each, account: scope.account ?? null }),
  }))
}

function spikes(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const months = listMonthRevenue(ledger, scope)
  if (months.length < 3) return []
  return months.flatMap(({ month, endDay, revenue }) => {
    const others = months.filter((each) => each.month !== month).map((each) => each.revenue)
    const median = computeMedian(others)!
    if (median <= 0 || revenue <= threshold * median) return []
    return [
      {
        severity: 'medium' as const,
        score: scoreOver(revenue, threshold * median),
        explanation: `True revenue of ${month} was ${formatMultiple(revenue / median)} the median of the other months.`,
        rows: [],
        day: endDay,
        amount: money(revenue),
        expected: money(median),
        threshold: money(threshold * median),
      },
    ]
  })
}

function drops(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const months = listMonthRevenue(ledger, scope)
  return months.slice(DROP.months).flatMap(({ month, endDay, revenue }, index) => {
    const before = months.slice(index, index + DROP.months).map((each) => each.revenue)
    const median = computeMedian(before)!
    if (median <= 0 || revenue >= threshold * median) return []
    return [
      {
        severity: revenue < DROP.high * median ? ('high' as const) : ('medium' as const),
        score: scoreUnder(revenue, threshold * median),
        explanation: `True revenue of ${month} was ${formatPercent(revenue / median)} of the median of the three preceding months.`,
        rows: [],
        day: endDay,
        amount: money(revenue),
        expected: money(median),
        threshold: money(threshold * median),
      },
    ]
  })
}

/** The last 30 days grew by 40 % over the pace of the 60 before, half of it from doubtful rows. */
function dressing(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const last = { ...scope, startDay: scope.endDay - DRESSING.days + 1 }
  const before = { ...scope, startDay: last.startDay - DRESSING.before, endDay: last.startDay - 1 }
  if (coveredDays(ledger, before) < DRESSING.before / 2) return []
  const pace = (computeTrueRevenue(ledger, before) / coveredDays(ledger, before)) * DRESSING.days
  const revenue = computeTrueRevenue(ledger, last)
  const growth = revenue - pace
  if (pace <= 0 || growth < threshold * pace) return []
  const rows = revenueRows(ledger, last).filter((row) => isDoubtful(ledger, row))
  const doubtful = rows.reduce((sum, row) => sum + ledger.columns.revenue[row]!, 0)
  if (doubtful < DRESSING.share * growth) return []
  const [rise, share] = [growth / pace, Math.min(1, doubtful / growth)].map(formatPercent)
  return [
    {
      severity: 'high',
      score: scoreOver(growth, threshold * pace),
      explanation: `Revenue of the last 30 days grew by ${rise}, ${share} of the growth from wires, P2P and round deposits.`,
      rows,
      amount: money(revenue),
      expected: money(pace),
      threshold: money((1 + threshold) * pace),
    },
  ]
}

function isDoubtful(ledger: Ledger, row: number): boolean {
  const slug = getPrimarySlug(labelAt(ledger, row))
  return DRESSING_SLUGS.includes(slug) || ledger.columns.amount[row]! % ROUND_UNIT === 0
}

function revenueRows(ledger: Ledger, scope: Scope): number[] {
  const rows: number[] = []
  forEachRevenueRow(ledger, scope, (row) => rows.push(row))
  return rows
}

/** A processor passes on what many pay, so it is no payer. */
function concentration(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const top = getConcentration(ledger, scope).sources.find(({ isProcessor }) => !isProcessor)
  if (top === undefined || top.share < threshold) return []
  return [
    {
      severity: 'medium',
      score: scoreOver(top.share, threshold),
      explanation: `${top.name} accounts for ${formatPercent(top.share)} of revenue.`,
      rows: revenueRows(ledger, scope).filter((row) => findPartyName(ledger, row) === top.name),
      amount: money(top.amount),
      threshold,
    },
  ]
}

/** Twenty covered business days without a row, then deposits at three times the earlier pace. */
function awakening(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const days = daysWithRows(ledger, scope)
  return days.slice(1).flatMap((day, index) => {
    const silence = { ...scope, startDay: days[index]! + 1, endDay: day - 1 }
    if (!isCoveredSilence(ledger, silence, threshold)) return []
    const before = { ...scope, endDay: days[index]! }
    const after = {
      ...scope,
      startDay: day,
      endDay: Math.min(scope.endDay, day + DORMANT.watchDays - 1),
    }
    const rows = selectByKind(ledger, after, KIND.countedDeposit)
    const [pace, later] = [perDay(ledger, before), perDay(ledger, after)]
    if (pace <= 0 || later < DORMANT.pace * pace) return []
    const [from, to] = [dateOfDay(silence.startDay), dateOfDay(silence.endDay)]
    const times = (later / pace).toFixed(1)
    return [
      {
        severity: 'high' as const,
        score: scoreOver(later, DORMANT.pace * pace),
        explanation: `No transactions from ${from} to ${to}, then deposits at ${times}× the earlier pace.`,
        rows,
        day,
        amount: money(later),
        expected: money(pace),
        threshold: money(DORMANT.pace * pace),
      },
    ]
  })
}

/** Days with a row, ascending. */
function daysWithRows(ledger: Ledger, scope: Scope): number[] {
  const { day } = ledger.columns
  let last = NaN
  return selectRows(ledger, scope, (row) => {
    const isNew = day[row] !== last
    last = day[row]!
    return isNew
  }).map((row) => day[row]!)
}

function isCoveredSilence(ledger: Ledger, scope: Scope, least: number): boolean {
  if (countDays(scope) < least || coveredDays(ledger, scope) < countDays(scope)) return false
  let count = 0
  for (let day = scope.startDay; day <= scope.endDay; day += 1) {
    if (isBusinessDay(dateOfDay(day))) count += 1
  }
  return count >= least
}

function perDay(ledger: Ledger, scope: Scope): number {
  const rows = selectByKind(ledger, scope, KIND.countedDeposit)
  const sum = rows.reduce((total, row) => total + ledger.columns.amount[row]!, 0)
  return sum / Math.max(1, countDays(scope))
}

function inactive(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { days, gapDays } = revenueDays(ledger, scope)
  if (days === 0 || gapDays < threshold) return []
  return [
    {
      severity: 'medium',
      score: scoreOver(gapDays, threshold),
      explanation: `${gapDays} consecutive covered business days without revenue.`,
      rows: [],
      amount: gapDays,
      threshold,
    },
  ]
}

/** The stream ended while revenue came in after its last payment. */
function payrollStopped(ledger: Ledger, scope: Scope): Finding[] {
  const ended = listStreams(ledger).filter(
    ({ stream, isCut }) => stream.streamType === 'payroll' && stream.status === 'ended' && !isCut,
  )
  return ended.flatMap(({ rows, stream }) => {
    const last = ledger.columns.day[rows.at(-1)!]!
    const isInside = last >= scope.startDay && last <= scope.endDay
    const after = { ...scope, startDay: last + DORMANT.watchDays }
    if (!isInside || computeTrueRevenue(ledger, after) <= 0) return []
    return [
      {
        severity: 'medium' as const,
        score: stream.confidence,
        explanation: `The last of ${rows.length} payroll payments was on ${stream.lastDate}, while revenue continued.`,
        rows,
        day: last,
        amount: money(stream.expectedAmount),
      },
    ]
  })
}

function rentMissed(ledger: Ledger, scope: Scope): Finding[] {
  const rents = listStreams(ledger).filter(({ stream }) => stream.streamType === 'rent')
  return rents.flatMap(({ stream, rows, dates }) => {
    const missed = stream.missedDates.filter((date) => date <= dates.at(-1)!)
    if (missed.length === 0 || ledger.columns.day[rows.at(-1)!]! < scope.startDay) return []
    return [
      {
        severity: 'low' as const,
        score: Math.min(1, missed.length / 3),
        explanation: `No rent payment when due: ${missed.join(', ')}.`,
        rows,
        amount: missed.length,
      },
    ]
  })
}
