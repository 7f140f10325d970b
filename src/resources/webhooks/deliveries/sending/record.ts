import type { Context } from '../../../../platform/context.ts'
import { countUsage } from '../../../../platform/usage.ts'
import { lockWebhook, updateRecord } from '../../store.ts'
import { disableWebhook } from '../disable.ts'
import { planDeliveries, type Planned } from '../plan.ts'
import { appendAttempt, findStanding } from '../store.ts'
import { isReceived, type Tried } from './attempt.ts'
import { judgeAttempt } from './schedule.ts'

/**
 * An attempt and all that follows from it, in the transaction that ends its job. Under the webhook's
 * lock, so that each attempt knows of those before it. What was deleted meanwhile is passed over.
 */
export async function recordAttempt(ctx: Context, planned: Planned, tried: Tried): Promise<void> {
  const { id, webhookId } = planned
  const webhook = await lockWebhook(ctx, webhookId)
  const delivery = webhook && (await findStanding(ctx, id))
  if (!webhook || !delivery) return
  const { isTest, completedAt } = delivery
  const attempt = { number: delivery.attemptCount + 1, ...tried }
  const verdict = judgeAttempt({
    number: attempt.number,
    isReceived: isReceived(attempt),
    isTest,
    isWebhookActive: webhook.status === 'active',
    delaysSeconds: ctx.house.config.webhookRetrySeconds,
  })
  await appendAttempt(ctx, id, { attempt, ...verdict })
  if (!isTest) await updateRecord(ctx, webhookId, isReceived(attempt))
  // Nothing follows for a delivery that ended while the attempt was under way.
  if (!isTest && completedAt === null) {
    if (verdict.status === 'retrying') await planDeliveries(ctx, [planned], verdict.delaySeconds)
    if (verdict.status === 'failed') await disableWebhook(ctx, webhook, id)
  }
  // Last, for all deliveries of an environment wait for this row.
  await countUsage(ctx, 'webhook_deliveries', 1)
}
