import type { Problem } from '../../values/problem.ts'
import { isProven } from '../reconcile/reconcile.ts'
import type { Statement } from '../statement.ts'
import { COMPUTED, computedProblems } from './problems.ts'

/** Fields of a statement that a person can correct. */
export type Correction =
  | 'account_number'
  | 'account_id'
  | 'account_type'
  | 'account_holder_names'
  | 'currency'
  | 'year'
  | 'date_order'
  | 'start_date'
  | 'end_date'
  | 'opening_balance'
  | 'closing_balance'
  | 'signs'
  | 'sections'
  | 'rows'

interface Settlement {
  by: readonly Correction[]
  /** Only once the printed figures prove the statement. */
  isProofNeeded?: true
}

const BY_ROWS: Settlement = {
  by: ['rows', 'opening_balance', 'closing_balance', 'signs', 'sections', 'year', 'date_order'],
  isProofNeeded: true,
}
const BY_ACCOUNT: Settlement = { by: ['account_number', 'account_id'] }
const BY_SIGNS: Settlement = { by: ['signs', 'sections'] }
const BY_YEAR: Settlement = { by: ['year', 'start_date', 'end_date'] }

/**
 * Which corrections settle a cause for review. A cause that is not here is settled by a person's
 * approval of the document alone.
 */
export const SETTLEMENTS: Readonly<Record<string, Settlement>> = {
  // They follow from rows and figures, and go when these close.
  unreconciled: BY_ROWS,
  does_not_reconcile: BY_ROWS,
  check_failed: BY_ROWS,
  row_without_words: { by: ['rows'] },
  words_uncertain: { by: ['rows'] },
  column_uncertain: { by: ['rows'] },
  // Rows that were lost or are doubtful.
  ambiguous_amounts: BY_ROWS,
  carry_disagrees: BY_ROWS,
  control_total_mismatch: BY_ROWS,
  date_clamped: BY_ROWS,
  date_missing: BY_ROWS,
  dates_in_no_order: BY_ROWS,
  doubtful_date: BY_ROWS,
  doubtful_words: BY_ROWS,
  figure_disagrees: BY_ROWS,
  figure_not_read: { by: ['opening_balance', 'closing_balance'] },
  invalid_balance: BY_ROWS,
  invalid_row: BY_ROWS,
  line_not_read: BY_ROWS,
  missing_page: BY_ROWS,
  scan_unproven: BY_ROWS,
  taught_unproven: BY_ROWS,
  truncated_statement: BY_ROWS,
  undated_rows: BY_ROWS,
  unproven: BY_ROWS,
  unreadable_page: BY_ROWS,
  correction_not_applied: { by: ['rows'] },
  // What one value settles.
  account_not_read: BY_ACCOUNT,
  account_uncertain: BY_ACCOUNT,
  ambiguous_dates: { by: ['date_order'] },
  ambiguous_signs: BY_SIGNS,
  currency_assumed: { by: ['currency'] },
  period_not_read: { by: ['start_date', 'end_date'] },
  period_unknown: { by: ['start_date', 'end_date'] },
  signs_contradicted: BY_SIGNS,
  year_missing: BY_YEAR,
  year_uncertain: BY_YEAR,
}

/** A statement and the fields of it that were corrected. */
export interface CorrectedStatement {
  statement: Statement
  corrected: ReadonlySet<string>
}

/**
 * What remains of the problems of a reading after corrections: those that follow from rows and
 * figures are found again, the others stay until a correction settles them.
 */
export function remainingProblems(
  read: readonly Problem[],
  statements: readonly CorrectedStatement[],
): Problem[] {
  const touched = new Map(
    statements
      .filter(({ corrected }) => corrected.size > 0)
      .map((one) => [`statement ${one.statement.index + 1}`, one]),
  )
  const left = read.filter((problem) => {
    const own = touched.get(problem.where ?? '')
    if (own) return !COMPUTED.has(problem.code) && !isSettled(problem.code, [own])
    const isOfStatement = /^statement \d+$/.test(problem.where ?? '')
    return isOfStatement || touched.size === 0 || !isSettled(problem.code, statements)
  })
  return [...[...touched.values()].flatMap(({ statement }) => computedProblems(statement)), ...left]
}

function isSettled(code: string, statements: readonly CorrectedStatement[]): boolean {
  const settlement = SETTLEMENTS[code]
  if (!settlement) return false
  const { by, isProofNeeded = false } = settlement
  if (!statements.some(({ corrected }) => by.some((field) => corrected.has(field)))) return false
  return !isProofNeeded || statements.every(({ statement }) => isProven(statement))
}
