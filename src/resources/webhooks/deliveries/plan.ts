import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import {
  enqueue,
  enqueueMany,
  job,
  leaveLane,
  type JobContext,
} from '../../../platform/jobs/job.ts'
import { getWebhook } from '../store.ts'
import { holdOpenDeliveries, releaseHeldDeliveries } from './store.ts'

/** The job of one attempt; `deliver.ts` runs it. */
export const DELIVER_WEBHOOK = {
  kind: 'deliver-webhook',
  payload: Type.Object({ deliveryId: Type.String() }),
}

export interface Planned {
  webhookId: string
  ids: readonly string[]
}

/** Plans an attempt of each delivery, in the lane of their webhook. */
export async function planDeliveries(
  ctx: Context,
  { webhookId, ids }: Planned,
  delaySeconds = 0,
): Promise<void> {
  const payloads = ids.map((deliveryId) => ({ deliveryId }))
  await enqueueMany(ctx, DELIVER_WEBHOOK, payloads, { lane: webhookId, delaySeconds })
}

/**
 * Nothing more is tried for a webhook: what waits is held until it is active again. Answers how
 * many that are. The caller holds the webhook's lock.
 */
export async function holdDeliveries(ctx: Context, webhookId: string): Promise<number> {
  await leaveLane(ctx, webhookId)
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
    const ids = await releaseHeldDeliveries(ctx, webhookId, RELEASED_MAX)
    await planDeliveries(ctx, { webhookId, ids })
    if (ids.length === RELEASED_MAX) await releaseDeliveries(ctx, webhookId)
  })
}

export const releaseDeliveriesJob = job(
  'release-deliveries',
  Type.Object({ webhookId: Type.String() }),
  release,
)
