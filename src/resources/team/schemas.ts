import { Type } from 'typebox'
import { ROLES } from '../../core/values/access/roles.ts'
import {
  EmailAddress,
  Fields,
  Instant,
  List,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'

const Role = StringEnum(ROLES)

const Member = Fields({
  id: Uuid,
  email: Type.String(),
  name: Type.String(),
  role: Role,
  /** For whom a person with the role of a broker acts. */
  broker_id: Nullable(Uuid),
  status: StringEnum(['active', 'disabled']),
  has_mfa: Type.Boolean(),
  created_at: Instant,
  last_login_at: Nullable(Instant),
})
export const OneMember = One(Member)
export const MemberList = List(Member)
export const MemberPatch = Fields({ role: Role, broker_id: Type.Optional(KnownId('broker')) })

const Invitation = Fields({
  id: Uuid,
  email: Type.String(),
  role: Role,
  broker_id: Nullable(Uuid),
  status: StringEnum(['pending', 'accepted', 'revoked', 'expired']),
  created_at: Instant,
  expires_at: Instant,
  accepted_at: Nullable(Instant),
})
export const InvitationList = List(Invitation)
export const InvitationCreate = Fields({
  email: EmailAddress,
  role: Role,
  /** Required for the role of a broker, and for no other. */
  broker_id: Type.Optional(KnownId('broker')),
})
export const OneMadeInvitation = One(
  Fields({
    ...Invitation.properties,
    /** Shown only here; whoever has it can join. */
    invite_url: Type.String(),
    /** Whether it was sent by mail as well. */
    is_sent: Type.Boolean(),
  }),
)

export const SessionList = List(
  Fields({
    id: Uuid,
    user_id: Uuid,
    email: Type.String(),
    ip: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
    created_at: Instant,
    last_seen_at: Instant,
  }),
)
