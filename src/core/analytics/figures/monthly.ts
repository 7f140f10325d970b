import { computeMean } from '../arithmetic.ts'
import type { Ledger } from '../ledger.ts'
import type { LedgerMonth } from '../ledger/days.ts'
import { countDays, type Scope } from '../window.ts'
import { coveredDays } from './quality.ts'

/** Days of a mean month: 365.25 / 12 (formulas R7). */
export const DAYS_PER_MONTH = 30.4375

/** A monthly mean and what it rests on. */
export interface MonthlyMean {
  /** Null when nothing is covered. */
  value: number | null
  /** Full months in the scope; with fewer than two the value is scaled from covered days. */
  monthCount: number
  coveredDays: number
}

/** Full calendar months that lie wholly inside the scope (formulas C9). */
export function fullMonths(ledger: Ledger, scope: Scope): LedgerMonth[] {
  return ledger.months.filter(
    (month) => month.isFull && month.startDay >= scope.startDay && month.endDay <= scope.endDay,
  )
}

/** What a measure gives in each full month, oldest first. */
export function byFullMonth(
  ledger: Ledger,
  scope: Scope,
  measure: (month: Scope) => number,
): number[] {
  const account = scope.account ?? null
  return fullMonths(ledger, scope).map(({ startDay, endDay }) =>
    measure({ startDay, endDay, account }),
  )
}

/** Full months below which a mean is scaled from days instead (formulas R7). */
export const MONTHS_FOR_MEAN = 2

/** A scope of as many days is a month itself. */
const DAYS_OF_A_MONTH = 31

/**
 * Mean of a measure over full months; with fewer than two, the measure of the scope scaled from its
 * covered days to a mean month, unless the scope is one month (formulas R7).
 */
export function monthlyMean(
  ledger: Ledger,
  scope: Scope,
  measure: (scope: Scope) => number,
): MonthlyMean {
  const days = coveredDays(ledger, scope)
  const values = byFullMonth(ledger, scope, measure)
  const rests = { monthCount: values.length, coveredDays: days }
  const isOneMonth = values.length === 1 && countDays(scope) <= DAYS_OF_A_MONTH
  if (values.length >= MONTHS_FOR_MEAN || isOneMonth)
    return { value: computeMean(values), ...rests }
  const value = days === 0 ? null : (measure(scope) / days) * DAYS_PER_MONTH
  return { value, ...rests }
}
