import { audit } from '../../../platform/audit.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { eventId, randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { countUsage } from '../../../platform/usage.ts'
import { getWebhook, lockWebhook, type WebhookRow } from '../store.ts'
import { isReceived, tryDelivery } from './attempt.ts'
import { deliverWebhookJob } from './deliver.ts'
import { parseDeliveryId, toDeliveryId } from './delivery-id.ts'
import { samplePayload } from './sample.ts'
import { findDelivery, insertReplay, insertTest, type DeliveryRow } from './store.ts'

/** Sends a finished delivery's event once more: same event id, same bytes, its own six attempts. */
export async function replayDelivery(
  ctx: Context,
  webhookId: string,
  wireId: string,
): Promise<DeliveryRow> {
  const webhook = await lockWebhook(ctx, webhookId)
  if (!webhook) throw new ApiError('webhook_not_found')
  const originalId = parseDeliveryId(wireId)
  const original = originalId && (await findDelivery(ctx, originalId))
  if (!original || original.webhookId !== webhookId) throw new ApiError('delivery_not_found')
  if (webhook.status !== 'active') throw inactive(webhook)
  if (original.completedAt === null) throw unfinished(original)
  const id = randomUUIDv7()
  await insertReplay(ctx, id, original.id)
  await enqueue(ctx, deliverWebhookJob, { deliveryId: id })
  await audit(ctx, {
    action: 'processed',
    resourceType: 'webhook',
    resourceId: webhookId,
    summary: `Delivery ${toDeliveryId(original.id)} replayed`,
  })
  return (await findDelivery(ctx, id))!
}

function inactive({ status }: WebhookRow): ApiError {
  return new ApiError(
    'webhook_disabled',
    `The webhook is ${status}. Enable it with PATCH {"is_active": true}, then repeat.`,
  )
}

function unfinished({ status }: DeliveryRow): ApiError {
  return new ApiError(
    'invalid_state_transition',
    `The delivery is ${status}. It can be replayed when it is succeeded, failed or discarded.`,
  )
}

/**
 * Sends an event's sample now, once, marked as a test. It is kept as a delivery and changes
 * nothing else: a webhook is neither disabled nor praised for it. A paused webhook can be tested.
 */
export async function sendTest(
  ctx: OutsideContext,
  webhookId: string,
  eventType: string,
): Promise<DeliveryRow> {
  const webhook = await ctx.transaction((own) => getWebhook(own, webhookId))
  if (webhook.status === 'disabled') throw inactive(webhook)
  const test = {
    id: randomUUIDv7(),
    webhookId,
    eventId: eventId(),
    eventType,
    isTest: true,
  }
  const createdAt = new Date(ctx.house.now()).toISOString()
  const payload = samplePayload(eventType, { id: test.eventId, createdAt, isTest: true })
  const body = Buffer.from(JSON.stringify(payload))
  const tried = await tryDelivery(ctx, webhook, { ...test, payload: body })
  const attempt = { number: 1, ...tried }
  const status = isReceived(attempt) ? 'succeeded' : 'failed'
  return ctx.transaction(async (own) => {
    if (!(await lockWebhook(own, webhookId))) throw new ApiError('webhook_not_found')
    await insertTest(own, { ...test, payload: body, status, attempt })
    await countUsage(own, 'webhook_deliveries', 1)
    await audit(own, {
      action: 'processed',
      resourceType: 'webhook',
      resourceId: webhookId,
      summary: `Test of ${eventType} sent: ${status}`,
    })
    return (await findDelivery(own, test.id))!
  })
}
