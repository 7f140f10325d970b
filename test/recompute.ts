import { toMonth, toWeekday, type PlainDate } from '../src/core/values/dates.ts'
import { isBusinessDay } from '../src/core/values/days/business-days.ts'
import {
  computeDeviation,
  computeMean,
  computeMedian,
  theilSenSlope,
} from '../src/core/analytics/arithmetic.ts'
import type { Method, Side } from '../src/core/analytics/metric/parts.ts'
import type { BasisRow, ResolvedBasis } from '../src/core/analytics/metric/resolved.ts'

/** What some methods need beside rows and days. */
export interface Limits {
  /** Of a monthly sum (`months_below`). */
  target?: number
  /** Below which a balance is low (`low_days`), in major units. */
  lowBalance?: number
}

type Value = number | string | boolean | null

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * The value that follows from rows and days by the sentence of a method (`METHODS`), as a person
 * would recompute it. Null where there is nothing to compute from.
 */
export function recompute(basis: ResolvedBasis, limits: Limits = {}): Value {
  const { method, rows, days } = basis
  const balances = sumByDate(days.map(({ date, balance }) => [date, balance]))
  const known = keepWhole(balances, days)
  return ofRows(basis, limits) ?? ofDays(method, { rows, days, known, limits }) ?? null
}

function ofRows(basis: ResolvedBasis, { target = 0 }: Limits): Value | undefined {
  const { method, rows } = basis
  const months = sumByMonth(basis)
  switch (method) {
    case 'sum':
      return weigh(rows)
    case 'count':
      return total(rows.map(({ factor }) => factor))
    case 'mean':
      return computeMean(rows.map(getAmount))
    case 'median':
      return computeMedian(rows.map(getAmount))
    case 'any':
      return rows.length > 0
    case 'distinct_days':
      return new Set(rows.map(({ date }) => date)).size
    case 'distinct_parties':
      return new Set(rows.map(({ party }) => party)).size
    case 'last_date':
      return (
        rows
          .map(({ date }) => date!)
          .toSorted()
          .at(-1) ?? null
      )
    case 'ratio':
      return divide(weigh(rows, 'numerator'), weigh(rows, 'denominator'))
    case 'absolute_ratio':
      return divide(Math.abs(weigh(rows, 'numerator')), Math.abs(weigh(rows, 'denominator')))
    case 'count_ratio':
      return divide(countSide(rows, 'numerator'), countSide(rows, 'denominator'))
    case 'growth':
      return divide(weigh(rows, 'numerator'), weigh(rows, 'denominator'), 1)
    case 'share_squares':
      return sumSquares(rows)
    case 'theil_sen':
      return divide(theilSenSlope(months) ?? 0, computeMedian(months) ?? 0)
    case 'variation':
      return divide(computeDeviation(months) ?? 0, computeMean(months) ?? 0)
    case 'months_below':
      return months.filter((sum) => sum < target).length
    default:
      return undefined
  }
}

interface DayFacts extends Pick<ResolvedBasis, 'rows' | 'days'> {
  /** Consolidated balances of the dates that every account knows. */
  known: ReadonlyMap<PlainDate, number>
  limits: Limits
}

function ofDays(method: Method, { rows, days, known, limits }: DayFacts): Value | undefined {
  const closings = [...known.values()]
  const below = [...new Set(days.filter(({ balance }) => balance < 0).map(({ date }) => date))]
  const accounts = [...Map.groupBy(days, (day) => day.account_id).values()]
  const opening = (): number => total(accounts.map((own) => own[0]!.opening))
  const closing = (): number => total(accounts.map((own) => own.at(-1)!.balance))
  switch (method) {
    case 'opening_day':
      return opening()
    case 'closing_day':
      return closing()
    case 'mean_of_days':
      return computeMean(closings)
    case 'mean_of_business_days':
      return computeMean([...known].filter(([date]) => isBusinessDay(date)).map(([, each]) => each))
    case 'lowest_day':
      return Math.min(...closings)
    case 'highest_day':
      return Math.max(...closings)
    case 'change':
      return closing() - opening()
    case 'negative_days':
      return below.length
    case 'low_days':
      return closings.filter((balance) => balance < (limits.lowBalance ?? 0)).length
    case 'negative_run':
      return longestRun(below)
    case 'worst_month':
      return Math.max(0, ...[...Map.groupBy(below, toMonth).values()].map((own) => own.length))
    case 'lowest_month':
      return lowestMonth(days, known)
    case 'day_trend':
      return computeTrend(closings)
    case 'day_volatility':
      return divide(computeDeviation(closings)!, Math.max(1, Math.abs(computeMean(closings)!)))
    case 'best_weekday':
      return pickWeekday(known, 1)
    case 'worst_weekday':
      return pickWeekday(known, -1)
    case 'days_to_rows':
      return divide(computeMean(closings)!, weigh(rows))
    default:
      return undefined
  }
}

function getAmount({ amount }: BasisRow): number {
  return amount
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function weigh(rows: readonly BasisRow[], side?: Side): number {
  const own = side === undefined ? rows : rows.filter((row) => row.side === side)
  return total(own.map((row) => getAmount(row) * row.factor))
}

function countSide(rows: readonly BasisRow[], side: Side): number {
  return total(rows.filter((row) => row.side === side).map(({ factor }) => factor))
}

function divide(numerator: number, denominator: number, less = 0): number | null {
  return denominator === 0 ? null : numerator / denominator - less
}

function sumByMonth({ months, rows }: ResolvedBasis): number[] {
  return months.map((month) => weigh(rows.filter((row) => row.month === month)))
}

function sumSquares(rows: readonly BasisRow[]): number | null {
  const whole = weigh(rows)
  const parties = [...Map.groupBy(rows, ({ party }) => party).values()]
  return whole === 0 ? null : total(parties.map((own) => (weigh(own) / whole) ** 2))
}

function sumByDate(values: readonly (readonly [PlainDate, number])[]): Map<PlainDate, number> {
  const sums = new Map<PlainDate, number>()
  for (const [date, value] of values) sums.set(date, (sums.get(date) ?? 0) + value)
  return new Map([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The dates on which every account has a balance. */
function keepWhole(
  balances: ReadonlyMap<PlainDate, number>,
  days: ResolvedBasis['days'],
): Map<PlainDate, number> {
  const accounts = new Set(days.map(({ account_id }) => account_id)).size
  const counts = sumByDate(days.map(({ date }) => [date, 1]))
  return new Map([...balances].filter(([date]) => counts.get(date) === accounts))
}

function longestRun(dates: readonly PlainDate[]): number {
  let [longest, run, last] = [0, 0, Number.NaN]
  for (const date of dates.toSorted()) {
    const day = Date.parse(date) / 86_400_000
    run = day === last + 1 ? run + 1 : 1
    longest = Math.max(longest, run)
    last = day
  }
  return longest
}

function lowestMonth(days: ResolvedBasis['days'], known: ReadonlyMap<PlainDate, number>): Value {
  const full = new Set(days.filter(({ month }) => month !== null).map(({ date }) => date))
  const own = [...known].filter(([date]) => full.has(date))
  const means = [...Map.groupBy(own, ([date]) => toMonth(date)).values()].map((month) =>
    computeMean(month.map(([, balance]) => balance))!,
  )
  return means.length === 0 ? null : Math.min(...means)
}

function computeTrend(closings: readonly number[]): number | null {
  const middle = Math.floor(closings.length / 2)
  const before = computeMean(closings.slice(0, middle))
  const after = computeMean(closings.slice(closings.length - middle))
  return before === null || after === null
    ? null
    : divide(after - before, computeDeviation(closings)!)
}

function pickWeekday(known: ReadonlyMap<PlainDate, number>, sign: 1 | -1): string | null {
  const days = [...Map.groupBy(known, ([date]) => toWeekday(date))].map(([day, own]) => ({
    day,
    mean: computeMean(own.map(([, balance]) => balance))!,
  }))
  days.sort((a, b) => sign * (b.mean - a.mean) || a.day - b.day)
  return WEEKDAYS[days[0]?.day ?? -1] ?? null
}
