import type {
  Reading,
  ReconciliationStatus,
  Statement,
} from '../../../core/statements/statement.ts'
import { json } from '../../../platform/db/sql.ts'

/** The worst state first: a document is as good as its worst statement. */
const WORST_FIRST: ReconciliationStatus[] = [
  'unreconciled',
  'unverifiable',
  'reconciled_by_totals',
  'reconciled',
  'empty',
]

/** What a document's row says of what was read from it. */
export function summarizeReading({
  facts,
  statements,
  problems,
}: Reading): Record<string, unknown> {
  const worst =
    WORST_FIRST.find((status) =>
      statements.some(({ reconciliation }) => reconciliation.status === status),
    ) ?? null
  const isIncomplete = problems.some(({ code }) => code === 'missing_page')
  const needsReview = worst === 'unreconciled' || isIncomplete
  return {
    status: needsReview ? 'review_required' : 'parsed',
    facts: json(facts),
    page_count: facts.pageCount,
    statements_count: statements.length,
    problems: json(problems),
    reconciliation: json(worst === null ? null : reconciliationOf(statements, worst)),
    institution_name:
      statements.find(({ institutionName }) => institutionName !== null)?.institutionName ?? null,
    account_masks: [
      ...new Set(
        statements.flatMap(({ accountLast4 }) => (accountLast4 === null ? [] : [accountLast4])),
      ),
    ],
    period_start: edge(statements.map(startOf), (left, right) => (left < right ? left : right)),
    period_end: edge(statements.map(endOf), (left, right) => (left > right ? left : right)),
  }
}

function reconciliationOf(statements: Statement[], status: ReconciliationStatus): object {
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

/** The printed start, else the first row's date. */
function startOf({ startDate, rows }: Statement): string | null {
  return (
    startDate ??
    edge(
      rows.map(({ date }) => date),
      (left, right) => (left < right ? left : right),
    )
  )
}

function endOf({ endDate, rows }: Statement): string | null {
  return (
    endDate ??
    edge(
      rows.map(({ date }) => date),
      (left, right) => (left > right ? left : right),
    )
  )
}

function edge(
  dates: (string | null)[],
  choose: (left: string, right: string) => string,
): string | null {
  const known = dates.filter((date) => date !== null)
  return known.length === 0 ? null : known.reduce(choose)
}
