import { Type } from 'typebox'
import type { Body } from '../../platform/route.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  EmailAddress,
  Count,
  Fields,
  FreeForm,
  FreeFormInput,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { CAPABILITIES, CATEGORIES, INTEGRATION_PROVIDERS } from './catalogue.ts'
import { INTEGRATION_STATUSES, LINK_STATUSES } from './lifecycle.ts'

const Provider = StringEnum(INTEGRATION_PROVIDERS)
const Line = Nullable(Type.String())
const Fault = Nullable(Fields({ code: Type.String(), message: Type.String() }))
const Url = Type.String({ minLength: 1, maxLength: 2048 })

export const Integration = Fields({
  id: Uuid,
  provider: Type.String(),
  name: Type.String(),
  category: StringEnum(CATEGORIES),
  status: StringEnum(INTEGRATION_STATUSES),
  mode: StringEnum(['live', 'test']),
  /** What it gives is invented: the test mode without credentials. */
  is_synthetic: Type.Boolean(),
  config: FreeForm,
  /** The credentials themselves are never returned. */
  credentials_set: Type.Boolean(),
  links_count: Count,
  /** Of a mailbox that is read by IMAP. */
  mailbox: Nullable(
    Fields({
      taken_count: Count,
      last_read_at: Nullable(Instant),
      next_read_at: Nullable(Instant),
      consecutive_failures: Count,
    }),
  ),
  capabilities: Type.Array(StringEnum(CAPABILITIES)),
  last_used_at: Nullable(Instant),
  last_error: Fault,
  created_at: Instant,
  updated_at: Instant,
})
export const OneIntegration = One(Integration)
export const IntegrationList = List(Integration)
export const IntegrationQuery = ListQuery({
  provider: Type.Optional(Provider),
  category: Type.Optional(StringEnum(CATEGORIES)),
  status: Type.Optional(StringEnum(INTEGRATION_STATUSES)),
})

const Config = Fields({
  /** Of another region, or of a server of your own. */
  base_url: Type.Optional(Url),
  /** The name that a person sees while linking. */
  client_name: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
  hosted_link: Type.Optional(Type.Boolean()),
  /** Folder of a mailbox. */
  mailbox: Type.Optional(Text),
  take_existing: Type.Optional(Type.Boolean()),
})

export const IntegrationCreate = Fields({
  provider: Provider,
  name: Text,
  credentials: Type.Optional(FreeFormInput),
  config: Type.Optional(Config),
})
export type IntegrationCreate = Body<typeof IntegrationCreate>
export const IntegrationPatch = Fields({
  name: Type.Optional(Text),
  /** Replaced as a whole; null removes them and switches the integration off. */
  credentials: Type.Optional(Nullable(FreeFormInput)),
  config: Type.Optional(Config),
  status: Type.Optional(StringEnum(['active', 'disabled'])),
})
export type IntegrationPatch = Body<typeof IntegrationPatch>

const LinkedAccount = Fields({ id: Type.String(), name: Line, mask: Line, type: Line })

export const Link = Fields({
  id: Uuid,
  integration_id: Uuid,
  submission_id: Uuid,
  external_item_id: Line,
  status: StringEnum(LINK_STATUSES),
  institution_name: Line,
  accounts: Type.Array(LinkedAccount),
  last_synced_at: Nullable(Instant),
  /** When it is synced next by itself. */
  next_sync_at: Nullable(Instant),
  consecutive_failures: Count,
  consent_expires_at: Nullable(Instant),
  error: Fault,
  data_source_id: Nullable(Uuid),
  created_at: Instant,
})
export const OneLink = One(Link)
export const LinkList = List(Link)
export const LinkQuery = ListQuery({
  submission_id: Type.Optional(Uuid),
  status: Type.Optional(StringEnum(LINK_STATUSES)),
})
export const LinkParams = Fields({ id: Uuid, lid: Uuid })

export const CallList = List(
  Fields({
    id: Uuid,
    at: Instant,
    method: Type.String(),
    endpoint: Type.String(),
    response_status: Nullable(Type.Integer()),
    duration_ms: Count,
    error_code: Line,
  }),
)
export const CallQuery = ListQuery({})

export const PRODUCTS = ['assets', 'transactions'] as const
const Country = Type.String({ pattern: '^[A-Za-z]{2}$' })
const Language = Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$' })

export const LinkTokenCreate = Fields({
  submission_id: KnownId('submission'),
  /** Which one of several of the provider. */
  integration_id: Maybe(KnownId('integration')),
  /** A link to repair: the person signs in again, and nothing is linked anew. */
  link_id: Maybe(KnownId('link')),
  client_user_id: Maybe(Text),
  products: Type.Optional(
    Type.Array(StringEnum(PRODUCTS), { minItems: 1, maxItems: 2, uniqueItems: true }),
  ),
  country_codes: Type.Optional(Type.Array(Country, { minItems: 1, maxItems: 20 })),
  language: Type.Optional(Language),
  redirect_uri: Maybe(Url),
  webhook_url: Maybe(Url),
  days_requested: Type.Optional(Type.Integer({ minimum: 1, maximum: 730 })),
})
export type LinkTokenCreate = Body<typeof LinkTokenCreate>
export const OneLinkToken = One(
  Fields({
    link_token: Type.String(),
    expiration: Instant,
    request_id: Type.String(),
    link_id: Uuid,
    hosted_link_url: Line,
  }),
)

export const TokenExchange = Fields({
  public_token: Type.String({ pattern: '^public-[A-Za-z0-9-]{1,200}$' }),
  submission_id: KnownId('submission'),
  integration_id: Maybe(KnownId('integration')),
  institution_name: Maybe(Text),
  /** As Plaid Link hands them over; what is not known of them is passed over. */
  accounts: Type.Optional(Type.Array(FreeFormInput, { maxItems: 100 })),
  sync: Type.Optional(Type.Boolean()),
})
export type TokenExchange = Body<typeof TokenExchange>

export const ConnectCreate = Fields({
  submission_id: KnownId('submission'),
  integration_id: Maybe(KnownId('integration')),
  customer: Type.Optional(
    Fields({ first_name: Maybe(Text), last_name: Maybe(Text), email: Maybe(EmailAddress) }),
  ),
  type: Type.Optional(StringEnum(['data', 'lend', 'fix'])),
  products: Type.Optional(Type.Array(Text, { maxItems: 20 })),
  redirect_uri: Maybe(Url),
  webhook_url: Maybe(Url),
  language: Type.Optional(Language),
})
export type ConnectCreate = Body<typeof ConnectCreate>
export const OneConnect = One(
  Fields({
    link: Type.String(),
    connect_url: Type.String(),
    customer_id: Type.String(),
    link_id: Uuid,
    expires_at: Instant,
  }),
)
export const OneReceived = One(Fields({ received: Type.Literal(true) }))
