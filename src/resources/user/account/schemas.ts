import { Type } from 'typebox'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../../platform/wire/shapes.ts'
import { Credential } from '../../users/schemas.ts'

export const OneProfile = One(
  Fields({
    id: Uuid,
    email: Type.String(),
    name: Type.String(),
    locale: Nullable(Type.String()),
    created_at: Instant,
    last_login_at: Nullable(Instant),
    password_changed_at: Nullable(Instant),
  }),
)
export const ProfilePatch = Fields({
  name: Type.Optional(Text),
  /** A language tag such as en-US; null for that of the browser. */
  locale: Maybe(Type.String({ pattern: '^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8}){0,3}$' })),
})

const Factor = Fields({
  id: Uuid,
  kind: StringEnum(['totp', 'passkey']),
  name: Type.String(),
  created_at: Instant,
  /** Null until its first code was shown. */
  confirmed_at: Nullable(Instant),
  last_used_at: Nullable(Instant),
})
export const OneMfa = One(Fields({ factors: Type.Array(Factor), recovery_codes_left: Count }))
export const FactorName = Fields({ name: Type.Optional(Text) })
export const OneGenerator = One(Fields({ id: Uuid, secret: Type.String(), uri: Type.String() }))
export const FactorCode = Fields({ code: Type.String({ minLength: 1, maxLength: 40 }) })
/** Empty where the person has some already. */
export const OneCodes = One(Fields({ recovery_codes: Type.Array(Type.String()) }))
export const OneOptions = One(Fields({ options: FreeForm }))
export const PasskeyCreate = Fields({ name: Type.Optional(Text), credential: Credential })
export const OneMadePasskey = One(Fields({ id: Uuid, recovery_codes: Type.Array(Type.String()) }))

export const OwnSessions = List(
  Fields({
    id: Uuid,
    is_current: Type.Boolean(),
    ip: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
    created_at: Instant,
    last_seen_at: Instant,
  }),
)
