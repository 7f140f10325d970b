import { Type } from 'typebox'
import type { Context } from '../../../../platform/context.ts'
import { faultPoint } from '../../../../platform/faults.ts'
import { job, type JobContext } from '../../../../platform/jobs/job.ts'
import { lockWebhook } from '../../store.ts'
import { DELIVER_WEBHOOK, holdDeliveries, planDeliveries } from '../plan.ts'
import { failDelivery, findOutgoing, listDueDeliveries, type Planned } from '../store.ts'
import { sendDelivery } from './attempt.ts'
import { recordAttempt } from './record.ts'

/**
 * Tries a delivery once. The receiver's failure is an outcome: it is written together with the next
 * attempt's job. Only our own faults are left to the queue's retries, and then the receiver may get
 * the same bytes twice.
 */
async function deliver(work: JobContext, { deliveryId }: { deliveryId: string }): Promise<void> {
  const outgoing = await work.transaction((ctx) => findOutgoing(ctx, deliveryId), {
    access: 'single',
  })
  if (!outgoing) return
  const { webhook, delivery } = outgoing
  if (webhook.status !== 'active') return work.commit((ctx) => holdUnlessActive(ctx, delivery))
  const tried = await sendDelivery(work, webhook, delivery)
  await faultPoint('deliver.sent')
  await work.commit((ctx) => recordAttempt(ctx, delivery, tried))
}

/** Under the webhook's lock: whoever enables it releases what is held, before this or after. */
async function holdUnlessActive(ctx: Context, delivery: Planned): Promise<void> {
  const webhook = await lockWebhook(ctx, delivery.webhookId)
  if (webhook?.status === 'active') await planDeliveries(ctx, [delivery])
  else await holdDeliveries(ctx, delivery.webhookId)
}

export const deliverWebhookJob = job(DELIVER_WEBHOOK.kind, DELIVER_WEBHOOK.payload, deliver, {
  pool: 'io',
  exhausted: (ctx, { deliveryId }) => failDelivery(ctx, deliveryId),
})

/**
 * What a worker of the last release plans while it still runs, for all that is due of a webhook;
 * this can go with the next one.
 */
export const deliverDueJob = job(
  'deliver-due',
  Type.Object({ webhookId: Type.String() }),
  (work, { webhookId }) =>
    work.commit(async (ctx) => planDeliveries(ctx, await listDueDeliveries(ctx, webhookId))),
)
