import { computeMean } from '../arithmetic.ts'
import type { Ledger } from '../ledger.ts'
import type { LedgerMonth } from '../ledger/days.ts'
import type { Scope } from '../window.ts'
import { coveredDays } from './quality.ts'

/** Days of a mean month: 365.25 / 12 (formulas R7). */
export const DAYS_PER_MONTH = 30.4375

/** A monthly mean and what it rests on. */
export interface MonthlyMean {
  /** Null when nothing is covered. */
  value: number | null
  /** Full months averaged; 0 when the value is scaled from covered days instead. */
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

/**
 * Mean of a measure over full months; without one, the measure of the scope scaled from its
 * covered days to a mean month (formulas R7).
 */
export function monthlyMean(
  ledger: Ledger,
  scope: Scope,
  measure: (scope: Scope) => number,
): MonthlyMean {
  const days = coveredDays(ledger, scope)
  const values = byFullMonth(ledger, scope, measure)
  const mean = computeMean(values)
  if (mean !== null) return { value: mean, monthCount: values.length, coveredDays: days }
  const value = days === 0 ? null : (measure(scope) / days) * DAYS_PER_MONTH
  return { value, monthCount: 0, coveredDays: days }
}
