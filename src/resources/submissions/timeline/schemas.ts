import { Type } from 'typebox'
import { ACTOR_TYPES } from '../../../core/values/access/actor.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Fields,
  Instant,
  InstantInput,
  List,
  Nullable,
  StringEnum,
  Text,
} from '../../../platform/wire/shapes.ts'

export const TimelineQuery = ListQuery({
  types: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 50 })),
  /** An actor's id, or its type. */
  actor: Type.Optional(Text),
  before: Type.Optional(InstantInput),
  after: Type.Optional(InstantInput),
})

export const TimelineList = List(
  Fields({
    id: Type.String(),
    at: Instant,
    type: Type.String(),
    title: Type.String(),
    description: Nullable(Type.String()),
    actor: Fields({
      type: StringEnum([...ACTOR_TYPES, 'provider', 'mcp']),
      id: Nullable(Type.String()),
      name: Nullable(Type.String()),
    }),
    resource: Fields({ type: Type.String(), id: Nullable(Type.String()) }),
    changes: Type.Array(Fields({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
    request_id: Nullable(Type.String()),
  }),
)
