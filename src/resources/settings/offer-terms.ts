import { Type } from 'typebox'
import { FREQUENCIES } from '../../core/analytics/repayment/schedule.ts'
import type { Body } from '../../platform/route.ts'
import { Fields, Maybe, StringEnum } from '../../platform/wire/shapes.ts'

const Factor = Type.Number({ minimum: 1, maximum: 10 })
const Months = Type.Number({ exclusiveMinimum: 0, maximum: 480 })
/** A share of the advance. */
export const Share = Type.Number({ minimum: 0, maximum: 1 })
export const Frequencies = Type.Array(StringEnum(FREQUENCIES), { maxItems: FREQUENCIES.length })

/** Usual terms, from which an offer is estimated where nothing nearer states them. */
export const OfferTerms = Fields({
  factor_min: Maybe(Factor),
  factor_max: Maybe(Factor),
  buy_rate: Maybe(Factor),
  term_min: Maybe(Months),
  term_max: Maybe(Months),
  frequencies: Type.Optional(Frequencies),
  commission_points: Maybe(Share),
  origination_fee: Maybe(Share),
  net_minimum: Maybe(Share),
})
export type OfferTerms = Body<typeof OfferTerms>
