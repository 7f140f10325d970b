import { categoryMask } from '../figures/cashflow.ts'
import { listPieces } from '../figures/monthly.ts'
import { coveredDays } from '../figures/quality.ts'
import type { Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import type { Behind, MetricParameters } from '../metric.ts'
import type { Scope } from '../window.ts'
import { revenueRows, rowsOfKind, type FindEvidence } from './evidence.ts'
import { selectRows } from '../ledger/rows/select.ts'

/** How a value follows from its rows and days, in words that a person can recompute it by. */
export const METHODS = {
  sum: 'The sum of amount × factor.',
  count: 'The sum of the factors.',
  mean: 'The mean of the amounts.',
  median: 'The median of the amounts.',
  any: 'True where there is a row.',
  distinct_days: 'The number of different dates.',
  distinct_parties: 'The number of different parties.',
  last_date: 'The latest date.',
  ratio: 'The sum of amount × factor of the numerator over that of the denominator.',
  absolute_ratio: 'The same, without the signs of both sums.',
  count_ratio: 'The sum of the factors of the numerator over that of the denominator.',
  growth: 'The sum of amount × factor of the numerator over that of the denominator, less 1.',
  share_squares: 'The sum of the squares of each party’s share in the sum of amount × factor.',
  theil_sen: 'The Theil-Sen slope of the sums of amount × factor by month over their median.',
  variation: 'The population standard deviation of the sums by month over their mean.',
  months_below: 'The number of months whose sum of amount × factor is below the target.',
  opening_day: 'The opening balances of the first date, added up over the accounts.',
  closing_day: 'The balances of the last date, added up over the accounts.',
  mean_of_days: 'The mean of the balances by date, added up over the accounts.',
  mean_of_business_days: 'The same over business days.',
  lowest_day: 'The lowest balance of a date, added up over the accounts.',
  highest_day: 'The highest balance of a date, added up over the accounts.',
  change: 'The balance of the last date less the opening balance of the first.',
  negative_days: 'The number of dates on which the balance of an account is below zero.',
  low_days: 'The number of dates whose balance is below the threshold for low balances.',
  negative_run: 'The longest run of dates on which the balance of an account is below zero.',
  worst_month: 'The most dates of one month on which the balance of an account is below zero.',
  lowest_month: 'The lowest mean of the balances of a full month.',
  day_trend:
    'The mean of the second half of the days less that of the first, over their deviation.',
  day_volatility: 'The standard deviation of the days over the size of their mean, 1 at least.',
  best_weekday: 'The weekday of the highest mean balance.',
  worst_weekday: 'The weekday of the lowest mean balance.',
  days_to_rows: 'The mean of the balances by date over the sum of amount × factor.',
} as const

/** One of them. */
export type Method = keyof typeof METHODS

/** The side of a ratio on which rows stand. */
export type Side = 'value' | 'numerator' | 'denominator'

/** Rows that enter a formula alike. */
export interface Part {
  rows: Behind
  /** What of each amount counts. */
  factor: number | ((row: number) => number)
  /** The month that they are summed for; null where the formula knows no months. */
  month?: string | null
  side?: Side
  /** Who they are from, where the formula tells payers apart. */
  party?: string | null
}

/** Finds the parts of a value. */
export type FindParts = (ledger: Ledger, scope: Scope, parameters: MetricParameters) => Part[]

/** What a value follows from, and how. */
export interface Basis {
  method: Method
  parts?: FindParts
  /** The scope whose days count; none where no balance enters the formula. */
  days?: (ledger: Ledger, scope: Scope) => Scope
}

/** Rows that enter with one factor. */
export function each(find: FindEvidence, method: Method = 'sum', factor = 1): Basis {
  return { method, parts: partsOf(find, factor) }
}

/** The parts of rows that enter with one factor. */
export function partsOf(find: FindEvidence, factor = 1): FindParts {
  return (ledger, scope, parameters) => [{ rows: find(ledger, scope, parameters), factor }]
}

/** Both sides of a ratio. */
export function over(
  numerator: FindParts,
  denominator: FindParts,
  method: Method = 'ratio',
): Basis {
  const side = (find: FindParts, own: Side): FindParts => {
    return (...given) => find(...given).map((part) => ({ ...part, side: own }))
  }
  const [above, below] = [side(numerator, 'numerator'), side(denominator, 'denominator')]
  return { method, parts: (...given) => [...above(...given), ...below(...given)] }
}

/** The parts of each full month over their number, or of the whole scaled to a mean month (R7). */
export function monthly(find: FindParts, times = 1): FindParts {
  return (ledger, scope, parameters) =>
    listPieces(ledger, scope).flatMap(({ piece, weight, month }) =>
      find(ledger, piece, parameters).map((part) => ({
        ...part,
        month,
        factor: multiply(part.factor, weight * times),
      })),
    )
}

/** The parts of each full month as they are. */
export function byMonth(find: FindParts): FindParts {
  return (ledger, scope, parameters) =>
    listPieces(ledger, scope)
      .filter(({ month }) => month !== null)
      .flatMap(({ piece, month }) =>
        find(ledger, piece, parameters).map((part) => ({ ...part, month })),
      )
}

/** The parts over the covered days. */
export function perDay(find: FindParts): FindParts {
  return (ledger, scope, parameters) => {
    const days = coveredDays(ledger, scope)
    return find(ledger, scope, parameters).map((part) => ({
      ...part,
      factor: multiply(part.factor, days === 0 ? 0 : 1 / days),
    }))
  }
}

function multiply(factor: Part['factor'], weight: number): Part['factor'] {
  return typeof factor === 'number' ? factor * weight : (row) => factor(row) * weight
}

/** Rows of revenue, each with what of it counts after the cap of large deposits. */
export const grossParts: FindParts = (ledger, scope, parameters) => [
  { rows: revenueRows(ledger, scope, parameters), factor: countedShare(ledger) },
]

/** Revenue and what is taken off it. */
export const trueParts: FindParts = (ledger, scope, parameters) => [
  ...grossParts(ledger, scope, parameters),
  { rows: rowsOfKind(KIND.contra)(ledger, scope, parameters), factor: 1 },
]

/** What of each revenue row counts: all of it without a cap. */
export function countedShare(ledger: Ledger): Part['factor'] {
  const { amount, revenue } = ledger.columns
  if (ledger.settings.revenueFormula.largeDepositCapMultiple === null) return 1
  return (row) => revenue[row]! / amount[row]!
}

/** Rows in which money left, of these leaves or roots. */
export function outflowsOf(...slugs: string[]): FindEvidence {
  const wanted = categoryMask(slugs)
  return (ledger, scope) => {
    const { category, amount } = ledger.columns
    return selectRows(ledger, scope, (row) => wanted[category[row]!] === 1 && amount[row]! < 0)
  }
}

/** Every row with its size, whatever its sign. */
export function sizesOf(find: FindEvidence): FindParts {
  return (ledger, scope, parameters) => [
    {
      rows: find(ledger, scope, parameters),
      factor: (row) => Math.sign(ledger.columns.amount[row]!),
    },
  ]
}

/** The balances of the days of a window. */
export function daysBy(method: Method, parts?: FindParts): Basis {
  return { method, days: (_, scope) => scope, ...(parts === undefined ? {} : { parts }) }
}

/** All rows of the parts, each once, oldest first. */
export function rowsOfParts(parts: readonly Part[]): Behind {
  if (parts.length === 1) return parts[0]!.rows
  const rows = new Set(parts.flatMap((part) => part.rows))
  return [...rows].toSorted((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0))
}
