import { EVENTS } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { hideValues } from '../../platform/egress/custom-headers.ts'
import type { Body } from '../../platform/route.ts'
import { toDeliveryId } from './deliveries/delivery-id.ts'
import { samplePayload } from './deliveries/sample.ts'
import { getAttemptsMax } from './deliveries/sending/schedule.ts'
import type { DeliveryRow } from './deliveries/store.ts'
import type { Delivery, EventKindList, Webhook } from './schemas.ts'
import type { WebhookRow } from './store.ts'

/** The version of the payloads; there is one. */
const API_VERSION = 'v1'

/** A webhook as responses show it: without secret, custom headers by name only. */
export function toWebhook(
  ctx: Pick<Context, 'environment'>,
  webhook: WebhookRow,
): Body<typeof Webhook> {
  return {
    ...webhook,
    isActive: webhook.status === 'active',
    livemode: ctx.environment.mode === 'live',
    apiVersion: API_VERSION,
    headers: hideValues(webhook.headerNames),
  }
}

/** A delivery as responses show it; before the first attempt its request has no headers yet. */
export function toDelivery(delivery: DeliveryRow): Body<typeof Delivery> {
  const last = delivery.attempts.at(-1)
  return {
    ...delivery,
    id: toDeliveryId(delivery.id),
    replayOf: delivery.replayOf && toDeliveryId(delivery.replayOf),
    maxAttempts: getAttemptsMax(delivery),
    request: {
      url: last?.requestUrl ?? null,
      headers: last?.requestHeaders ?? {},
      body: delivery.payload.toString(),
    },
  }
}

const SAMPLE_HEAD = {
  id: 'evt_0193a2f4a1537a968bb26d0e8a51ccd4',
  createdAt: '2025-08-04T15:12:09.120Z',
  isTest: false,
}

/** The event types of the interface, each with an event as a receiver would get it. */
export function eventKinds(): Body<typeof EventKindList>['data'] {
  return EVENTS.map(({ type, description, resource }) => ({
    type,
    description,
    resource,
    sample: samplePayload(type, SAMPLE_HEAD),
  }))
}
