import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { TAXONOMY_VERSION } from '../values/categories.ts'
import type { Problem } from '../values/problem.ts'
import type { Peer } from './benchmarks/peers.ts'
import { buildStatus, listWarnings, type Reason } from './metric/gate.ts'
import type { Ledger } from './ledger.ts'
import { DateRangeHead, Nullable, ReasonText, StatusName, WarningNote } from './schemas.ts'
import type { PolicyStanding } from './scorecard/policies.ts'
import type { Window } from './window.ts'

/** Grows with every change of a formula; numbers name the version that they were computed with. */
export const FORMULA_VERSION = '2026-11-29.4'

/** What every report is computed with; the clock and the stored version come in as data. */
export interface ReportRequest {
  /** Null = the default of the report, and of each metric in it. */
  window: Window | null
  /** The report's own query parameters, checked against its `query` schema. */
  options: Readonly<Record<string, unknown>>
  /** Instant of the computation, ISO 8601. */
  computedAt: string
  analyticsVersion: number | null
  /** Other businesses, for a report that needs them. */
  peers?: readonly Peer[]
  /** The last results of policies, for a report that needs them. */
  policies?: readonly PolicyStanding[]
}

/** A report body: plain JSON. */
export type Body = Record<string, unknown>

/** One analytics report; its route, documentation and validation follow from these fields. */
export interface Report {
  name: string
  title: string
  description: string
  defaultWindow: string
  /** Query parameters beside the common ones of resources 9.0. */
  query: TObject
  /** Schema of `data`: head and body, no other properties. */
  schema: TSchema
  /** It compares with other businesses, so it changes when they do. */
  needsPeers?: true
  /** It shows the results of policies, so it changes when they are evaluated again. */
  needsPolicies?: true
  /** Beyond the interface document. */
  isAdditive?: true
  /** What is wrong with the parameters beyond their schema; `where` is the parameter's name. */
  check?: (options: ReportRequest['options']) => Problem | null
  compute: (ledger: Ledger, request: ReportRequest) => Body
  /** Its `data` on the wire as a table for a terminal. */
  toText?: (data: never) => string
}

/** The common head of every report (resources 9.0). */
export const ReportHead = Type.Object(
  {
    submission_id: Type.String(),
    as_of: Nullable(Type.String()),
    date_range: DateRangeHead,
    currency: Type.String(),
    status: StatusName,
    reasons: Type.Array(Type.String()),
    analytics_version: Nullable(Type.Integer()),
    settings_version: Type.Integer(),
    formula_version: Type.String(),
    taxonomy_version: Type.String(),
    computed_at: Type.String(),
    has_overrides: Type.Boolean(),
    warnings: Type.Array(WarningNote),
  },
  { additionalProperties: false },
)

/** The head as a value. */
export type ReportHead = Static<typeof ReportHead>

/** A report's own fields under the common head, with nothing else allowed. */
export function reportSchema<T extends TProperties>(
  body: T,
): TObject<Omit<(typeof ReportHead)['properties'], keyof T> & T> {
  return Type.Object({ ...ReportHead.properties, ...body }, { additionalProperties: false })
}

/** The head of a report over a window whose numbers have these reasons. */
export function buildReportHead(
  ledger: Ledger,
  request: ReportRequest,
  facts: { window: Window; isKnown: boolean; reasons: readonly Reason[] },
): ReportHead {
  const { window } = facts
  return {
    submission_id: ledger.submissionId,
    as_of: ledger.asOf,
    date_range: { name: window.name, start_date: window.startDate, end_date: window.endDate },
    currency: ledger.currency,
    ...buildStatus(facts.isKnown, facts.reasons),
    analytics_version: request.analyticsVersion,
    settings_version: ledger.settings.version,
    formula_version: FORMULA_VERSION,
    taxonomy_version: TAXONOMY_VERSION,
    computed_at: request.computedAt,
    has_overrides: ledger.hasOverrides,
    warnings: listWarnings(ledger),
  }
}

/** Texts of the reasons that a number can have. */
export const REASON_TEXTS: Record<Reason, string> = {
  no_transactions: 'There are no transactions in this period.',
  no_balance: 'No balance is known in this period.',
  few_known_balances: 'The end-of-day balance is known on too few days of this period.',
  insufficient_history: 'The covered history is too short.',
  missing_account:
    'Much of the money goes to an account of the business that was not submitted; what it pays from there is not in this number.',
  unreconciled_statement:
    'A statement does not reconcile with its transactions, or only by a figure that a person set.',
  coverage_gap: 'Part of the period is not covered by statements or bank feeds.',
  categorization_gap: 'More than 10 % of the amount needs category review.',
  missing_fx_rate: 'Transactions in other currencies are not converted.',
  no_debt_service: 'There are no debt payments in this period.',
  no_revenue: 'There is no true revenue in this period.',
  no_identified_payer:
    'Revenue came through processors, marketplaces and deposits over the counter, whose payers are not known.',
  missing_input: 'The application does not state a required fact.',
  missing_parameter: 'A required parameter is missing.',
  stale_data: 'The data is out of date.',
  uncertain_model: 'No model forecast the past more accurately than repeating the last weeks.',
  insufficient_peers: 'There are too few peers to compare with.',
  internal_error: 'The number could not be computed; the error is in the log of the service.',
  not_ahead: 'A forecast covers only days after the data: next_30_days to next_180_days.',
}

/** Reasons as `{code, text}`. */
export function reasonTexts(reasons: readonly Reason[]): Static<typeof ReasonText>[] {
  return reasons.map((code) => ({ code, text: REASON_TEXTS[code] }))
}
