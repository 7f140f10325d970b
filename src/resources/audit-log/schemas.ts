import { Type } from 'typebox'
import { ACTOR_TYPES } from '../../core/values/access/actor.ts'
import { AUDIT_ACTIONS, AUDITED_TYPES } from '../../platform/audit.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  InstantInput,
  Instant,
  List,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Uuid,
} from '../../platform/wire/shapes.ts'

export const AuditEntry = Fields({
  id: Uuid,
  sequence: Nullable(Count),
  at: Instant,
  actor: Fields({
    type: StringEnum(ACTOR_TYPES),
    id: Nullable(Type.String()),
    name: Nullable(Type.String()),
    api_key_hint: Nullable(Type.String()),
    ip: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
  }),
  action: StringEnum(AUDIT_ACTIONS),
  resource_type: Type.String(),
  resource_id: Nullable(Type.String()),
  resource_name: Nullable(Type.String()),
  submission_id: Nullable(Uuid),
  submission_name: Nullable(Type.String()),
  summary: Type.String(),
  changes: Type.Array(Fields({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
  request_id: Nullable(Type.String()),
  livemode: Type.Boolean(),
  hash: Nullable(Type.String()),
  previous_hash: Nullable(Type.String()),
})

export const AuditQuery = ListQuery({
  resource_type: Type.Optional(StringEnum(AUDITED_TYPES)),
  action: Type.Optional(StringEnum(AUDIT_ACTIONS)),
  /** Inclusive UTC days. */
  start_date: Type.Optional(PlainDate),
  end_date: Type.Optional(PlainDate),
  created_after: Type.Optional(InstantInput),
  created_before: Type.Optional(InstantInput),
  resource_id: Type.Optional(Type.String({ maxLength: 128 })),
  submission_id: Type.Optional(Uuid),
  actor_id: Type.Optional(Type.String({ maxLength: 128 })),
  request_id: Type.Optional(Type.String({ maxLength: 128 })),
  format: Type.Optional(StringEnum(['json', 'csv'])),
})

export const AuditList = List(AuditEntry)

export const VerifyQuery = Fields({
  from: Type.Optional(Type.Integer({ minimum: 1 })),
  to: Type.Optional(Type.Integer({ minimum: 1 })),
})

export const Verification = One(
  Fields({ valid: Type.Boolean(), checked: Count, first_bad_sequence: Nullable(Count) }),
)
