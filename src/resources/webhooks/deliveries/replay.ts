import { audit } from '../../../platform/audit.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { eventId, randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Body } from '../../../platform/route.ts'
import { countUsage } from '../../../platform/usage.ts'
import type { ReplayOutcome, WebhookReplay } from '../schemas.ts'
import { getWebhook, lockWebhook, type WebhookRow } from '../store.ts'
import { isReceived, sendDelivery } from './sending/attempt.ts'
import { parseDeliveryId, toDeliveryId } from './delivery-id.ts'
import { planDeliveries } from './plan.ts'
import { samplePayload } from './sample.ts'
import {
  findDelivery,
  insertDeliveries,
  insertReplays,
  insertTest,
  listUndelivered,
  listUnreceived,
  type DeliveryRow,
} from './store.ts'

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
  const replays = await insertReplays(ctx, [original.id])
  await planDeliveries(ctx, replays)
  await audit(ctx, {
    action: 'processed',
    resourceType: 'webhook',
    resourceId: webhookId,
    summary: `Delivery ${toDeliveryId(original.id)} replayed`,
  })
  return (await findDelivery(ctx, replays[0]!.id))!
}

/** Deliveries that one call sends again; the next call takes the next ones. */
const REPLAYED_MAX = 1000

/**
 * Sends again what failed for good since a time and has not arrived by another delivery, oldest
 * first; on demand also the events that no delivery was made of, because the webhook was paused,
 * disabled or not subscribed to them when they happened. Calling twice sends nothing twice.
 */
export async function replayMissed(
  ctx: Context,
  webhookId: string,
  input: Body<typeof WebhookReplay>,
): Promise<Body<typeof ReplayOutcome>> {
  const webhook = await lockWebhook(ctx, webhookId)
  if (!webhook) throw new ApiError('webhook_not_found')
  if (webhook.status !== 'active') throw inactive(webhook)
  const { since, until = null, includeMissed = false } = input
  const missed = { webhookId, since, until, max: REPLAYED_MAX }
  const failed = await listUnreceived(ctx, missed)
  const events = includeMissed ? await listUndelivered(ctx, missed) : []
  const replays = await insertReplays(ctx, failed)
  const wanted = events.map((event) => ({ eventId: event, webhookId }))
  const added = await insertDeliveries(ctx, wanted)
  await planDeliveries(ctx, [...replays, ...added])
  await audit(ctx, {
    action: 'processed',
    resourceType: 'webhook',
    resourceId: webhookId,
    summary: `${replays.length} failed and ${added.length} missed deliveries since ${since} sent`,
  })
  const hasMore = failed.length === REPLAYED_MAX || events.length === REPLAYED_MAX
  return { webhookId, replayedCount: replays.length, missedCount: added.length, hasMore }
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
    `The delivery is ${status}. It can be replayed when it has succeeded or failed.`,
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
  const test = { id: randomUUIDv7(), webhookId, eventId: eventId(), eventType, isTest: true }
  const createdAt = new Date(ctx.house.now()).toISOString()
  const payload = samplePayload(eventType, { id: test.eventId, createdAt, isTest: true })
  const body = Buffer.from(JSON.stringify(payload))
  const tried = await sendDelivery(ctx, webhook, { ...test, payload: body })
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
