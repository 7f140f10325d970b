import { remainingProblems } from '../../../core/statements/edits/causes.ts'
import type { RowEdit } from '../../../core/statements/edits/rows.ts'
import type {
  Reading,
  ReconciliationStatus,
  Statement,
} from '../../../core/statements/statement.ts'
import { listReviewCauses } from '../../../core/statements/table/doubts/review-causes.ts'
import type { Problem } from '../../../core/values/problem.ts'
import { json } from '../../../platform/db/sql.ts'
import type { DocumentRow } from '../../records/documents/store.ts'

/** Worst first: a document's status is that of its worst statement. */
const WORST_FIRST: ReconciliationStatus[] = [
  'unreconciled',
  'unverifiable',
  'reconciled_by_totals',
  'reconciled',
  'empty',
]

/** Columns of a document that describe its file. */
export function summarizeReading({
  facts,
  problems,
  statements,
}: Reading): Record<string, unknown> {
  const holderNames = statements.map(({ accountHolderNames }) => accountHolderNames)
  return {
    facts: json({ ...facts, holderNames }),
    page_count: facts.pageCount,
    problems: json(problems),
  }
}

/** A statement as stored, with overrides applied. */
export interface KeptStatement {
  statement: Statement
  isIncluded: boolean
  /** The fields that were corrected. */
  corrected: ReadonlySet<string>
  /** Corrections of rows that the reading does not have. */
  lost: readonly RowEdit[]
}

/** What remains of the problems of a reading after the corrections of its statements. */
export function openProblems(read: Problem[], kept: readonly KeptStatement[]): Problem[] {
  const lost = kept.flatMap(({ lost: edits, statement }) =>
    edits.length === 0 ? [] : [lostProblem(statement, edits.length)],
  )
  return [...remainingProblems(read, kept), ...lost]
}

function lostProblem({ index }: Statement, count: number): Problem {
  const message = `${count} corrected rows are not in this reading; correct them again or take the corrections back.`
  return { code: 'correction_not_applied', where: `statement ${index + 1}`, message }
}

/** Columns of a document that summarize its statements; excluded ones do not affect the status. */
export function summarizeStatements(
  { review, problems }: Pick<DocumentRow, 'review' | 'problems'>,
  kept: readonly Pick<KeptStatement, 'statement' | 'isIncluded'>[],
): Record<string, unknown> {
  const statements = kept.map(({ statement }) => statement)
  const counted = kept.filter(({ isIncluded }) => isIncluded).map(({ statement }) => statement)
  const worst =
    WORST_FIRST.find((status) =>
      counted.some(({ reconciliation }) => reconciliation.status === status),
    ) ?? null
  const reconciliation = worst === null ? null : summarizeReconciliation(counted, worst)
  return {
    status: needsReview({
      review,
      reconciliation,
      problems: withoutKnownCurrency(problems, counted),
    })
      ? 'review_required'
      : 'parsed',
    statements_count: statements.length,
    reconciliation: json(reconciliation),
    institution_name:
      statements.find(({ institutionName }) => institutionName !== null)?.institutionName ?? null,
    account_masks: [
      ...new Set(
        statements.flatMap(({ accountLast4 }) => (accountLast4 === null ? [] : [accountLast4])),
      ),
    ],
    ...computePeriod(statements),
  }
}

/** A currency that a person stated, or of a statement that does not count, is assumed no more. */
function withoutKnownCurrency(
  problems: DocumentRow['problems'],
  counted: readonly Statement[],
): DocumentRow['problems'] {
  const isAssumed = counted.some(({ currencySource }) => currencySource === 'assumed')
  return isAssumed ? problems : problems.filter(({ code }) => code !== 'currency_assumed')
}

type Summary = NonNullable<DocumentRow['reconciliation']>

/** An approval holds while the reconciliation difference is the one that was approved. */
function needsReview({
  review,
  reconciliation,
  problems,
}: Pick<DocumentRow, 'review' | 'reconciliation' | 'problems'>): boolean {
  if (review?.status === 'needs_review') return true
  const statuses = reconciliation ? [reconciliation.status as ReconciliationStatus] : []
  if (listReviewCauses(statuses, problems).length === 0) return false
  return !(
    review?.status === 'approved' && review.difference === (reconciliation?.difference ?? null)
  )
}

function summarizeReconciliation(statements: Statement[], status: ReconciliationStatus): Summary {
  const differences = statements
    .map(({ reconciliation }) => reconciliation.difference)
    .filter((value) => value !== null)
  const failed = statements.flatMap(({ reconciliation }) =>
    reconciliation.checks.filter(({ passed }) => !passed).map(({ id }) => id),
  )
  return {
    status,
    difference:
      differences.length === 0
        ? null
        : differences.reduce((sum, value) => sum + Math.abs(value), 0),
    failedChecks: [...new Set(failed)],
  }
}

/** The earliest and the latest date: printed, else of a row. */
function computePeriod(statements: Statement[]): {
  period_start: string | null
  period_end: string | null
} {
  const dates = ({ rows }: Statement) => rows.map(({ date }) => date)
  const starts = statements.flatMap((own) => own.startDate ?? dates(own)).toSorted()
  const ends = statements.flatMap((own) => own.endDate ?? dates(own)).toSorted()
  return { period_start: starts[0] ?? null, period_end: ends.at(-1) ?? null }
}
