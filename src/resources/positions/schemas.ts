import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Currency,
  Fields,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'

const STATUSES = ['new', 'active', 'late', 'defaulted', 'paid_off', 'inactive', 'rejected'] as const
const CONFIRMATIONS = ['detected', 'needs_confirmation', 'confirmed', 'rejected', 'manual'] as const
const PRODUCT_TYPES = [
  'mca',
  'revenue_share',
  'line_of_credit',
  'term_loan',
  'reverse_consolidation',
  'factoring',
  'equipment',
  'vehicle',
  'mortgage',
  'sba',
  'credit_card',
  'personal',
  'platform_capital',
  'unknown',
] as const
const CADENCES = [
  'business_daily',
  'daily',
  'weekly',
  'twice_weekly',
  'biweekly',
  'semi_monthly',
  'four_weekly',
  'monthly',
  'bimonthly',
  'quarterly',
  'semi_annual',
  'annual',
  'percentage_split',
  'irregular',
] as const
export const SIDES = ['advance', 'payment', 'return', 'fee'] as const

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())
const Day = Nullable(PlainDate)

/** One funding contract of one funder (resources §6.3, formulas section 9). */
const Position = Fields({
  id: Uuid,
  submission_id: Uuid,
  account_ids: Type.Array(Uuid),
  currency: Type.String(),
  funder_id: Line,
  funder_name: Type.String(),
  funder_match: Fields({
    alias: Line,
    kind: StringEnum(['exact', 'contains', 'ambiguous', 'pattern']),
    ambiguous: Type.Boolean(),
  }),
  product_type: StringEnum(PRODUCT_TYPES),
  repayment_channel: StringEnum(['debit', 'processor_split']),
  status: StringEnum(STATUSES),
  confirmation: StringEnum(CONFIRMATIONS),
  confidence: Type.Number(),
  confidence_reasons: Type.Array(Type.String()),
  is_renewal: Type.Boolean(),
  renewal_count: Count,
  parent_position_id: Nullable(Uuid),
  child_position_ids: Type.Array(Uuid),
  advance: Nullable(
    Fields({
      amount: Type.Number(),
      date: PlainDate,
      is_net: Type.Boolean(),
      transaction_ids: Type.Array(Uuid),
      confidence: Type.Number(),
    }),
  ),
  payment: Nullable(
    Fields({
      amount: Type.Number(),
      cadence: StringEnum(CADENCES),
      /** 0 is Sunday. */
      weekday: Type.Integer({ minimum: 0, maximum: 6 }),
      monthly_equivalent: Amount,
      amount_type: StringEnum(['fixed', 'stable', 'variable']),
      first_date: PlainDate,
      last_date: PlainDate,
      next_expected_date: Day,
      count: Count,
      /** Share of card sales that each payment is; null where payments are agreed amounts. */
      remittance_rate: Amount,
    }),
  ),
  totals: Fields({
    paid_to_date: Type.Number(),
    returned: Type.Number(),
    reversed: Type.Number(),
    fees: Type.Number(),
    inflow: Type.Number(),
    outflow: Type.Number(),
  }),
  estimates: Fields({
    factor_rate: Type.Number(),
    right_to_receive: Amount,
    remaining_balance: Nullable(
      Fields({ low: Type.Number(), mid: Type.Number(), high: Type.Number() }),
    ),
    percent_paid: Amount,
    payments_remaining: Nullable(Count),
    payoff_date: Day,
    is_upper_bound: Type.Boolean(),
    /** High when a person stated what is owed, low when no advance was found. */
    confidence: StringEnum(['low', 'medium', 'high']),
    confidence_reasons: Type.Array(Type.String()),
  }),
  is_renewal_eligible: Type.Boolean(),
  holdback_ratio: Amount,
  monthly_payment: Amount,
  missed_payments: Type.Array(PlainDate),
  missed_count: Count,
  stop_payments: Count,
  returned_payments: Count,
  nsf_on_payment_days: Count,
  is_disclosed: Nullable(Type.Boolean()),
  notes: Line,
  has_overrides: Type.Boolean(),
  evidence: Fields({
    /** The first fifty; `href` lists all of them. */
    transaction_ids: Type.Array(Uuid),
    transactions_count: Count,
    href: Type.String(),
  }),
  as_of: PlainDate,
  formula_version: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})
export const OnePosition = One(Position)
export const PositionList = List(Position)
export const SplitResponse = One(Fields({ position: Position, split_off: Position }))

export const SubmissionParams = Fields({ sid: Uuid })
export const PositionQuery = ListQuery({
  status: Type.Optional(StringEnum(STATUSES)),
  product_type: Type.Optional(StringEnum(PRODUCT_TYPES)),
  confirmation: Type.Optional(StringEnum(CONFIRMATIONS)),
  funder_id: Type.Optional(Text),
  min_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  include_rejected: Type.Optional(Type.Boolean()),
  as_of: Type.Optional(PlainDate),
})
export type PositionQuery = Body<typeof PositionQuery>

export const PositionTransactionQuery = ListQuery({ side: Type.Optional(StringEnum(SIDES)) })

const PositiveMoney = Type.Number({
  exclusiveMinimum: 0,
  maximum: 90_000_000_000_000,
  errorCode: 'invalid_amount',
})
const Notes = Type.String({ minLength: 1, maxLength: 2000 })

/** Fields that a person can correct; null removes the correction. */
const corrections = {
  funder_id: Maybe(Text),
  funder_name: Maybe(Text),
  product_type: Maybe(StringEnum(PRODUCT_TYPES)),
  factor_rate: Maybe(Type.Number({ minimum: 1, maximum: 3 })),
  advance_amount: Maybe(PositiveMoney),
  advance_date: Maybe(PlainDate),
  right_to_receive: Maybe(PositiveMoney),
  is_disclosed: Maybe(Type.Boolean()),
  notes: Maybe(Notes),
  status: Maybe(StringEnum(STATUSES)),
}
export const PositionPatch = Fields({
  confirmation: Maybe(StringEnum(['confirmed', 'rejected'])),
  ...corrections,
})
export type PositionPatch = Body<typeof PositionPatch>

const Rows = Type.Array(KnownId('transaction'), { minItems: 1, maxItems: 1000 })

export const PositionCreate = Fields({
  ...corrections,
  currency: Type.Optional(Currency),
  payment_amount: Type.Optional(PositiveMoney),
  payment_cadence: Type.Optional(StringEnum(CADENCES)),
  /** Rows of the submission that belong to it. */
  transaction_ids: Type.Optional(Rows),
})
export type PositionCreate = Body<typeof PositionCreate>

export const PositionMerge = Fields({
  position_ids: Type.Array(KnownId('position'), { minItems: 1, maxItems: 50 }),
})
export const PositionSplit = Fields({ transaction_ids: Rows })
