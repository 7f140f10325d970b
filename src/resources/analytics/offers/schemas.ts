import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { FREQUENCIES } from '../../../core/analytics/repayment/schedule.ts'
import { Fields, Money, StringEnum, PlainDate, Text } from '../../../platform/wire/shapes.ts'
import type { Body } from '../../../platform/route.ts'

const AMOUNT_MAX = 1_000_000_000
const TERM_MONTHS_MAX = 60

const Amount = Type.Intersect([Money, Type.Number({ minimum: 0, maximum: AMOUNT_MAX })])
const Positive = Type.Intersect([Amount, Type.Number({ exclusiveMinimum: 0 })])
const Share = Type.Number({ minimum: 0, maximum: 1 })

/** An offer to simulate; its cost is a factor or a target annual rate. */
export const OfferSimulationBody = Fields({
  advance: Type.Number({ minimum: 1, maximum: AMOUNT_MAX }),
  factor: Type.Optional(Type.Number({ minimum: 1, maximum: 10 })),
  target_apr: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 10 })),
  term: Type.Number({ minimum: 0.25, maximum: TERM_MONTHS_MAX }),
  frequency: StringEnum(FREQUENCIES),
  start_date: Type.Optional(PlainDate),
  fees: Type.Optional(
    Type.Array(
      Fields({
        name: Text,
        amount: Type.Optional(Amount),
        share: Type.Optional(Share),
        is_deducted: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 20 },
    ),
  ),
  payoffs: Type.Optional(
    Type.Array(
      Fields({ name: Text, amount: Amount, position_id: Type.Optional(KnownId('position')) }),
      { maxItems: 20 },
    ),
  ),
  commission_points: Type.Optional(Share),
  buy_rate: Type.Optional(Type.Number({ minimum: 1, maximum: 10 })),
  /** Total owed when the offer is paid off within so many days (formulas O13). */
  early_payoff: Type.Optional(
    Type.Array(
      Fields({
        days: Type.Integer({ minimum: 1, maximum: 3_650 }),
        factor: Type.Number({ minimum: 1, maximum: 10 }),
      }),
      { maxItems: 12 },
    ),
  ),
  /** An earlier advance that the offer pays off (O14). */
  renewal: Type.Optional(Fields({ advance: Positive, right_to_receive: Positive, paid: Amount })),
  /** Receipts and collections of a period under a specified percentage (O16). */
  true_up: Type.Optional(
    Fields({ specified_percentage: Share, receipts: Amount, collected: Amount }),
  ),
  /** Investors and their shares, at most 1 in total (O17). */
  syndication: Type.Optional(
    Type.Array(Fields({ name: Text, share: Share, management_fee: Type.Optional(Share) }), {
      maxItems: 50,
    }),
  ),
})

/** The body as the handler gets it. */
export type OfferSimulationBody = Body<typeof OfferSimulationBody>
