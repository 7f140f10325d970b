import { categoryMask } from './figures/cashflow.ts'
import { remember, type Ledger } from './ledger.ts'
import { KIND, type Kind } from './ledger/classify.ts'
import { indexRows } from './ledger/rows/row-index.ts'
import { EVIDENCE_LIMIT, firstRowOn } from './ledger/tally.ts'
import type { Metric, MetricParameters } from './metric.ts'
import type { Scope, Window } from './window.ts'

/** The rows behind a number (resources 9.0). */
export interface Evidence {
  transactions_count: number
  /** The first 50. */
  transaction_ids: string[]
  /** The list of all of them; null when the number rests on no rows. */
  href: string | null
}

/** Finds the ids behind a number. */
export type FindEvidence = (ledger: Ledger, scope: Scope, parameters: MetricParameters) => string[]

/**
 * All transaction ids behind a metric over a window, oldest first; what
 * `GET /v1/transactions?metric=` lists. Empty for a metric that rests on no rows.
 */
export function evidenceOf(
  metric: Metric,
  ledger: Ledger,
  place: { window: Window; parameters?: MetricParameters },
): string[] {
  const { window, parameters = {} } = place
  return metric.evidence === null ? [] : metric.evidence(ledger, window, parameters)
}

/** Evidence as a metric value shows it. */
export function toEvidence(ids: readonly string[], href: string | null): Evidence {
  const transaction_ids = ids.slice(0, EVIDENCE_LIMIT)
  return { transactions_count: ids.length, transaction_ids, href }
}

/** The rows behind a computed number: these filters on what the ledger was asked for. */
export function transactionsHref(ledger: Ledger, filters: HrefFilters): string {
  return listHref(ledger.submissionId, { ...filters, ...ledger.asked })
}

type HrefFilters = Readonly<Record<string, string | number | null>>

/** `GET /v1/transactions` of a submission with these filters; nulls are left out. */
export function listHref(submissionId: string, filters: HrefFilters): string {
  const known = Object.entries(filters).filter(([, value]) => value !== null)
  const query = [['submission_id', submissionId], ...known]
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
    .join('&')
  return `/v1/transactions?${query}`
}

/** The filters that place a window: its name, and its dates when it is custom. */
export function windowFilters(window: Window): Record<string, string | null> {
  const isCustom = window.name === 'custom'
  return {
    date_range: window.name,
    start_date: isCustom ? window.startDate : null,
    end_date: isCustom ? window.endDate : null,
  }
}

/** The rows of a scope that pass a test, oldest first. */
export function selectRows(
  ledger: Ledger,
  scope: Scope,
  isWanted: (row: number) => boolean,
): number[] {
  const { columns } = ledger
  const found: number[] = []
  const end = firstRowOn(columns, scope.endDay + 1)
  for (let row = firstRowOn(columns, scope.startDay); row < end; row += 1) {
    if (scope.account != null && columns.account[row] !== scope.account) continue
    if (isWanted(row)) found.push(row)
  }
  return found
}

/** A scope that leaves no row out. */
export const ALL_DAYS: Scope = { startDay: -Infinity, endDay: Infinity }

/** The rows of a scope with these ids, oldest first; ids of other rows are passed over. */
export function rowsWithIds(ledger: Ledger, scope: Scope, ids: readonly string[]): number[] {
  const { columns } = ledger
  const rows = [...new Set(ids)].flatMap((id) => rowById(ledger, id) ?? [])
  const isInside = (row: number): boolean =>
    columns.day[row]! >= scope.startDay &&
    columns.day[row]! <= scope.endDay &&
    (scope.account == null || columns.account[row] === scope.account)
  return rows.filter(isInside).sort((a, b) => a - b)
}

/** The row with an id; null when none of the ledger has it. */
export function rowById(ledger: Ledger, id: string): number | null {
  return remember(ledger, 'rows by id', () => indexRows(ledger.rows)).find(id)
}

/** Ids of the rows of a scope that pass a test. */
export function selectIds(
  ledger: Ledger,
  scope: Scope,
  isWanted: (row: number) => boolean,
): string[] {
  return selectRows(ledger, scope, isWanted).map((row) => ledger.rows[row]!.id)
}

/** Evidence: rows of any of these kinds. */
export function rowsOfKind(...kinds: Kind[]): FindEvidence {
  const mask = kinds.reduce<number>((bits, kind) => bits | (1 << kind), 0)
  return (ledger, scope) =>
    remember(ledger, `kinds:${mask}:${scope.startDay}:${scope.endDay}:${scope.account ?? ''}`, () =>
      selectIds(ledger, scope, (row) => (ledger.columns.kinds[row]! & mask) !== 0),
    )
}

/** Evidence: rows that count in R2. */
export const revenueRows: FindEvidence = rowsOfKind(KIND.revenue)

/** Evidence: rows of these leaves; a name without a dot is a whole root. */
export function rowsOfSlugs(...slugs: string[]): FindEvidence {
  const wanted = categoryMask(slugs)
  const key = `slugs:${slugs.join()}`
  return (ledger, scope) =>
    remember(ledger, `${key}:${scope.startDay}:${scope.endDay}:${scope.account ?? ''}`, () =>
      selectIds(ledger, scope, (row) => wanted[ledger.columns.category[row]!] === 1),
    )
}
