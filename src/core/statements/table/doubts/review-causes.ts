import type { Problem } from '../../../values/problem.ts'
import type { ReconciliationStatus } from '../../statement.ts'

/** Problems after which rows may be missing or wrong even if the balances reconcile. */
export const STOPPING_PROBLEMS: ReadonlySet<string> = new Set([
  'control_total_mismatch',
  'missing_page',
  'unreadable_page',
  // Printed figures that differ from the rows, and text that became no row.
  'check_failed',
  'figure_disagrees',
  'carry_disagrees',
  'line_not_read',
  'row_without_words',
  'words_uncertain',
  'undated_rows',
  'date_missing',
  'dates_in_no_order',
  'year_missing',
  // Money that was lost or guessed.
  'invalid_row',
  'invalid_balance',
  'unproven',
  'signs_contradicted',
  'ambiguous_signs',
  'ambiguous_dates',
  'ambiguous_amounts',
  'account_uncertain',
  'account_not_read',
  'column_uncertain',
  'figure_not_read',
  'period_unknown',
  'period_not_read',
  'currency_assumed',
  'date_clamped',
  'year_uncertain',
  'truncated_statement',
  // Of a scan: unproven text.
  'scan_unproven',
  'doubtful_date',
  'doubtful_words',
  // Of corrections.
  'taught_unproven',
  'correction_not_applied',
])

/** Why a person has to look at a document before it counts: codes, none when it passes. */
export function listReviewCauses(
  statuses: readonly ReconciliationStatus[],
  problems: readonly Pick<Problem, 'code'>[],
): string[] {
  const codes = problems.map(({ code }) => code).filter((code) => STOPPING_PROBLEMS.has(code))
  const unreconciled = statuses.includes('unreconciled') ? ['unreconciled'] : []
  return [...new Set([...unreconciled, ...codes])]
}
