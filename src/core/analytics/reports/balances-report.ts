import { computeCashPosition } from '../figures/cashflow.ts'
import { Type, type Static } from 'typebox'
import { dateOfDay } from '../../values/dates.ts'
import { computeMean, roundNumber } from '../arithmetic.ts'
import { computeBalanceFigures, type BalanceFigures } from '../figures/balance-figures.ts'
import { coveredDays } from '../figures/quality.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { BALANCE_SOURCES } from '../ledger/day-balances.ts'
import { firstRowOn } from '../ledger/tally.ts'
import { toAmount } from '../metric.ts'
import { DAYS } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Nullable, Shape, Text } from '../schemas.ts'
import type { Scope } from '../window.ts'
import { createPaging, PAGING_ON_REQUEST } from './paging.ts'
import { cutPeriods } from './periods.ts'

const Day = Shape({
  date: Type.String(),
  balance: Figure,
  opening: Figure,
  closing: Figure,
  min_intraday: Figure,
  inflow: Type.Number(),
  outflow: Type.Number(),
  is_business_day: Type.Boolean(),
  is_negative: Type.Boolean(),
  is_low: Type.Boolean(),
  source: Text,
  is_partial: Type.Boolean(),
  by_account: Type.Record(Type.String(), Figure),
})

/** Null where no balance is known. */
const Days = Nullable(Type.Integer())

const MonthRow = Shape({
  month: Type.String(),
  average: Figure,
  weekday_average: Figure,
  min: Figure,
  max: Figure,
  ending: Figure,
  negative_days: Days,
  low_days: Days,
})

const Summary = Shape({
  average_daily_balance: Figure,
  average_weekday_balance: Figure,
  average_of_months: Figure,
  min: Figure,
  max: Figure,
  negative_days: Days,
  negative_business_days: Days,
  intraday_negative_days: Days,
  low_balance_days: Days,
  longest_negative_run: Days,
  trend: Figure,
})

const schema = reportSchema({
  accounts: Type.Array(Shape({ account_id: Type.String(), name: Type.String(), last4: Text })),
  daily: Type.Array(Day),
  /** Of the days, where there are more than the limit. */
  next_cursor: Text,
  monthly: Type.Array(MonthRow),
  summary: Summary,
})

const PAGES = createPaging('balances', Infinity)

/** End-of-day balances by day and month (formulas section 4). */
export const balances: Report = {
  name: 'balances',
  title: 'Balances',
  description: 'End-of-day balances by day, account and month, with their sources.',
  defaultWindow: 'all',
  query: Type.Object(
    {
      granularity: Type.Optional(Type.Enum(['day', 'month'], { default: 'day' })),
      basis: Type.Optional(Type.Enum(['calendar', 'business'], { default: 'calendar' })),
      ...PAGING_ON_REQUEST,
      consolidated: Type.Optional(
        Type.Boolean({ description: 'All accounts together: by_account is empty.' }),
      ),
    },
    { additionalProperties: false },
  ),
  schema,
  check: PAGES.check,
  compute: computeBalances,
}

function computeBalances(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? windowNamed(ledger, 'all')
  const { blocks, weakens } = judge(ledger, window, DAYS)
  const isKnown = blocks.length === 0
  const isDaily = request.options['granularity'] !== 'month'
  const isBusiness = request.options['basis'] === 'business'
  const found = isKnown && isDaily ? daysOfReport(ledger, window) : []
  const isConsolidated = request.options['consolidated'] === true
  const days = isConsolidated ? found.map((day) => ({ ...day, by_account: {} })) : found
  const wanted = isBusiness ? days.filter(({ is_business_day }) => is_business_day) : days
  const page = PAGES.slice(wanted, request.options)
  const months = isKnown ? cutPeriods(window, 'month') : []
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    accounts: ledger.accounts.map(({ account: { id, name, last4 } }) => ({
      account_id: id,
      name,
      last4,
    })),
    daily: page.items,
    next_cursor: page.nextCursor,
    monthly: months
      .filter((month) => coveredDays(ledger, month) > 0)
      .map((month) => monthRow(ledger, month)),
    summary: buildSummary(ledger, window),
  }
}

/** Days on which no account is covered are absent, not zero (formulas B3). */
function daysOfReport(ledger: Ledger, window: Scope): Static<typeof Day>[] {
  const flows = dailyFlows(ledger, window)
  const days: Static<typeof Day>[] = []
  const last = Math.min(window.endDay, ledger.lastDay)
  for (let day = Math.max(window.startDay, ledger.firstDay); day <= last; day += 1) {
    if (ledger.days.coveredAccounts[day - ledger.firstDay]! > 0) {
      days.push(buildDay(ledger, day, flows.get(day) ?? { inflow: 0, outflow: 0 }))
    }
  }
  return days
}

interface Flow {
  inflow: number
  outflow: number
}

function buildDay(ledger: Ledger, day: number, flow: Flow): Static<typeof Day> {
  const { days, currency } = ledger
  const index = day - days.firstDay
  const closing = known(days.closing[index]!)
  const amount = (cents: number | null): number | null => toAmount(cents, currency)
  return {
    date: dateOfDay(day),
    balance: amount(closing),
    opening: amount(known(days.opening[index]!)),
    closing: amount(closing),
    min_intraday: amount(known(days.lowIntraday[index]!)),
    inflow: amount(flow.inflow)!,
    outflow: amount(flow.outflow)!,
    is_business_day: days.isBusinessDay[index] === 1,
    is_negative: days.anyNegative[index] === 1,
    is_low: closing !== null && closing < ledger.settings.lowBalanceThreshold,
    source: pickSource(ledger, day),
    is_partial: days.isPartial[index] === 1,
    by_account: Object.fromEntries(
      ledger.accounts.map(({ account, balances: own }) => [
        account.id,
        amount(known(own.closing[day - own.firstDay] ?? NaN)),
      ]),
    ),
  }
}

/** Of several accounts, computed goes before printed, and printed before carried. */
function pickSource(ledger: Ledger, day: number): string | null {
  const sources = ledger.accounts.map(
    ({ balances: own }) => BALANCE_SOURCES[own.source[day - own.firstDay] ?? 0],
  )
  return (
    (['computed', 'printed', 'carried'] as const).find((name) => sources.includes(name)) ?? null
  )
}

function dailyFlows(ledger: Ledger, window: Scope): Map<number, Flow> {
  const { columns } = ledger
  const flows = new Map<number, Flow>()
  const end = firstRowOn(columns, window.endDay + 1)
  for (let row = firstRowOn(columns, window.startDay); row < end; row += 1) {
    const day = columns.day[row]!
    const flow = flows.get(day) ?? { inflow: 0, outflow: 0 }
    flows.set(day, flow)
    flow.inflow += Math.max(0, columns.amount[row]!)
    flow.outflow += Math.max(0, -columns.amount[row]!)
  }
  return flows
}

function monthRow(ledger: Ledger, month: Scope): Static<typeof MonthRow> {
  const figures = computeBalanceFigures(ledger, month)
  const amount = (key: keyof BalanceFigures): number | null =>
    toAmount(figures[key], ledger.currency)
  return {
    month: dateOfDay(month.startDay).slice(0, 7),
    average: amount('average'),
    weekday_average: amount('weekdayAverage'),
    min: amount('minimum'),
    max: amount('maximum'),
    ending: toAmount(computeCashPosition(ledger, month).closing, ledger.currency),
    negative_days: figures.negativeDays,
    low_days: figures.lowDays,
  }
}

function buildSummary(ledger: Ledger, window: Scope): Static<typeof Summary> {
  const figures = computeBalanceFigures(ledger, window)
  const amount = (cents: number | null): number | null => toAmount(cents, ledger.currency)
  const months = cutPeriods(window, 'month').map(
    (month) => computeBalanceFigures(ledger, month).average,
  )
  const mean = computeMean(months.filter((average) => average !== null))
  return {
    average_daily_balance: amount(figures.average),
    average_weekday_balance: amount(figures.weekdayAverage),
    average_of_months: amount(mean),
    min: amount(figures.minimum),
    max: amount(figures.maximum),
    negative_days: figures.negativeDays,
    negative_business_days: figures.negativeBusinessDays,
    intraday_negative_days: figures.intradayNegativeDays,
    low_balance_days: figures.lowDays,
    longest_negative_run: figures.longestNegativeRun,
    trend: roundNumber(figures.trend, 4),
  }
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
