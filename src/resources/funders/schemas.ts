import { Type } from 'typebox'
import { CustomHeaders } from '../../platform/egress/custom-headers.ts'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  EmailAddress,
  Count,
  Fields,
  FreeForm,
  Instant,
  List,
  Maybe,
  Metadata,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { OfferTerms } from '../settings/offer-terms.ts'
import { KINDS } from './registry.ts'

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())
const Words = Type.Array(Text, { maxItems: 50 })
const CHANNELS = ['email', 'api', 'web_portal', 'manual'] as const

const Contact = Fields({ name: Line, email: Line, phone: Line, role: Line })

const Defaults = Fields({
  factor_min: Amount,
  factor_max: Amount,
  buy_rate: Amount,
  term_min: Amount,
  term_max: Amount,
  frequencies: Type.Array(Type.String()),
  commission_points: Amount,
  origination_fee: Amount,
  net_minimum: Amount,
})

const ApiConfig = Fields(
  { url: Type.String(), headers: FreeForm },
  {
    description:
      'Where submissions are sent to when submission_channel is api. The values of the headers are never shown.',
  },
)

const Funder = Fields({
  id: Uuid,
  name: Type.String(),
  legal_name: Line,
  aliases: Type.Array(Type.String()),
  /** How bank statements name it. */
  descriptors: Type.Array(Type.String()),
  kind: StringEnum(KINDS),
  website: Line,
  contacts: Type.Array(Contact),
  submission_channel: Nullable(StringEnum(CHANNELS)),
  submission_email: Line,
  api_config: Nullable(ApiConfig),
  /** Where its offers come from, in the tenant's words: a portal, an inbox, a person. */
  offer_source: Line,
  is_linked: Type.Boolean(),
  is_active: Type.Boolean(),
  /** Of the registry that comes with the service. */
  is_global: Type.Boolean(),
  products: Type.Array(Type.String()),
  regions: Type.Array(Type.String()),
  logo_url: Line,
  notes: Line,
  defaults: Defaults,
  stats: Fields({
    submitted: Count,
    approved: Count,
    declined: Count,
    funded: Count,
    approval_rate: Amount,
    median_response_hours: Amount,
  }),
  policies_count: Count,
  metadata: FreeForm,
  // Null for a funder of the registry that was never changed here.
  created_at: Nullable(Instant),
  updated_at: Nullable(Instant),
})
export const OneFunder = One(Funder)
export const FunderList = List(Funder)

const ContactInput = Fields({
  name: Maybe(Text),
  email: Maybe(EmailAddress),
  phone: Maybe(Text),
  role: Maybe(Text),
})

const ApiConfigInput = Fields(
  { url: Type.String({ minLength: 1, maxLength: 2048 }), headers: Type.Optional(CustomHeaders) },
  {
    description: [
      'The address that takes submissions as JSON, with headers such as Authorization.',
      'Set as a whole: a new address needs its headers again; null removes both.',
    ].join(' '),
  },
)

export const FunderPatch = Fields({
  name: Type.Optional(Text),
  legal_name: Maybe(Text),
  aliases: Type.Optional(Words),
  descriptors: Type.Optional(Words),
  kind: Type.Optional(StringEnum(KINDS)),
  website: Maybe(Text),
  contacts: Type.Optional(Type.Array(ContactInput, { maxItems: 50 })),
  submission_channel: Maybe(StringEnum(CHANNELS)),
  submission_email: Maybe(EmailAddress),
  api_config: Maybe(ApiConfigInput),
  offer_source: Maybe(Text),
  is_active: Type.Optional(Type.Boolean()),
  products: Type.Optional(Words),
  regions: Type.Optional(Words),
  logo_url: Maybe(Type.String({ pattern: '^https://[^\\s]+$', maxLength: 2048 })),
  notes: Maybe(Type.String({ maxLength: 5000 })),
  defaults: Type.Optional(OfferTerms),
  metadata: Type.Optional(Metadata),
})
export type FunderPatch = Body<typeof FunderPatch>
export const FunderCreate = Fields({ ...FunderPatch.properties, name: Text })
export type FunderCreate = Body<typeof FunderCreate>

export const LinkedQuery = ListQuery({})
export type LinkedQuery = Body<typeof LinkedQuery>
export const FunderQuery = ListQuery({
  q: Type.Optional(Text),
  kind: Type.Optional(StringEnum(KINDS)),
  is_active: Type.Optional(Type.Boolean()),
  is_linked: Type.Optional(Type.Boolean()),
  is_global: Type.Optional(Type.Boolean()),
})
export type FunderQuery = Body<typeof FunderQuery>
