import { addDays, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { ReconciliationCheck } from '../statement.ts'

/** The edges of a statement, its balances as printed. */
export interface ChainLink {
  id: string
  startDate: PlainDate | null
  endDate: PlainDate | null
  openingBalance: Cents | null
  closingBalance: Cents | null
}

/** Banks may leave out one day between two statements (formulas G4). */
const DAYS_BETWEEN_MAX = 1

/**
 * T5: the opening balance continues the closing balance of the account's statement before it
 * (formulas sections 13 G5 and 14). Null when there is none right before it, or a balance is not
 * printed: the days between two statements that are further apart are a gap, not a break.
 */
export function chainCheck(
  statement: ChainLink,
  before: ChainLink | null,
): ReconciliationCheck | null {
  if (before?.endDate == null || before.closingBalance === null) return null
  const { startDate, openingBalance } = statement
  if (startDate === null || openingBalance === null) return null
  const isNext =
    before.endDate < startDate && startDate <= addDays(before.endDate, 1 + DAYS_BETWEEN_MAX)
  if (!isNext) return null
  return {
    id: 'T5',
    passed: before.closingBalance === openingBalance,
    expected: before.closingBalance,
    actual: openingBalance,
    rows: [before.id],
  }
}
