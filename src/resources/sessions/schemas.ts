import { ROLES } from '../../core/values/access/roles.ts'
import { Type } from 'typebox'
import {
  Fields,
  FreeForm,
  Instant,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { Credential, Email, Password } from '../users/schemas.ts'

const LinkToken = Type.String({ minLength: 1, maxLength: 200 })

export const SignInBody = Fields({ email: Email, password: Password })
export const CodeBody = Fields({ code: Type.String({ minLength: 1, maxLength: 40 }) })
export const CredentialBody = Fields({ credential: Credential })
/** For `PublicKeyCredential.parse…OptionsFromJSON()`. */
export const OneOptions = One(Fields({ options: FreeForm }))
export const SetupBody = Fields({
  token: LinkToken,
  organization: Text,
  name: Text,
  email: Email,
  password: Password,
})
export const AcceptBody = Fields({
  token: LinkToken,
  name: Type.Optional(Text),
  password: Password,
})
export const ForgotBody = Fields({ email: Email })
export const ResetBody = Fields({ token: LinkToken, password: Password })
export const TokenBody = Fields({ tenant_id: Uuid, mode: StringEnum(['live', 'test']) })

const KINDS = ['totp', 'passkey', 'recovery_code'] as const

export const OneSession = One(
  Fields({
    /** Null where nobody is signed in, or the second factor is not shown yet. */
    user: Nullable(Fields({ id: Uuid, email: Type.String(), name: Type.String() })),
    organizations: Type.Array(
      Fields({ tenant_id: Uuid, tenant_name: Type.String(), role: StringEnum(ROLES) }),
    ),
    tenant_id: Nullable(Uuid),
    role: Nullable(StringEnum(ROLES)),
    mfa_required: Type.Boolean(),
    kinds: Type.Array(StringEnum(KINDS)),
    verified_at: Nullable(Instant),
  }),
)
export const OneToken = One(
  Fields({
    access_token: Type.String(),
    expires_in: Type.Integer(),
    scopes: Type.Array(Type.String()),
    role: StringEnum(ROLES),
  }),
)
export const OneSignOut = One(Fields({ signed_out: Type.Literal(true) }))
export const OneForgot = One(Fields({ requested: Type.Literal(true) }))
export const OneReset = One(Fields({ reset: Type.Literal(true) }))
