import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { FREQUENCIES } from '../../../core/analytics/repayment/schedule.ts'
import type { Body } from '../../../platform/route.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  Instant,
  Money,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../../platform/wire/shapes.ts'

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())

export const MATCH_STATUSES = [
  'matched',
  'near_match',
  'missing_data',
  'mismatched',
  'error',
] as const

const LIMITS = ['revenue', 'balance', 'holdback', 'coverage', 'policy'] as const

const Criterion = Fields({
  name: Type.String(),
  result: StringEnum(['pass', 'fail', 'near_miss', 'missing_data']),
  is_hard: Type.Boolean(),
  /** The metric or fact that decided; null when there was none. */
  metric: Line,
  date_range: Line,
  actual: Type.Unknown(),
  operator: Line,
  expected: Type.Unknown(),
  expected_to: Type.Unknown(),
  distance: Amount,
  /** The rows behind the metric; null for a fact, which has none. */
  evidence: Nullable(Fields({ transactions_count: Count, href: Line })),
  message: Line,
})

const WORDS = {
  funder_id: Uuid,
  funder_name: Type.String(),
  policy_id: Uuid,
  policy_name: Type.String(),
  policy_version: Type.Integer(),
  status: StringEnum(MATCH_STATUSES),
  fit: Type.Number({ minimum: 0, maximum: 1 }),
  rank: Type.Integer({ minimum: 1 }),
  criteria: Type.Array(Criterion),
  missing_fields: Type.Array(Type.String()),
  missing_documents: Type.Array(Type.String()),
  /** Null for a mismatch, and when there can be none; `no_offer_reason` says why. */
  estimated_offer: Nullable(
    Fields({
      amount: Type.Number(),
      factor: Type.Number(),
      term_months: Type.Number(),
      payment: Type.Number(),
      frequency: StringEnum(FREQUENCIES),
      holdback: Amount,
      net_funded: Type.Number(),
      apr: Amount,
      commission: Amount,
      /** The limit that set the amount. */
      binding_limit: StringEnum([...LIMITS, 'requested']),
    }),
  ),
  /** Every limit of the amount; null where its inputs are unknown. */
  offer_limits: Type.Array(Fields({ name: StringEnum(LIMITS), amount: Amount })),
  no_offer_reason: Line,
  reasons: Type.Array(Type.String()),
}

/** A match without its time. */
export const MatchWordsShape = Fields(WORDS)

export const Match = Fields({ ...WORDS, evaluated_at: Instant, analytics_version: Type.Integer() })

const IDS = { minItems: 1, maxItems: 500 }

export const MatchInput = Fields({
  funder_ids: Type.Optional(Type.Array(KnownId('funder'), IDS)),
  policy_ids: Type.Optional(Type.Array(KnownId('funder_policy'), IDS)),
  product_types: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 20 })),
  requested_amount: Type.Optional(Money),
  /** Links the funders whose best policy is matched at least this well. */
  link: Type.Optional(Type.Boolean()),
  min_status: Type.Optional(StringEnum(['matched', 'near_match', 'missing_data'])),
  as_of: Type.Optional(PlainDate),
  /** At most so many matches, the best; the summary counts all. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
})
export type MatchInput = Body<typeof MatchInput>

export const MatchSummary = Fields({
  matched: Count,
  near_match: Count,
  mismatched: Count,
  missing_data: Count,
})

export const MatchResponse = One(Fields({ matches: Type.Array(Match), summary: MatchSummary }))

export const SubmissionFunderQuery = ListQuery({
  status: Type.Optional(StringEnum(MATCH_STATUSES)),
})
