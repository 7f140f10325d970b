import { formatPercent, formatCents } from '../../values/paper/figure-text.ts'
import { getExponent } from '../../values/money.ts'
import { computeDeviation, computeMean } from '../arithmetic.ts'
import { depositMix, selectByKind, type DepositChannel } from '../figures/deposit-figures.ts'
import { fullMonths } from '../figures/monthly.ts'
import { forEachRevenueRow, computeRevenue } from '../figures/revenue-figures.ts'
import type { Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import type { Label } from '../ledger/rows/row.ts'
import { markLabels, selectByLabel, selectRows, getPrimarySlug } from '../ledger/rows/select.ts'
import { money } from '../metric/outcomes.ts'
import { computeBenford } from '../figures/benford.ts'
import type { Scope } from '../window.ts'
import { scoreOver, type Detector, type Finding } from './anomaly.ts'

const LARGE_SHARE_HIGH = 0.3
const ROUND_UNIT = 1_000_00
const ROUND_COUNT_MIN = 5
/** Cash just below the reporting limit: two in ten days; and a run of three days over it. */
const STRUCTURING = { low: 8_000_00, runLow: 3_000_00, limit: 10_000_00, days: 10, count: 2 }
const RUN_DAYS = 3
const SAME_CENTS_COUNT = 20

/** Anomalies of deposits. */
export const DEPOSIT_DETECTORS: readonly Detector[] = [
  {
    kind: 'large_deposit',
    title: 'Unusually large deposit',
    threshold: { default: 1_000, meaning: 'minimum amount, in major units' },
    detect: largeDeposits,
  },
  {
    kind: 'round_number_deposits',
    title: 'Round-number deposits',
    threshold: { default: 0.25, meaning: 'share of deposits that are multiples of 1,000' },
    detect: roundDeposits,
  },
  { kind: 'structuring', title: 'Possible structuring of cash deposits', detect: structuring },
  {
    kind: 'deposit_mix_shift',
    title: 'Change in deposit channels',
    threshold: {
      default: 0.25,
      meaning: 'change in the share of a channel from one month to the next',
    },
    detect: mixShift,
  },
  {
    kind: 'weekend_settlement',
    title: 'ACH posted on a non-business day',
    threshold: { default: 3, meaning: 'ACH or wire transactions on non-business days' },
    detect: weekends,
  },
  {
    kind: 'benford_deviation',
    title: 'Amounts deviate from Benford’s law',
    threshold: { default: 0.015, meaning: 'mean absolute deviation of the leading digits' },
    detect: benford,
  },
  {
    kind: 'repeated_cents',
    title: 'Deposits with repeated cents',
    threshold: { default: 0.3, meaning: 'share of deposits with the same cents' },
    detect: repeatedCents,
  },
]

/** D5: above twice the mean and above mean + 3 standard deviations of its account. */
function largeDeposits(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { revenue, account } = ledger.columns
  const least = threshold * 10 ** getExponent(ledger.currency)
  const rows: number[] = []
  forEachRevenueRow(ledger, scope, (row) => rows.push(row))
  return [...Map.groupBy(rows, (row) => account[row]!)].flatMap(([, own]) => {
    const amounts = own.map((row) => revenue[row]!)
    const mean = computeMean(amounts)!
    const limit = Math.max(2 * mean, mean + 3 * computeDeviation(amounts)!, least)
    return own
      .filter((row) => revenue[row]! > limit)
      .map((row) => largeDeposit(ledger, row, { mean, limit }))
  })
}

function largeDeposit(
  ledger: Ledger,
  row: number,
  { mean, limit }: { mean: number; limit: number },
): Finding {
  const amount = ledger.columns.revenue[row]!
  const day = ledger.columns.day[row]!
  const month = ledger.months.find(({ startDay, endDay }) => startDay <= day && day <= endDay)
  const share = month ? amount / computeRevenue(ledger, month).grossRevenue : 0
  const times = (amount / mean).toFixed(1)
  return {
    severity: share >= LARGE_SHARE_HIGH ? 'high' : 'medium',
    score: scoreOver(amount, limit),
    explanation: `${times}× the mean revenue deposit and ${formatPercent(share)} of the month’s revenue.`,
    rows: [row],
    amount: money(amount),
    expected: money(mean),
    threshold: money(limit),
  }
}

function roundDeposits(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const deposits = selectByKind(ledger, scope, KIND.countedDeposit)
  const rows = deposits.filter((row) => ledger.columns.amount[row]! % ROUND_UNIT === 0)
  const share = rows.length / deposits.length
  if (deposits.length < ROUND_COUNT_MIN || share < threshold) return []
  return [
    {
      severity: 'medium',
      score: scoreOver(share, threshold),
      explanation: `${rows.length} of ${deposits.length} deposits are multiples of ${formatCents(ROUND_UNIT, ledger.currency)}.`,
      rows,
      amount: share,
      threshold,
    },
  ]
}

function structuring(ledger: Ledger, scope: Scope): Finding[] {
  const { amount, day } = ledger.columns
  const isCash = (label: Label): boolean => getPrimarySlug(label) === 'revenue.cash_deposit'
  const cash = selectByLabel(ledger, scope, isCash).filter(
    (row) => amount[row]! < STRUCTURING.limit,
  )
  const near = cash.filter((row) => amount[row]! >= STRUCTURING.low)
  const isClose = (row: number, other: number | undefined): boolean =>
    other !== undefined && Math.abs(day[other]! - day[row]!) < STRUCTURING.days
  // They come by day, so the nearest one is a neighbor.
  const pairs = near.filter((row, at) => isClose(row, near[at - 1]) || isClose(row, near[at + 1]))
  const run = longestRun(
    ledger,
    cash.filter((row) => amount[row]! >= STRUCTURING.runLow),
  )
  const rows = pairs.length >= STRUCTURING.count ? pairs : run
  if (rows.length === 0) return []
  const sum = rows.reduce((total, row) => total + amount[row]!, 0)
  return [
    {
      severity: 'high',
      score: scoreOver(sum, STRUCTURING.limit),
      explanation: `${rows.length} cash deposits below the ${formatCents(STRUCTURING.limit, ledger.currency)} reporting threshold within days of each other.`,
      rows,
      amount: money(sum),
      threshold: money(STRUCTURING.limit),
    },
  ]
}

/** Rows of three consecutive days that together pass the limit; none when there are none. */
function longestRun(ledger: Ledger, rows: readonly number[]): number[] {
  const byDay = Map.groupBy(rows, (row) => ledger.columns.day[row]!)
  for (const [start] of byDay) {
    const days = Array.from({ length: RUN_DAYS }, (_, offset) => byDay.get(start + offset) ?? [])
    const run = days.flat()
    const sum = run.reduce((total, row) => total + ledger.columns.amount[row]!, 0)
    if (days.every((own) => own.length > 0) && sum > STRUCTURING.limit) return run
  }
  return []
}

/** D10: the share of a channel moved by more than a quarter from one full month to the next. */
function mixShift(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const months = fullMonths(ledger, scope).map((month) => ({
    month,
    shares: computeChannelShares(ledger, month),
  }))
  return months.slice(1).flatMap(({ month, shares }, index) => {
    const before = months[index]!.shares
    if (before === null || shares === null) return []
    const shifts = [...shares].map(([channel, share]) => ({
      channel,
      shift: share - before.get(channel)!,
    }))
    const widest = shifts.toSorted((a, b) => Math.abs(b.shift) - Math.abs(a.shift))[0]!
    if (Math.abs(widest.shift) <= threshold) return []
    const verb = widest.shift > 0 ? 'rose' : 'fell'
    const points = (Math.abs(widest.shift) * 100).toFixed(1)
    return [
      {
        severity: 'medium' as const,
        score: scoreOver(Math.abs(widest.shift), threshold),
        explanation: `The share of ${formatChannel(widest.channel)} deposits ${verb} by ${points} percentage points in ${month.month}.`,
        rows: [],
        day: month.endDay,
        amount: Math.abs(widest.shift),
        threshold,
      },
    ]
  })
}

function formatChannel(channel: DepositChannel): string {
  return channel === 'ach' || channel === 'p2p' ? channel.toUpperCase() : channel
}

function computeChannelShares(ledger: Ledger, scope: Scope): Map<DepositChannel, number> | null {
  const mix = Object.entries(depositMix(ledger, scope)) as [DepositChannel, { amount: number }][]
  const total = mix.reduce((sum, [, { amount }]) => sum + amount, 0)
  return total === 0 ? null : new Map(mix.map(([name, { amount }]) => [name, amount / total]))
}

/** Weekday settlement networks do not post on days off, so several such rows hint at an edit. */
function weekends(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { label, day } = ledger.columns
  const { firstDay, isBusinessDay } = ledger.days
  const isSettled = markLabels(ledger, ({ channel }) => channel === 'ach' || channel === 'wire')
  const isOff = (row: number): boolean => isBusinessDay[day[row]! - firstDay] === 0
  const rows = selectRows(ledger, scope, (row) => isSettled[label[row]!] === 1 && isOff(row))
  if (rows.length < threshold) return []
  return [
    {
      severity: 'high',
      score: scoreOver(rows.length, threshold),
      explanation: `${rows.length} ACH or wire transactions posted on weekends or bank holidays.`,
      rows,
      amount: rows.length,
      threshold,
    },
  ]
}

function benford(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const { n, mad } = computeBenford(ledger, scope)
  if (mad === null || mad <= threshold) return []
  return [
    {
      severity: 'low',
      score: scoreOver(mad, threshold),
      explanation: `The leading digits of ${n} amounts deviate from Benford’s law. This is an indication, not proof.`,
      rows: [],
      amount: mad,
      threshold,
    },
  ]
}

/** Whole amounts are the business of `round_number_deposits`. */
function repeatedCents(ledger: Ledger, scope: Scope, threshold: number): Finding[] {
  const isRecurring = markLabels(ledger, (label) => label.isRecurring)
  const deposits = selectByKind(ledger, scope, KIND.countedDeposit).filter(
    (row) => isRecurring[ledger.columns.label[row]!] === 0,
  )
  if (deposits.length < SAME_CENTS_COUNT) return []
  const groups = Map.groupBy(deposits, (row) => ledger.columns.amount[row]! % 100)
  return [...groups].flatMap(([cents, rows]) => {
    const share = rows.length / deposits.length
    if (cents === 0 || share < threshold) return []
    const ending = String(cents).padStart(2, '0')
    return [
      {
        severity: 'low' as const,
        score: scoreOver(share, threshold),
        explanation: `${rows.length} of ${deposits.length} deposits end in .${ending}.`,
        rows,
        amount: share,
        threshold,
      },
    ]
  })
}
