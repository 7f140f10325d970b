import { Type } from 'typebox'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import { Count, Fields, FreeForm, Instant, List, One, Uuid } from '../../../platform/wire/shapes.ts'

const ResponseStatus = Type.Integer({ minimum: 200, maximum: 599 })
/** A delivery times out after 10 seconds, which a longer delay simulates. */
const ResponseDelay = Type.Integer({ minimum: 0, maximum: 15_000 })

const Inbox = Fields({
  url: Type.String(),
  response_status: ResponseStatus,
  response_delay_ms: ResponseDelay,
  messages_count: Count,
  messages_max: Count,
})

export const InboxChange = Fields({
  response_status: Type.Optional(ResponseStatus),
  response_delay_ms: Type.Optional(ResponseDelay),
})

const Message = Fields({
  id: Uuid,
  received_at: Instant,
  webhook_id: Uuid,
  delivery_id: Type.String(),
  event_id: Type.String(),
  event_type: Type.String(),
  headers: FreeForm,
  // The exact text that the signatures are made of.
  body: Type.String(),
  response_status: ResponseStatus,
})

export const OneInbox = One(Inbox)
export const MessageQuery = ListQuery({
  event_type: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})
export const MessageList = List(Message)
export const Emptied = One(Fields({ deleted_count: Count }))
