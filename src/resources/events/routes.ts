import { outsideRoute, Reply, route } from '../../platform/route.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { toDeliveryId } from '../webhooks/deliveries/delivery-id.ts'
import { requireEventType } from '../webhooks/subscribe.ts'
import { EventList, EventParams, EventQuery, EventStreamQuery, OneEvent } from './schemas.ts'
import { openEventStream } from './stream.ts'
import { EVENT_SORTS, findEvent, listEventDeliveries, listEvents, type EventRow } from './store.ts'

export const eventRoutes = [
  route({
    endpoint: 'GET /v1/events',
    summary: 'List events, newest first, whether or not a webhook received them',
    scope: 'webhooks:read',
    isAdditive: true,
    errors: ['invalid_event_type'],
    shapes: { query: EventQuery, returns: EventList },
    handle: async ({ query }, ctx) => {
      if (query.type !== undefined) requireEventType(query.type, 'type')
      return listBody(await listEvents(ctx, query, parsePage(ctx, query, EVENT_SORTS)), toEvent)
    },
  }),
  outsideRoute({
    endpoint: 'GET /v1/events/stream',
    operationId: 'streamEvents',
    summary: 'Stream events as they are written, as server-sent events',
    description:
      'Each message has the id and the type of its event, and as data id, type, created_at, ' +
      'submission_id, document_id and data, which is null without the scope webhooks:read. With ' +
      'the header Last-Event-ID it goes on after that event; those of the ten seconds before it ' +
      'come once more, since one of a longer transaction may be among them: take each id once. ' +
      'A comment comes every 15 seconds, and the stream ends after ten minutes: connect again.',
    scope: 'submissions:read',
    isAdditive: true,
    produces: 'events',
    readsHeaders: ['last-event-id'],
    errors: ['event_not_found', 'invalid_event_type'],
    shapes: { query: EventStreamQuery },
    handle: async ({ query, sent }, ctx) => {
      const lastEventId = sent?.headers['last-event-id'] || null
      return new Reply({ stream: await openEventStream(ctx, lastEventId, query) })
    },
  }),
  route({
    endpoint: 'GET /v1/events/:id',
    summary: 'Get an event with its data and deliveries',
    scope: 'webhooks:read',
    isAdditive: true,
    errors: ['event_not_found'],
    shapes: { params: EventParams, returns: OneEvent },
    handle: async ({ params }, ctx) => {
      const event = await findEvent(ctx, params.id)
      if (!event) throw new ApiError('event_not_found')
      const deliveries = await listEventDeliveries(ctx, params.id)
      const sent = deliveries.map((one) => ({ ...one, id: toDeliveryId(one.id) }))
      return { data: { ...toEvent(event), deliveries: sent } }
    },
  }),
]

function toEvent({ eventId, type, submissionId, payload, createdAt }: EventRow): object {
  const { data } = JSON.parse(payload.toString()) as { data: object }
  return { id: eventId, type, createdAt, submissionId, data }
}
