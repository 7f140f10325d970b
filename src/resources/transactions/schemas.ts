import { STATED } from '../records/transactions/facts/stated-periods.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type, type Static } from 'typebox'
import { COUNTERPARTY_TYPES } from '../../core/values/transaction.ts'
import { ACCOUNT_TYPES } from '../../core/values/account.ts'
import {
  Count,
  Currency,
  Fields,
  FreeForm,
  Instant,
  List,
  Maybe,
  Metadata,
  Money,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import type { Camel } from '../../platform/route.ts'

export const CHANNELS = [
  'ach',
  'wire',
  'check',
  'card',
  'cash',
  'transfer',
  'p2p',
  'fee',
  'interest',
  'return',
  'adjustment',
  'other',
] as const
export const FEE_KINDS = ['nsf', 'overdraft', 'returned_item', 'ambiguous'] as const

const Line = Nullable(Type.String())
const Id = Nullable(Type.String())
const Amount = Nullable(Type.Number())

const Category = Fields({
  name: Type.String(),
  slug: Type.String(),
  confidence: Type.Number(),
  /** How surely the family is right: that it is income, debt, a transfer, a cost or a fee. */
  family_confidence: Type.Optional(Nullable(Type.Number())),
  source: Type.String(),
  rule_id: Line,
})

const Counterparty = Fields({ name: Line, type: StringEnum(COUNTERPARTY_TYPES) })

/** What enrichment says about a row; the same for stored rows and for rows sent along. */
const enrichment = {
  normalized_description: Line,
  merchant_name: Line,
  counterparty: Counterparty,
  categories: Type.Array(Category),
  category_confidence: Amount,
  category_source: Line,
  category_rule_id: Line,
  type: StringEnum(CHANNELS),
  direction: StringEnum(['inflow', 'outflow']),
  check_number: Line,
  flags: Type.Array(Type.String()),
  fee_kind: Nullable(StringEnum(FEE_KINDS)),
  is_revenue: Type.Boolean(),
  exclusion_reason: Line,
  is_debt: Type.Boolean(),
  is_recurring: Type.Boolean(),
  is_duplicate: Type.Boolean(),
  funder_id: Line,
  position_role: Line,
  needs_review: Type.Boolean(),
}

export const ENRICHED_FIELDS = Object.keys(enrichment) as (keyof typeof enrichment)[]

export const Transaction = Fields({
  id: Uuid,
  submission_id: Uuid,
  external_id: Line,
  account_id: Uuid,
  data_source_id: Id,
  document_id: Id,
  statement_id: Id,
  date: PlainDate,
  posted_at: Nullable(Instant),
  amount: Type.Number(),
  currency: Type.String(),
  balance: Amount,
  balance_source: Nullable(StringEnum(['printed', 'computed', 'provider'])),
  description: Type.String(),
  raw_description: Type.String(),
  mcc_code: Line,
  reference: Line,
  trace_id: Line,
  location: Nullable(Fields({ city: Line, state: Line })),
  merchant_id: Id,
  merchant_group_slugs: Type.Array(Type.String()),
  ...enrichment,
  revenue_override: Nullable(StringEnum(['include', 'exclude'])),
  revenue_override_reason: Line,
  is_pending: Type.Boolean(),
  duplicate_of: Id,
  duplicate_ids: Type.Array(Type.String()),
  matched_transaction_id: Id,
  match_score: Amount,
  stream_id: Id,
  position_id: Id,
  evidence: Fields({
    document_id: Id,
    page: Nullable(Type.Integer()),
    bbox: Nullable(Type.Array(Type.Number())),
    line_text: Line,
    /** The first OCR result, where reconciliation proved another one right. */
    repaired_from: Line,
  }),
  feedback: Nullable(FreeForm),
  /** By a person, on the statement. */
  corrected: Nullable(
    Fields({
      by: Line,
      at: Nullable(Instant),
      feedback_id: Id,
      /** As printed; null for a row that was added. */
      read: Nullable(
        Fields({ date: PlainDate, amount: Type.Number(), description: Type.String() }),
      ),
    }),
  ),
  metadata: FreeForm,
  livemode: Type.Boolean(),
  created_at: Instant,
  updated_at: Instant,
})
const LayerExplanation = Fields({
  layer: Type.String(),
  matched: Type.Boolean(),
  category: Type.Union([Type.String(), Type.Null()]),
  source: Type.Union([Type.String(), Type.Null()]),
  rule_id: Type.Union([Type.String(), Type.Null()]),
  cue: Type.Union([Type.String(), Type.Null()]),
  confidence: Nullable(Type.Number()),
  chosen: Type.Boolean(),
})
export const Explanation = One(
  Fields({
    transaction_id: Type.String(),
    normalized_description: Line,
    category: Type.String(),
    is_revenue: Type.Boolean(),
    exclusion_reason: Line,
    flags: Type.Array(Type.String()),
    layers: Type.Array(LayerExplanation),
  }),
)
export const OneTransaction = One(Transaction)
export const TransactionList = List(Transaction)

const AccountInput = Fields({
  name: Type.Optional(Text),
  number: Type.Optional(Type.String({ minLength: 2, maxLength: 34 })),
  type: Type.Optional(StringEnum(ACCOUNT_TYPES)),
  institution_name: Type.Optional(Text),
})
export type AccountInput = Camel<Static<typeof AccountInput>>

const Description = Type.String({ minLength: 1, maxLength: 2000 })
/**
 * A calendar date such as 2025-03-31, or an instant such as 2025-03-31T23:10:00-05:00: its date as
 * written counts, since a bank's date is local, and the instant is kept in posted_at.
 */
const DateInput = Type.String({
  pattern:
    '^(19|20|21)\\d\\d-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d))?$',
  errorCode: 'invalid_date',
})

const Slug = Type.String({ maxLength: 100 })
const GivenCategory = Fields({ ...Type.Partial(Category).properties, slug: Slug })

const item = {
  description: Description,
  amount: Money,
  date: DateInput,
  balance: Maybe(Money),
  currency: Type.Optional(Currency),
  merchant_name: Maybe(Text),
  mcc_code: Maybe(Type.String({ pattern: '^\\d{4}$' })),
  type: Type.Optional(StringEnum(CHANNELS)),
  check_number: Maybe(Type.String({ minLength: 1, maxLength: 32 })),
  /** A slug; enrichment may decide otherwise unless lock_category is true. */
  category: Type.Optional(Slug),
  /** The first one counts; each a slug, or as a response has it. */
  categories: Type.Optional(Type.Array(Type.Union([Slug, GivenCategory]), { maxItems: 3 })),
  is_pending: Type.Optional(Type.Boolean()),
}

const storedItem = {
  ...item,
  external_id: Maybe(Text),
  account_id: Type.Optional(KnownId('account')),
  account: Type.Optional(AccountInput),
  lock_category: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(Metadata),
}

/** One row of a bulk request. */
export const TransactionItem = Fields(storedItem)
export type TransactionItem = Camel<Static<typeof TransactionItem>>

export const TransactionCreate = Fields({ submission_id: KnownId('submission'), ...storedItem })

export const ON_CONFLICT = ['error', 'skip', 'update'] as const

const bulkOptions = {
  on_conflict: Type.Optional(StringEnum(ON_CONFLICT)),
  dry_run: Type.Optional(Type.Boolean()),
  enrich: Type.Optional(Type.Boolean()),
}

/** Rows are checked one by one, so that a bad one fails alone, one that is too large as well. */
const AnyItem = Type.Unsafe<unknown>({
  maxValues: Infinity,
  description: 'A body of POST /v1/transactions, without submission_id.',
})

export const TransactionBulk = Fields({
  submission_id: KnownId('submission'),
  transactions: Type.Array(AnyItem, { minItems: 1, maxItems: 10_000 }),
  account: Type.Optional(AccountInput),
  ...STATED,
  ...bulkOptions,
})

/** Options of the JSON body, sent in the query with NDJSON. */
export const TransactionBulkQuery = Fields({
  submission_id: Type.Optional(KnownId('submission')),
  ...bulkOptions,
})

const ItemResult = Fields({
  index: Count,
  external_id: Line,
  id: Id,
  status: StringEnum(['created', 'updated', 'unchanged', 'skipped', 'failed']),
  error: Nullable(Fields({ code: Type.String(), message: Type.String(), param: Line })),
})
export type ItemResult = Camel<Static<typeof ItemResult>>

export const BulkResponse = One(
  Fields({
    submission_id: Uuid,
    dry_run: Type.Boolean(),
    created: Count,
    updated: Count,
    unchanged: Count,
    skipped: Count,
    failed: Count,
    enrichment: StringEnum(['done', 'queued', 'none']),
    results: Type.Array(ItemResult),
  }),
)

export const TransactionPatch = Fields({
  description: Type.Optional(Description),
  date: Type.Optional(DateInput),
  amount: Type.Optional(Money),
  balance: Maybe(Money),
  account_id: Type.Optional(KnownId('account')),
  metadata: Type.Optional(Metadata),
})
export type TransactionPatch = Camel<Static<typeof TransactionPatch>>

/** `tenant` also creates a rule for present and future rows of other submissions. */
export const APPLY_TO = ['this', 'similar_in_submission', 'tenant'] as const

const correction = {
  category: Type.Optional(Type.String({ maxLength: 100 })),
  merchant_name: Type.Optional(Text),
  merchant_id: Type.Optional(KnownId('merchant')),
  is_revenue: Type.Optional(Type.Boolean()),
  is_recurring: Type.Optional(Type.Boolean()),
  is_debt: Type.Optional(Type.Boolean()),
  fee_kind: Type.Optional(StringEnum(FEE_KINDS)),
  is_internal_transfer: Type.Optional(Type.Boolean()),
  is_duplicate: Type.Optional(Type.Boolean()),
  /** Its position or funder; null for none. */
  position_id: Maybe(KnownId('position')),
  funder_id: Maybe(Text),
  /** The other side of a transfer between accounts of the submission; null for none. */
  matched_transaction_id: Maybe(KnownId('transaction')),
  comment: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  apply_to: Type.Optional(StringEnum(APPLY_TO)),
}

/** A correction as POST /v1/feedback takes it. */
export const Correction = Fields(correction)
export type Correction = Camel<Static<typeof Correction>>

export const Feedback = Fields({
  ...correction,
  preview: Type.Optional(
    Type.Boolean({ description: 'Only counts the rows that the correction would reach.' }),
  ),
})
export type Feedback = Camel<Static<typeof Feedback>>

export const FeedbackResponse = One(
  Fields({
    transaction: Transaction,
    /** For POST /v1/feedback/:id/undo; null for a preview, which changes nothing. */
    feedback_id: Nullable(Uuid),
    /** The rows that the correction reaches, of other submissions as well. */
    affected_count: Count,
    rule_id: Id,
    recompute: StringEnum(['queued', 'none']),
  }),
)

/** Rows that are enriched without being stored. */
const InlineItem = Fields({ ...item, external_id: Maybe(Text) })
export type InlineItem = Camel<Static<typeof InlineItem>>

export const EnrichRequest = Fields({
  transaction_ids: Type.Optional(
    Type.Array(KnownId('transaction'), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Stored rows, which are enriched with their submissions; or send transactions.',
    }),
  ),
  transactions: Type.Optional(
    Type.Array(InlineItem, {
      minItems: 1,
      maxItems: 1000,
      description: 'Rows that are enriched and not stored; or send transaction_ids.',
    }),
  ),
  persist: Type.Optional(
    Type.Boolean({ description: 'Stored rows always keep the result, rows of the body never.' }),
  ),
  fields: Type.Optional(
    Type.Array(StringEnum(ENRICHED_FIELDS), {
      minItems: 1,
      maxItems: 50,
      description: 'Only these fields of the enrichment; the other fields are always returned.',
    }),
  ),
})
export type EnrichRequest = Camel<Static<typeof EnrichRequest>>

/** A row with what enrichment says about it; `id` is null for a row that was only sent along. */
const EnrichedRow = Fields({
  id: Id,
  external_id: Line,
  date: PlainDate,
  amount: Type.Number(),
  currency: Type.String(),
  description: Type.String(),
  // Present unless `fields` excludes them.
  ...Type.Partial(Fields(enrichment)).properties,
})

const enrichCounts = {
  enriched: Count,
  changed: Count,
  needs_review: Count,
  status: StringEnum(['done', 'queued']),
}

export const EnrichResponse = One(
  Fields({ ...enrichCounts, transactions: Type.Array(EnrichedRow) }),
)

export const SubmissionEnrichRequest = Fields({
  force: Type.Optional(Type.Boolean({ description: 'Writes rows that have not changed too.' })),
  /** Which rows are written; all are read. */
  only: Type.Optional(StringEnum(['uncategorized', 'low_confidence', 'all'])),
})

export const SubmissionEnrichResponse = One(Fields(enrichCounts))

export const SubmissionParams = Fields({ sid: Uuid })
