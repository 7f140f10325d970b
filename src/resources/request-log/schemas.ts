import { Type } from 'typebox'
import { CREDENTIAL_KINDS } from '../../core/values/access/actor.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Fields,
  Instant,
  InstantInput,
  List,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../platform/wire/shapes.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const LoggedRequest = Fields({
  id: Type.String(),
  at: Instant,
  method: Type.String(),
  route: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  duration_ms: Type.Number(),
  /** Of the key, or of the session or grant of the token. */
  api_key_id: Uuid,
  credential_kind: StringEnum(CREDENTIAL_KINDS),
  ip: Nullable(Type.String()),
  user_agent: Nullable(Type.String()),
  idempotency_key: Nullable(Type.String()),
  is_replay: Type.Boolean(),
  error_code: Nullable(Type.String()),
  error_param: Nullable(Type.String()),
  // Names, types and lengths of the sent fields; of values only enum members.
  body_outline: Type.Unknown(),
})

export const RequestQuery = ListQuery({
  method: Type.Optional(StringEnum(METHODS)),
  route: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  is_error: Type.Optional(Type.Boolean()),
  error_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  api_key_id: Type.Optional(Uuid),
  idempotency_key: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  created_after: Type.Optional(InstantInput),
  created_before: Type.Optional(InstantInput),
})

/** A malformed request id is simply not found, so that the format can change. */
export const RequestParams = Fields({ id: Type.String() })
export const RequestList = List(LoggedRequest)
export const OneRequest = One(LoggedRequest)
