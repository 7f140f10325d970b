import type { Context } from '../../platform/context.ts'
import { createMatchCheck, type MatchCheck } from '../../platform/http/respond.ts'
import { listBody, parsePage, sliceFixed } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { outsideRoute, Reply, route } from '../../platform/route.ts'
import { replayDelivery, replayMissed, sendTest } from './deliveries/replay.ts'
import { DELIVERY_SORTS, listDeliveries } from './deliveries/store.ts'
import { eventKinds, toDelivery, toWebhook } from './present.ts'
import {
  DeliveryList,
  DeliveryParams,
  DeliveryQuery,
  EventKindList,
  EventKindQuery,
  OneDelivery,
  OneReplayOutcome,
  OneWebhook,
  OneWebhookWithSecret,
  SecretRotation,
  WebhookChange,
  WebhookCreate,
  WebhookList,
  WebhookQuery,
  WebhookReplay,
  WebhookTest,
} from './schemas.ts'
import { rotateSecret } from './secret.ts'
import { getWebhook, listWebhooks, WEBHOOK_SORTS, type WebhookRow } from './store.ts'
import { changeSubscription, requireEventType, subscribe, unsubscribe } from './subscribe.ts'

const TEST_EVENT_TYPE = 'submission.processed'

const getRoute = route({
  endpoint: 'GET /v1/webhooks/:id',
  summary: 'Get a webhook, without its secret',
  scope: 'webhooks:read',
  errors: ['webhook_not_found'],
  shapes: { params: IdParams, returns: OneWebhook },
  handle: async ({ params }, ctx) => ({ data: toWebhook(ctx, await getWebhook(ctx, params.id)) }),
})

/** Refuses a change by a caller whose If-Match is of another state. */
function matcher(ctx: Context, ifMatch: string | null): MatchCheck<WebhookRow> {
  return createMatchCheck(ifMatch, OneWebhook, (current: WebhookRow) => toWebhook(ctx, current))
}

export const webhookRoutes = [
  route({
    endpoint: 'POST /v1/webhooks',
    summary: 'Subscribe a URL to events; the signing secret is shown in this response only',
    scope: 'webhooks:write',
    status: 201,
    errors: ['invalid_url', 'url_not_allowed', 'invalid_event_type'],
    shapes: { body: WebhookCreate, returns: OneWebhookWithSecret },
    handle: async ({ body }, ctx) => {
      const webhook = await subscribe(ctx, body)
      const data = { ...toWebhook(ctx, webhook), secret: webhook.secret }
      return new Reply({ body: { data }, headers: { location: `/v1/webhooks/${webhook.id}` } })
    },
  }),
  route({
    endpoint: 'GET /v1/webhooks',
    summary: 'List webhooks, without their secrets',
    scope: 'webhooks:read',
    errors: ['invalid_event_type'],
    shapes: { query: WebhookQuery, returns: WebhookList },
    handle: async ({ query }, ctx) => {
      if (query.event !== undefined) requireEventType(query.event, 'event')
      const page = parsePage(ctx, query, WEBHOOK_SORTS)
      const list = await listWebhooks(ctx, query, page)
      return listBody(list, (webhook) => toWebhook(ctx, webhook))
    },
  }),
  route({
    endpoint: 'GET /v1/webhooks/event-types',
    operationId: 'listWebhookEventTypes',
    summary: 'List the event types, each with a sample',
    scope: 'webhooks:read',
    shapes: { query: EventKindQuery, returns: EventKindList },
    handle: async ({ query }, ctx) => {
      const kinds = eventKinds().map((kind) => ({ id: kind.type, ...kind }))
      return listBody(sliceFixed(ctx, query, kinds))
    },
  }),
  getRoute,
  route({
    endpoint: 'PATCH /v1/webhooks/:id',
    summary: 'Change, pause or enable a webhook',
    scope: 'webhooks:write',
    errors: [
      'webhook_not_found',
      'invalid_url',
      'url_not_allowed',
      'invalid_event_type',
      'missing_field',
      'version_conflict',
    ],
    shapes: { params: IdParams, body: WebhookChange, returns: OneWebhook },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = matcher(ctx, ifMatch)
      const webhook = await changeSubscription(ctx, params.id, { patch: body, check })
      return { data: toWebhook(ctx, webhook) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/webhooks/:id',
    summary: 'Delete a webhook with its deliveries',
    scope: 'webhooks:write',
    errors: ['webhook_not_found', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      await unsubscribe(ctx, params.id, matcher(ctx, ifMatch))
      return { data: { id: params.id, deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/webhooks/:id/rotate-secret',
    summary: 'Replace the signing secret; for grace_hours the previous one signs as well',
    scope: 'webhooks:write',
    isAdditive: true,
    errors: ['webhook_not_found', 'invalid_state_transition'],
    shapes: { params: IdParams, body: SecretRotation, returns: OneWebhookWithSecret },
    handle: async ({ params, body }, ctx) => {
      const webhook = await rotateSecret(ctx, params.id, body.graceHours ?? 0)
      return { data: { ...toWebhook(ctx, webhook), secret: webhook.secret } }
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/webhooks/:id/test',
    summary: 'Send a sample event now and return how the receiver took it',
    scope: 'webhooks:write',
    errors: ['webhook_not_found', 'webhook_disabled', 'invalid_event_type'],
    shapes: { params: IdParams, body: WebhookTest, returns: OneDelivery },
    handle: async ({ params, body }, ctx) => {
      const eventType = requireEventType(body.eventType ?? TEST_EVENT_TYPE, 'event_type')
      return { data: toDelivery(await sendTest(ctx, params.id, eventType)) }
    },
  }),
  route({
    endpoint: 'GET /v1/webhooks/:id/deliveries',
    summary: 'List the deliveries of a webhook with their attempts',
    scope: 'webhooks:read',
    errors: ['webhook_not_found', 'invalid_event_type'],
    shapes: { params: IdParams, query: DeliveryQuery, returns: DeliveryList },
    handle: async ({ params, query }, ctx) => {
      if (query.eventType !== undefined) requireEventType(query.eventType, 'event_type')
      const { id: webhookId } = await getWebhook(ctx, params.id)
      const page = parsePage(ctx, query, DELIVERY_SORTS)
      return listBody(await listDeliveries(ctx, { ...query, webhookId }, page), toDelivery)
    },
  }),
  route({
    endpoint: 'POST /v1/webhooks/:id/replay',
    operationId: 'replayFailedWebhookDeliveries',
    summary: 'Send again all that failed since a time, up to 1,000 deliveries a call',
    description: [
      'What has arrived meanwhile, or is on its way, is left out. `include_missed` adds the events',
      'of that time that no delivery was made of, because the webhook was paused, disabled or not',
      'yet there.',
    ].join(' '),
    scope: 'webhooks:write',
    status: 202,
    isAdditive: true,
    errors: ['webhook_not_found', 'webhook_disabled', 'invalid_date'],
    shapes: { params: IdParams, body: WebhookReplay, returns: OneReplayOutcome },
    handle: async ({ params, body }, ctx) => ({ data: await replayMissed(ctx, params.id, body) }),
  }),
  route({
    endpoint: 'POST /v1/webhooks/:id/deliveries/:did/replay',
    summary: 'Send the event of a finished delivery once more',
    scope: 'webhooks:write',
    status: 202,
    errors: [
      'webhook_not_found',
      'delivery_not_found',
      'webhook_disabled',
      'invalid_state_transition',
    ],
    shapes: { params: DeliveryParams, returns: OneDelivery },
    handle: async ({ params }, ctx) => ({
      data: toDelivery(await replayDelivery(ctx, params.id, params.did)),
    }),
  }),
]
