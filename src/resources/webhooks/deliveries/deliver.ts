import type { Context } from '../../../platform/context.ts'
import { faultPoint } from '../../../platform/faults.ts'
import { job, type JobContext } from '../../../platform/jobs/job.ts'
import { listWebhooksOf, lockWebhook, type WebhookRow } from '../store.ts'
import { tryDelivery } from './attempt.ts'
import { DELIVER_WEBHOOK, planDeliveries } from './plan.ts'
import { recordAttempts } from './record.ts'
import {
  failDelivery,
  findDelivery,
  holdDelivery,
  listOpenDeliveries,
  type Outgoing,
} from './store.ts'

/**
 * One attempt. The receiver's failures are outcomes: they are written down together with the next
 * attempt's job, those of many attempts at once. Only our own faults are left to the queue's
 * retries, and then the receiver may get the same bytes twice.
 */
async function deliver(work: JobContext, { deliveryId }: { deliveryId: string }): Promise<void> {
  const due = await work.readTogether(deliveryId, findDue)
  if (!due) return
  const { webhook, delivery } = due
  if (webhook.status !== 'active') return work.commit((ctx) => holdUnlessActive(ctx, delivery))
  const tried = await tryDelivery(work, webhook, delivery)
  await faultPoint('deliver.sent')
  await work.commitTogether({ deliveryId, webhookId: webhook.id, tried }, recordAttempts)
}

export const deliverWebhookJob = job(DELIVER_WEBHOOK.kind, DELIVER_WEBHOOK.payload, deliver, {
  hands: 'waiting',
  exhausted: async (ctx, { deliveryId }) => {
    const delivery = await findDelivery(ctx, deliveryId)
    if (delivery) await failDelivery(ctx, delivery)
  },
})

interface Due {
  delivery: Outgoing
  webhook: WebhookRow
}

/** The open deliveries and their webhooks; null for each that is finished or was deleted. */
async function findDue(ctx: Context, ids: readonly string[]): Promise<(Due | null)[]> {
  const deliveries = new Map((await listOpenDeliveries(ctx, ids)).map((row) => [row.id, row]))
  const webhookIds = [...new Set([...deliveries.values()].map(({ webhookId }) => webhookId))]
  const webhooks = new Map((await listWebhooksOf(ctx, webhookIds)).map((row) => [row.id, row]))
  return ids.map((id) => {
    const delivery = deliveries.get(id)
    const webhook = delivery && webhooks.get(delivery.webhookId)
    return webhook ? { delivery: delivery!, webhook } : null
  })
}

/** Under the webhook's lock: whoever enables it releases what is held, before this or after. */
async function holdUnlessActive(ctx: Context, { id, webhookId }: Outgoing): Promise<void> {
  const webhook = await lockWebhook(ctx, webhookId)
  if (webhook?.status === 'active') await planDeliveries(ctx, { webhookId, ids: [id] })
  else await holdDelivery(ctx, { id })
}
