import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { toCamel } from '../../../core/values/text.ts'
import {
  EmailAddress,
  Currency,
  Fields,
  LongText,
  Maybe,
  Metadata,
  StringEnum,
  PlainDate,
  Text,
} from '../../../platform/wire/shapes.ts'
import { FREQUENCIES } from '../../../core/analytics/repayment/schedule.ts'
import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import type { Body } from '../../../platform/route.ts'
import { Share } from '../../settings/offer-terms.ts'
import {
  DEAL_STAGES,
  OFFER_STATES,
  PATCHABLE_STATUSES,
} from '../../records/submissions/lifecycle.ts'
import { ENTITY_TYPES } from '../schemas.ts'

/**
 * An object whose snake_case fields may also be written in camelCase. A field under both names is
 * refused as ambiguous.
 */
export function EitherCase<P extends TProperties>(properties: P): TObject<P> {
  const twins = Object.keys(properties).filter((name) => toCamel(name) !== name)
  const aliases = Object.fromEntries(
    twins.map((name) => [toCamel(name), createAlias(properties[name]!, name)]),
  )
  const allOf = twins.map((name) => ({
    not: { required: [name, toCamel(name)] },
    errorCode: 'field_given_twice',
    errorField: name,
  }))
  return Fields({ ...properties, ...aliases }, { allOf }) as unknown as TObject<P>
}

function createAlias(schema: TSchema, name: string): TSchema {
  return Type.Optional({
    ...schema,
    deprecated: true,
    description: `The same as ${name}; send one of the two.`,
  } as TSchema)
}

const PositiveAmount = Type.Number({
  minimum: 0,
  maximum: 90_000_000_000_000,
  errorCode: 'invalid_amount',
})
const Phone = Type.String({ minLength: 5, maxLength: 40, pattern: '^[0-9+() .x-]+$' })

const AddressInput = EitherCase({
  line1: Maybe(Text),
  line2: Maybe(Text),
  city: Maybe(Text),
  state: Maybe(Text),
  postal_code: Maybe(Text),
  country: Maybe(Text),
})

export const COMPANY_INPUT = {
  name: Maybe(Text),
  ein: Maybe(Type.String({ pattern: '^\\d{2}-\\d{7}$', errorCode: 'invalid_ein' })),
  dba: Maybe(Text),
  entity_type: Maybe(StringEnum(ENTITY_TYPES)),
  start_date: Maybe(PlainDate),
  state_of_incorporation: Maybe(Text),
  naics_code: Maybe(Type.String({ pattern: '^\\d{2,6}$', errorCode: 'invalid_naics' })),
  sic_code: Maybe(Type.String({ pattern: '^\\d{4}$' })),
  industry: Maybe(Text),
  address: Maybe(AddressInput),
  phone: Maybe(Phone),
  email: Maybe(EmailAddress),
  website: Maybe(Text),
  annual_revenue: Maybe(PositiveAmount),
}

export const CompanyInput = EitherCase(COMPANY_INPUT)

export const OwnerInput = EitherCase({
  first_name: Maybe(Text),
  last_name: Maybe(Text),
  ownership_percent: Maybe(Type.Number({ minimum: 0, maximum: 100 })),
  email: Maybe(EmailAddress),
  phone: Maybe(Phone),
  date_of_birth: Maybe(PlainDate),
  ssn_last4: Maybe(Type.String({ pattern: '^\\d{4}$' })),
  fico: Maybe(Type.Integer({ minimum: 300, maximum: 850 })),
  is_guarantor: Maybe(Type.Boolean()),
  address: Maybe(AddressInput),
})

export const RequestInput = EitherCase({
  amount: Maybe(PositiveAmount),
  currency: Maybe(Currency),
  purpose: Maybe(LongText),
  product_type: Maybe(Text),
  term_months: Maybe(Type.Integer({ minimum: 1, maximum: 600 })),
  use_of_funds: Maybe(LongText),
})

/** Terms as a simulation takes them; a given field replaces the one that is kept. */
const OfferInput = EitherCase({
  amount: Type.Optional(Type.Number({ minimum: 1, maximum: 1_000_000_000 })),
  factor: Type.Optional(Type.Number({ minimum: 1, maximum: 10 })),
  term_months: Type.Optional(Type.Number({ minimum: 0.25, maximum: 60 })),
  frequency: Type.Optional(StringEnum(FREQUENCIES)),
  /** A share of the amount, kept back from it. */
  origination_fee: Maybe(Share),
  payoffs: Type.Optional(
    Type.Array(
      EitherCase({ name: Text, amount: PositiveAmount, position_id: Maybe(KnownId('position')) }),
      { maxItems: 20 },
    ),
  ),
  /** `draft` without. */
  state: Type.Optional(StringEnum(OFFER_STATES)),
})

const writable = {
  external_id: Maybe(Text),
  company_info: Maybe(CompanyInput),
  metadata: Type.Optional(Metadata),
  owners: Maybe(Type.Array(OwnerInput, { maxItems: 50 })),
  request: Maybe(RequestInput),
  tags: Type.Optional(Type.Array(Text, { maxItems: 50, uniqueItems: true })),
  deal_stage: Maybe(StringEnum(DEAL_STAGES)),
  decline_reasons: Type.Optional(
    Type.Array(Type.String({ pattern: '^RC\\d{2}$' }), { maxItems: 50 }),
  ),
  assigned_to: Maybe(Text),
  auto_process: Maybe(Type.Boolean()),
}

export const SubmissionCreate = EitherCase({ name: Maybe(Text), ...writable })

export const SubmissionPatch = EitherCase({
  name: Type.Optional(Text),
  ...writable,
  kept_offer: Maybe(OfferInput),
  /** Why the stage is this one; kept as a note, also after the stage changes again. */
  decision_reason: Type.Optional(LongText),
  /** `processed` restores an archived submission. */
  status: Type.Optional(StringEnum(PATCHABLE_STATUSES)),
})

export type SubmissionPatch = Body<typeof SubmissionPatch>
