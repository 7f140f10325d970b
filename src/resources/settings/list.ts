import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type, type TSchema } from 'typebox'
import { REQUIREMENT_CODES } from '../../core/analytics/stips/requirements.ts'
import { ANALYTICS_SETTING_SHAPES } from '../../core/analytics/settings/schemas.ts'
import { EmailAddress, Fields, Nullable, StringEnum, Text } from '../../platform/wire/shapes.ts'
import { OfferTerms } from './offer-terms.ts'

/** A setting of a tenant: its key on the wire, what it may be, and what reads it. */
export interface TenantSetting {
  schema: TSchema
  /** The default. */
  fallback: unknown
  meaning: string
  /** What it affects. */
  readBy: string
  /** Beyond the interface document. */
  isAdditive?: true
}

const Days = Nullable(Type.Integer({ minimum: 1, maximum: 36_500 }))
const Host = Type.String({ pattern: '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$' })
const { Boolean: Flag } = Type
const shapes = ANALYTICS_SETTING_SHAPES

const REPORTS = 'every report, metric and score'

/** A schema made of another does not keep that it refuses unknown fields. */
const CLOSED = { additionalProperties: false }

/** Every setting that a tenant has, in the order of the reference (resources section 24). */
export const TENANT_SETTINGS: Readonly<Record<string, TenantSetting>> = {
  timezone: {
    schema: Type.String({ minLength: 1, maxLength: 64 }),
    fallback: 'UTC',
    meaning: 'IANA time zone that determines the calendar day.',
    readBy: 'staleness of the data, stale_data, the day of an evaluation',
  },
  locale: {
    schema: Type.String({ pattern: '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$' }),
    fallback: 'en-US',
    meaning: 'Language and region of numbers and dates, as a BCP 47 tag.',
    readBy: 'the dashboard',
  },
  reporting_currency: {
    schema: shapes.reporting_currency,
    fallback: null,
    meaning:
      'Currency of the figures of a deal that has rows in it; null takes that of most money. Rows in other currencies are reported as missing_fx_rate.',
    readBy: REPORTS,
  },
  default_currency: {
    schema: shapes.reporting_currency,
    fallback: null,
    meaning:
      'Currency of a document that shows neither a currency nor a country. Without it the currency is assumed, and the document needs a review.',
    readBy: 'the reading of documents',
    isAdditive: true,
  },
  default_date_range: {
    schema: shapes.default_date_range,
    fallback: null,
    meaning:
      'Replaces last_90_days where a request names no date range; grades and scores keep their own.',
    readBy: 'metrics, statistics, merchants, categories',
  },
  auto_process: {
    schema: Flag(),
    fallback: true,
    meaning:
      'Whether a new submission is processed as its data arrives, unless it sets auto_process.',
    readBy: 'POST /v1/submissions',
  },
  auto_classify: {
    schema: Flag(),
    fallback: true,
    meaning:
      'Whether a file that comes without a class gets the one that is found; else that stays a proposal, and the file waits in the queue until its class is set.',
    readBy: 'the intake of files',
  },
  auto_split: {
    schema: Flag(),
    fallback: true,
    meaning:
      'Whether a file of several documents is split when it arrives, where its print leaves no doubt.',
    readBy: 'the intake of files',
    isAdditive: true,
  },
  auto_enrich: {
    schema: Flag(),
    fallback: true,
    meaning: 'Whether rows sent over the API are enriched, unless the request decides.',
    readBy: 'POST /v1/transactions, POST /v1/transactions/bulk',
  },
  auto_evaluate: {
    schema: Flag(),
    fallback: true,
    meaning: 'Whether automatic policies are evaluated when a run ends.',
    readBy: 'the end of a run',
  },
  auto_match: {
    schema: Flag(),
    fallback: false,
    meaning: 'Whether funders are matched when a run ends.',
    readBy: 'the end of a run',
  },
  require_review: {
    schema: Flag(),
    fallback: false,
    meaning: 'Whether every processed submission needs a review (review_required).',
    readBy: 'the end of a run',
  },
  low_balance_threshold: {
    schema: shapes.low_balance_threshold,
    fallback: 500,
    meaning: 'A day that ends below it is a low-balance day, in major units (B13).',
    readBy: 'low_balance_days, balances, bank-summary, risk-score',
  },
  revenue_formula: {
    schema: shapes.revenue_formula,
    fallback: {
      include_slugs: [],
      exclude_slugs: [],
      count_p2p_as_revenue: null,
      count_factoring_as_revenue: null,
      count_salary_as_revenue: null,
      subtract_contra: true,
      large_deposit_cap_multiple: null,
      wire_policy: null,
    },
    meaning:
      'What counts as true revenue, overriding enrichment; null switches leave it as enriched (section 3).',
    readBy: REPORTS,
  },
  count_card_payments_as_debt: {
    schema: shapes.count_card_payments_as_debt,
    fallback: false,
    meaning: 'Whether payments to credit cards are debt service (L10).',
    readBy: 'cashflow, debt metrics, risk-score',
  },
  deposits_exclude_internal: {
    schema: shapes.deposits_exclude_internal,
    fallback: false,
    meaning: 'Whether total deposits leave matched transfers between own accounts out (R1).',
    readBy: 'total_deposits and the ratios over it',
  },
  required_statement_months: {
    schema: shapes.required_statement_months,
    fallback: 3,
    meaning: 'Full months that statements have to cover, beside the current one (G6).',
    readBy: 'coverage and its document requests',
  },
  scorecard_thresholds: {
    schema: shapes.scorecard_thresholds,
    fallback: {},
    meaning:
      'By metric: A, B, C, D, is_critical and section in place of the default row; null takes the metric out of the scorecard.',
    readBy: 'scorecard, paper_grade',
  },
  risk_model: {
    schema: shapes.risk_model,
    fallback: null,
    meaning:
      'Weights and knots by factor in place of the default ones; a weight of 0 leaves a factor out.',
    readBy: 'risk-score, risk_score, risk_grade',
  },
  industry_tiers: {
    schema: shapes.industry_tiers,
    fallback: {},
    meaning: 'Tier by NAICS code or prefix: low, medium, high or restricted; the longest wins.',
    readBy: 'risk-score',
  },
  anomaly_thresholds: {
    schema: shapes.anomaly_thresholds,
    fallback: {},
    meaning: 'By kind of anomaly: its threshold in place of the default; null turns the kind off.',
    readBy: 'anomalies, anomaly_count, scorecard',
  },
  cashflow_layout: {
    schema: shapes.cashflow_layout,
    fallback: null,
    meaning: 'The lines of cashflow with layout=tenant, each a sum of lines of the default.',
    readBy: 'cashflow',
    isAdditive: true,
  },
  creditor: {
    schema: shapes.creditor,
    fallback: { name: null, address: null, phone: null, agency: null },
    meaning: 'Who lends, as notices to applicants name it: name, address, phone, federal agency.',
    readBy: 'adverse-action',
    isAdditive: true,
  },
  funder_defaults: {
    schema: OfferTerms,
    fallback: {},
    meaning:
      'Usual terms, as defaults of a funder has them: an offer is estimated with them where neither the policy nor its funder states any.',
    readBy: 'estimated offers of POST /v1/submissions/:sid/funders/match',
  },
  notification_emails: {
    schema: Type.Array(EmailAddress, { maxItems: 20 }),
    fallback: [],
    meaning: 'Who is notified when a person is needed.',
    readBy: 'the notice of a link that is no longer synced',
  },
  webhook_failure_email: {
    schema: Nullable(EmailAddress),
    fallback: null,
    meaning: 'Who is notified that a webhook was disabled, unless the webhook has its own address.',
    readBy: 'the notice of a disabled webhook',
  },
  email_from_name: {
    schema: Nullable(Text),
    fallback: null,
    meaning: 'Sender name of the tenant’s e-mails.',
    readBy: 'every e-mail to applicants, brokers and funders',
  },
  inbound_email_enabled: {
    schema: Flag(),
    fallback: false,
    meaning: 'Whether an e-mail of no deal, with or without files, opens a submission.',
    readBy: 'the intake of e-mails',
  },
  retention_days: {
    schema: Type.Partial(
      Fields({ documents: Days, raw_payloads: Days, audit: Days, submissions: Days, events: Days }),
      CLOSED,
    ),
    fallback: { documents: null, raw_payloads: null, audit: null, submissions: null, events: null },
    meaning:
      'Days after which each kind is removed; null keeps it: submissions, documents (unless their class sets its own), raw payloads of providers, whose transactions stay, events, and entries of the audit log, by whole days; its chain then begins behind a signed base, and still verifies.',
    readBy: 'the removal job every ten minutes, unless legal_hold is set',
  },
  legal_hold: {
    schema: Flag(),
    fallback: false,
    meaning:
      'Whether submissions and documents are kept from deletion, which then fails with 409 legal_hold.',
    readBy: 'DELETE /v1/submissions/:id, DELETE /v1/documents/:id',
    isAdditive: true,
  },
  mask_pii: {
    schema: Flag(),
    fallback: true,
    meaning:
      'Whether identifiers (EIN, dates of birth and the like) are masked in exported files for everybody; else keys with pii:read get them in full. SSN and account numbers are in no file, whatever it says.',
    readBy: 'GET /v1/entities/export as CSV and XLSX',
  },
  allow_llm: {
    schema: Flag(),
    fallback: false,
    meaning:
      'Whether the language model that the operator configured, if any, may be used for rows to review.',
    readBy: 'second opinions in the explanation of a transaction',
  },
  benchmarks_opt_in: {
    schema: Flag(),
    fallback: false,
    meaning:
      'Whether own deals anonymously join the benchmark network; only participants can compare with it.',
    readBy: 'benchmarks with scope=network',
  },
  watermark: {
    schema: Type.Partial(
      Fields({
        enabled: Flag(),
        text: Nullable(Text),
        position: StringEnum(['diagonal', 'header', 'footer']),
        opacity: Type.Number({ minimum: 0, maximum: 1 }),
      }),
      CLOSED,
    ),
    fallback: { enabled: false, text: null, position: 'diagonal', opacity: 0.15 },
    meaning:
      'Watermark on every page that is sent to a funder: its text or else the name of the tenant, the funder, the day and a code.',
    readBy: 'sending a submission to a funder',
  },
  broker_requirements: {
    schema: Type.Array(StringEnum(REQUIREMENT_CODES), { maxItems: 20, uniqueItems: true }),
    fallback: ['business_name', 'ein', 'owner', 'amount', 'application', 'bank_statements'],
    meaning:
      'What a deal must have before its broker can submit it; bank_statements counts the months of required_statement_months.',
    readBy: 'POST /v1/broker/submissions/:id/submit',
    isAdditive: true,
  },
  broker_auto_accept: {
    schema: Flag(),
    fallback: false,
    meaning: 'Whether a deal becomes a submission as its broker submits it, without a review.',
    readBy: 'POST /v1/broker/submissions/:id/submit',
    isAdditive: true,
  },
  allowed_outbound_hosts: {
    schema: Type.Array(Host, { maxItems: 200 }),
    fallback: [],
    meaning: 'Hosts that workflows may call.',
    readBy: 'workflows: http_request, send_webhook',
  },
  default_workflow_id: {
    schema: Nullable(KnownId('workflow')),
    fallback: null,
    meaning: 'Workflow of a submission that names none.',
    readBy: 'POST /v1/submissions/:id/workflow',
  },
  brand: {
    schema: Type.Partial(
      Fields({
        name: Nullable(Text),
        color: Nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
      }),
      CLOSED,
    ),
    fallback: { name: null, color: null },
    meaning: 'Name and color on files for recipients, and the name of the lender in e-mails.',
    readBy: 'the underwriting file and scorecard as PDF, XLSX and HTML; e-mails of templates',
  },
}
