import { computeMean } from '../arithmetic.ts'
import type { Ledger } from '../ledger.ts'
import { monthOfDay, type Month } from '../../values/dates.ts'
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
  /** Calendar months that the scope touches. */
  monthsWanted: number
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

/** A stretch of days that a monthly mean is made of, and how much it weighs in it. */
export interface MonthPiece {
  piece: Scope
  weight: number
  /** Null for days that are scaled to a mean month. */
  month: Month | null
}

/**
 * The full months of a scope; with fewer than two, the scope scaled from its covered days to a mean
 * month, unless the scope is one month (formulas R7).
 */
export function listPieces(ledger: Ledger, scope: Scope): MonthPiece[] {
  const months = fullMonths(ledger, scope)
  const account = scope.account ?? null
  const isOneMonth = months.length === 1 && countDays(scope) <= DAYS_OF_A_MONTH
  if (months.length >= MONTHS_FOR_MEAN || isOneMonth)
    return months.map(({ startDay, endDay, month }) => ({
      piece: { startDay, endDay, account },
      weight: 1 / months.length,
      month,
    }))
  const days = coveredDays(ledger, scope)
  return days === 0 ? [] : [{ piece: scope, weight: DAYS_PER_MONTH / days, month: null }]
}

/** Mean of a measure over full months, or over what stands for them (formulas R7). */
export function monthlyMean(
  ledger: Ledger,
  scope: Scope,
  measure: (scope: Scope) => number,
): MonthlyMean {
  const pieces = listPieces(ledger, scope)
  const [first] = pieces
  const rests = {
    monthCount: fullMonths(ledger, scope).length,
    monthsWanted: countMonths(scope),
    coveredDays: coveredDays(ledger, scope),
  }
  if (first === undefined) return { value: null, ...rests }
  const values = pieces.map(({ piece }) => measure(piece))
  const value = first.month === null ? values[0]! * first.weight : computeMean(values)
  return { value, ...rests }
}

function countMonths({ startDay, endDay }: Scope): number {
  if (endDay < startDay) return 0
  const [first, last] = [startDay, endDay].map((day) => monthOfDay(day))
  const [years, months] = [0, 5].map(
    (at) => Number(last!.slice(at, at + 4)) - Number(first!.slice(at, at + 4)),
  )
  return years! * 12 + months! + 1
}
