import type { Context } from '../../../platform/context.ts'
import { faultPoint } from '../../../platform/faults.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { countUsage } from '../../../platform/usage.ts'
import { getWebhook, lockWebhook, updateRecord, type WebhookRow } from '../store.ts'
import { isReceived, tryDelivery, type Tried } from './attempt.ts'
import { disableWebhook } from './disable.ts'
import { DELIVER_WEBHOOK, planDeliveries } from './plan.ts'
import { judgeAttempt } from './schedule.ts'
import {
  appendAttempt,
  failDelivery,
  findDelivery,
  holdDelivery,
  type DeliveryRow,
} from './store.ts'

/**
 * One attempt. The receiver's failures are outcomes: they are written down together with the next
 * attempt's job. Only our own faults are left to the queue's retries, and then the receiver may
 * get the same bytes twice.
 */
async function deliver(work: JobContext, { deliveryId }: { deliveryId: string }): Promise<void> {
  const due = await work.transaction((ctx) => findDue(ctx, deliveryId))
  if (!due) return
  const { webhook, delivery } = due
  if (webhook.status !== 'active') return work.commit((ctx) => holdUnlessActive(ctx, delivery))
  const tried = await tryDelivery(work, webhook, delivery)
  await faultPoint('deliver.sent')
  await work.commit((ctx) => recordAttempt(ctx, delivery, tried))
}

export const deliverWebhookJob = job(DELIVER_WEBHOOK.kind, DELIVER_WEBHOOK.payload, deliver, {
  hands: 'waiting',
  exhausted: async (ctx, { deliveryId }) => {
    const delivery = await findDelivery(ctx, deliveryId)
    if (delivery) await failDelivery(ctx, delivery)
  },
})

/** An open delivery and its webhook; null when it is finished or was deleted. */
async function findDue(
  ctx: Context,
  deliveryId: string,
): Promise<{ delivery: DeliveryRow; webhook: WebhookRow } | null> {
  const delivery = await findDelivery(ctx, deliveryId)
  if (!delivery || delivery.completedAt !== null) return null
  return { delivery, webhook: await getWebhook(ctx, delivery.webhookId) }
}

/** Under the webhook's lock: whoever enables it releases what is held, before this or after. */
async function holdUnlessActive(ctx: Context, { id, webhookId }: DeliveryRow): Promise<void> {
  const webhook = await lockWebhook(ctx, webhookId)
  if (webhook?.status === 'active') await planDeliveries(ctx, { webhookId, ids: [id] })
  else await holdDelivery(ctx, { id })
}

/** The attempt and all that follows from it, in the transaction that ends the job. */
async function recordAttempt(ctx: Context, sent: DeliveryRow, tried: Tried): Promise<void> {
  const webhook = await lockWebhook(ctx, sent.webhookId)
  const delivery = await findDelivery(ctx, sent.id)
  if (!webhook || !delivery) return
  const attempt = { number: delivery.attemptCount + 1, ...tried }
  const verdict = judgeAttempt({
    number: attempt.number,
    isReceived: isReceived(attempt),
    isTest: delivery.isTest,
    isWebhookActive: webhook.status === 'active',
    delaysSeconds: ctx.house.config.webhookRetrySeconds,
  })
  await appendAttempt(ctx, delivery.id, { attempt, ...verdict })
  await countUsage(ctx, 'webhook_deliveries', 1)
  if (delivery.isTest) return
  await updateRecord(ctx, webhook.id, { isSuccess: isReceived(attempt) })
  // Ended while the attempt was on its way: nothing follows from it.
  if (delivery.completedAt !== null) return
  const planned = { webhookId: webhook.id, ids: [delivery.id] }
  if (verdict.status === 'retrying') await planDeliveries(ctx, planned, verdict.delaySeconds)
  if (verdict.status === 'failed') await disableWebhook(ctx, webhook, delivery.id)
}
