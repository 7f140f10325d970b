import { Type, type Static } from 'typebox'
import {
  Fields,
  Instant,
  InstantInput,
  Maybe,
  Metadata,
  Nullable,
  One,
  StringEnum,
  List,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { SCOPES } from '../../core/values/access/scopes.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'

const Scope = StringEnum(SCOPES)
/** Read by `parseIpRange`, as every call does later. */
const IpRange = Type.String({ minLength: 1, maxLength: 64 })

export const ApiKey = Fields({
  id: Uuid,
  name: Type.String(),
  prefix: StringEnum(['svc_live_', 'svc_test_']),
  hint: Type.String(),
  mode: StringEnum(['live', 'test']),
  status: StringEnum(['active', 'inactive', 'rotating', 'revoked']),
  scopes: Type.Array(Type.String()),
  ip_allowlist: Type.Array(Type.String()),
  expires_at: Nullable(Instant),
  last_used_at: Nullable(Instant),
  last_used_ip: Nullable(Type.String()),
  rotated_from: Nullable(Uuid),
  rotated_to: Nullable(Uuid),
  grace_ends_at: Nullable(Instant),
  created_by: Nullable(Type.String()),
  /** The broker it was made for; null for the lender's own. */
  broker_id: Nullable(Uuid),
  created_at: Instant,
  revoked_at: Nullable(Instant),
  metadata: Metadata,
})

/** With the secret, which no later response shows. */
export const MintedApiKey = Fields({ ...ApiKey.properties, key: Type.String() })

export const ApiKeyCreate = Fields({
  name: Text,
  mode: Type.Optional(StringEnum(['live', 'test'])),
  scopes: Type.Optional(Type.Array(Scope, { minItems: 1, maxItems: 50 })),
  ip_allowlist: Type.Optional(Type.Array(IpRange, { maxItems: 100 })),
  expires_at: Maybe(InstantInput),
  metadata: Type.Optional(Metadata),
})
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export const ApiKeyRotate = Fields({
  grace_hours: Type.Optional(Type.Number({ minimum: 0, maximum: 24 })),
})

/** Meant for the caller who would end its own access. */
const Confirm = Type.Optional(Type.Boolean())

export const ApiKeyDelete = Fields({ confirm: Confirm })
export const ApiKeyDeactivate = Fields({ confirm: Confirm })

export const ApiKeyQuery = ListQuery({
  status: Type.Optional(StringEnum(['active', 'inactive', 'rotating', 'revoked'])),
  mode: Type.Optional(StringEnum(['live', 'test'])),
})

export const OneApiKey = One(ApiKey)
export const OneMintedApiKey = One(MintedApiKey)
export const ApiKeyList = List(ApiKey)
