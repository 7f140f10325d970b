import { categoryMask } from '../figures/cashflow.ts'
import { contain, remember, type Ledger } from '../ledger.ts'
import { KIND, type Kind } from '../ledger/classify.ts'
import { idAt, selectRows } from '../ledger/rows/select.ts'
import { EVIDENCE_LIMIT } from '../ledger/tally.ts'
import type { Metric } from '../metric.ts'
import type { Behind, MetricParameters } from './parts.ts'
import { type Scope, type Window, toScopeKey } from '../window.ts'

/** The rows behind a number (resources 9.0). */
export interface Evidence {
  transactions_count: number
  /** The first 50. */
  transaction_ids: string[]
  /** The list of all of them; null when the number rests on no rows. */
  href: string | null
}

/** Finds the rows behind a number. */
export type FindEvidence = (ledger: Ledger, scope: Scope, parameters: MetricParameters) => Behind

/**
 * What is behind a metric over a window, oldest first; what `GET /v1/transactions?metric=` lists.
 * Empty for a metric that rests on no rows.
 */
export function listEvidence(
  metric: Metric,
  ledger: Ledger,
  place: { window: Window; parameters?: MetricParameters },
): Behind {
  const { window, parameters = {} } = place
  const { name, evidence } = metric
  if (evidence === null) return []
  return contain(ledger, `evidence of ${name}`, () => evidence(ledger, window, parameters)) ?? []
}

/** The ids of what is behind a number, in its order. */
export function listTransactionIds(ledger: Ledger, behind: Behind): string[] {
  return behind.map((each) => (typeof each === 'number' ? idAt(ledger, each) : each))
}

/** Evidence as a metric value shows it. */
export function toEvidence(ledger: Ledger, behind: Behind, href: string | null): Evidence {
  const transaction_ids = listTransactionIds(ledger, behind.slice(0, EVIDENCE_LIMIT))
  return { transactions_count: behind.length, transaction_ids, href }
}

/** The rows behind a computed number: these filters with the parameters of the ledger. */
export function transactionsHref(ledger: Ledger, filters: HrefFilters): string {
  return listHref(ledger.submissionId, { ...filters, ...ledger.queryParameters })
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

/** Evidence: rows of any of these kinds. */
export function rowsOfKind(...kinds: Kind[]): FindEvidence {
  const mask = kinds.reduce<number>((bits, kind) => bits | (1 << kind), 0)
  return (ledger, scope) =>
    remember(ledger, `kinds:${mask}:${toScopeKey(scope)}`, () =>
      selectRows(ledger, scope, (row) => (ledger.columns.kinds[row]! & mask) !== 0),
    )
}

/** Evidence: rows that count in R2. */
export const revenueRows: FindEvidence = rowsOfKind(KIND.revenue)

/** Evidence: rows of these leaves; a name without a dot is a whole root. */
export function rowsOfSlugs(...slugs: string[]): FindEvidence {
  const wanted = categoryMask(slugs)
  const key = `slugs:${slugs.join()}`
  return (ledger, scope) =>
    remember(ledger, `${key}:${toScopeKey(scope)}`, () =>
      selectRows(ledger, scope, (row) => wanted[ledger.columns.category[row]!] === 1),
    )
}
