import { Type } from 'typebox'
import type { Body } from '../../platform/route.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  InstantInput,
  List,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { DELIVERY_STATUSES } from '../webhooks/schemas.ts'

const Event = Fields({
  id: Type.String(),
  type: Type.String(),
  created_at: Instant,
  submission_id: Nullable(Uuid),
  // As receivers get it.
  data: FreeForm,
})

export const EventDelivery = Fields({
  id: Type.String(),
  webhook_id: Uuid,
  status: StringEnum(DELIVERY_STATUSES),
  attempt_count: Count,
  next_attempt_at: Nullable(Instant),
  is_replay: Type.Boolean(),
  created_at: Instant,
  completed_at: Nullable(Instant),
})

export const EventQuery = ListQuery({
  type: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  submission_id: Type.Optional(Uuid),
  created_after: Type.Optional(InstantInput),
  created_before: Type.Optional(InstantInput),
})

export const EventStreamQuery = Fields({
  type: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  submission_id: Type.Optional(Uuid),
  /** The stream ends then; ten minutes without. */
  wait_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 600 })),
})
export type EventStreamQuery = Body<typeof EventStreamQuery>

/** A malformed event id is simply not found, so that the format can change. */
export const EventParams = Fields({ id: Type.String() })

export const EventList = List(Event)
export const OneEvent = One(Fields({ ...Event.properties, deliveries: Type.Array(EventDelivery) }))
