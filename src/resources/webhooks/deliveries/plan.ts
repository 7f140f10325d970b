import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import {
  clearLane,
  enqueue,
  enqueueMany,
  job,
  type JobContext,
} from '../../../platform/jobs/job.ts'
import { getWebhook } from '../store.ts'
import { holdOpenDeliveries, releaseHeldDeliveries, type Planned } from './store.ts'

/** The job that tries one delivery; `deliver.ts` runs it. */
export const DELIVER_WEBHOOK = {
  kind: 'deliver-webhook',
  payload: Type.Object({ deliveryId: Type.String() }),
}

/** Adds the job that tries each delivery next. */
export async function planDeliveries(
  ctx: Context,
  deliveries: readonly Planned[],
  delaySeconds = 0,
): Promise<void> {
  const jobs = deliveries.map(({ id, webhookId }) => ({
    payload: { deliveryId: id },
    uniqueKey: id,
    lane: webhookId,
    delaySeconds,
  }))
  await enqueueMany(ctx, DELIVER_WEBHOOK, jobs)
}

/**
 * Nothing more is tried for a webhook: what waits is held until it is active again. Returns how
 * many that are. The caller holds the webhook's lock.
 */
export async function holdDeliveries(ctx: Context, webhookId: string): Promise<number> {
  await clearLane(ctx, webhookId)
  return holdOpenDeliveries(ctx, webhookId)
}

/** Held deliveries that one transaction releases. */
const RELEASED_MAX = 500

/** Sends what was held while the webhook was not active, oldest first. */
export async function releaseDeliveries(ctx: Context, webhookId: string): Promise<void> {
  await enqueue(ctx, releaseDeliveriesJob, { webhookId })
}

async function release(work: JobContext, { webhookId }: { webhookId: string }): Promise<void> {
  await work.commit(async (ctx) => {
    const webhook = await getWebhook(ctx, webhookId).catch(() => null)
    if (webhook?.status !== 'active') return
    const released = await releaseHeldDeliveries(ctx, webhookId, RELEASED_MAX)
    await planDeliveries(ctx, released)
    if (released.length === RELEASED_MAX) await releaseDeliveries(ctx, webhookId)
  })
}

export const releaseDeliveriesJob = job(
  'release-deliveries',
  Type.Object({ webhookId: Type.String() }),
  release,
)
