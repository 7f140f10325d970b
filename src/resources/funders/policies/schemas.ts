import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { FREQUENCIES } from '../../../core/analytics/repayment/schedule.ts'
import { CRITERION_NAMES } from '../../../core/decisions/match/criteria.ts'
import type { Body } from '../../../platform/route.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Fields,
  Instant,
  List,
  Maybe,
  Money,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../../platform/wire/shapes.ts'
import { Share } from '../../settings/offer-terms.ts'

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())
const ON_MISSING = ['missing_data', 'pass', 'fail'] as const

const Criterion = Fields({
  name: StringEnum(CRITERION_NAMES),
  metric: Line,
  operator: Line,
  value: Type.Unknown(),
  value_to: Type.Unknown(),
  date_range: Line,
  is_hard: Type.Boolean(),
  weight: Type.Number(),
  tolerance: Type.Unknown(),
  on_missing: StringEnum(ON_MISSING),
  note: Line,
})

const Offer = Fields({
  factor: Amount,
  term: Amount,
  frequency: Line,
  holdback: Amount,
  revenue_share: Amount,
  target_coverage: Amount,
  min_amount: Amount,
  max_amount: Amount,
  buy_rate: Amount,
  commission_points: Amount,
  origination_fee: Amount,
  net_minimum: Amount,
})

const FunderPolicy = Fields({
  id: Uuid,
  funder_id: Uuid,
  name: Type.String(),
  paper_grade: Line,
  product_type: Line,
  is_active: Type.Boolean(),
  version: Type.Integer(),
  criteria: Type.Array(Criterion),
  required_documents: Type.Array(Type.String()),
  offer: Offer,
  effective_from: Nullable(PlainDate),
  source_document_id: Nullable(Uuid),
  created_at: Instant,
  updated_at: Instant,
})
export const OneFunderPolicy = One(FunderPolicy)
export const FunderPolicyList = List(FunderPolicy)
export const FunderPolicyQuery = ListQuery({ is_active: Type.Optional(Type.Boolean()) })

/**
 * `metric` and `value_to` are for `custom`, which takes any condition of a rule; the others have
 * one operator each.
 */
const CriterionInput = Fields({
  name: StringEnum(CRITERION_NAMES),
  metric: Maybe(Text),
  operator: Maybe(Text),
  value: Type.Optional(Type.Unknown()),
  value_to: Type.Optional(Type.Unknown()),
  date_range: Maybe(Text),
  is_hard: Type.Optional(Type.Boolean()),
  weight: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1000 })),
  tolerance: Type.Optional(Type.Unknown()),
  on_missing: Type.Optional(StringEnum(ON_MISSING)),
  note: Maybe(Type.String({ maxLength: 1000 })),
})
export type CriterionInput = Body<typeof CriterionInput>

export const OfferInput = Fields({
  factor: Maybe(Type.Number({ minimum: 1, maximum: 10 })),
  /** Months. */
  term: Maybe(Type.Number({ exclusiveMinimum: 0, maximum: 480 })),
  frequency: Maybe(StringEnum(FREQUENCIES)),
  /** The largest share of monthly revenue that all advances may take. */
  holdback: Maybe(Share),
  /** The largest advance as a share of monthly revenue. */
  revenue_share: Maybe(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
  /** Operating cash flow over debt service with the advance; 0 when it is not looked at. */
  target_coverage: Maybe(Type.Number({ minimum: 0, maximum: 100 })),
  min_amount: Maybe(Money),
  max_amount: Maybe(Money),
  buy_rate: Maybe(Type.Number({ minimum: 1, maximum: 10 })),
  commission_points: Maybe(Share),
  origination_fee: Maybe(Share),
  net_minimum: Maybe(Share),
})

export const FunderPolicyPatch = Fields({
  name: Type.Optional(Text),
  paper_grade: Maybe(Text),
  product_type: Maybe(Text),
  is_active: Type.Optional(Type.Boolean()),
  criteria: Type.Optional(Type.Array(CriterionInput, { maxItems: 60 })),
  required_documents: Type.Optional(Type.Array(Text, { maxItems: 50 })),
  offer: Type.Optional(OfferInput),
  effective_from: Maybe(PlainDate),
  source_document_id: Maybe(KnownId('document')),
})
export type FunderPolicyPatch = Body<typeof FunderPolicyPatch>
export const FunderPolicyCreate = Fields({ ...FunderPolicyPatch.properties, name: Text })
export type FunderPolicyCreate = Body<typeof FunderPolicyCreate>

export const FunderParams = Fields({ fid: Uuid })
export const FunderPolicyParams = Fields({ fid: Uuid, id: Uuid })
