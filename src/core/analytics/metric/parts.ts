import type { Ledger } from '../ledger.ts'
import type { Scope } from '../window.ts'

/** Parameter values by name. */
export type MetricParameters = Readonly<Record<string, string | number>>

/** Rows behind a number, by their place in the ledger; ids of rows that it need not have. */
export type Behind = readonly (number | string)[]

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
  opening_day: 'The balance of each account before its first date, added up.',
  closing_day: 'The balance of each account at its last date, added up.',
  mean_of_days: 'The mean of the balances by date, added up over the accounts.',
  mean_of_business_days: 'The same over business days.',
  lowest_day: 'The lowest balance of a date, added up over the accounts.',
  highest_day: 'The highest balance of a date, added up over the accounts.',
  change: 'The balance of each account at its last date less that before its first, added up.',
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
  /** Who they are from, where the formula separates payers. */
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

/** All rows of the parts, each once, oldest first. */
export function rowsOfParts(parts: readonly Part[]): Behind {
  if (parts.length === 1) return parts[0]!.rows
  const rows = new Set(parts.flatMap((part) => part.rows))
  return [...rows].toSorted((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0))
}
