import { Type } from 'typebox'
import {
  Fields,
  Instant,
  List,
  Nullable,
  StringEnum,
  Uuid,
} from '../../../../platform/wire/shapes.ts'

/** A program that acts for a person. */
export const GrantList = List(
  Fields({
    id: Uuid,
    user_id: Uuid,
    user_name: Type.String(),
    client_id: Type.String(),
    client_name: Type.String(),
    /** Where the program waits for what the person decides. */
    redirect_host: Type.String(),
    mode: StringEnum(['live', 'test']),
    scopes: Type.Array(Type.String()),
    created_at: Instant,
    expires_at: Instant,
    last_used_at: Nullable(Instant),
  }),
)
