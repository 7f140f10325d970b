import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { enqueue, job, leaveLane, type JobContext } from '../../../platform/jobs/job.ts'
import { getWebhook } from '../store.ts'
import { holdOpenDeliveries, releaseHeldDeliveries } from './store.ts'

/** The job that tries what is due of a webhook; `deliver.ts` runs it. */
export const DELIVER_DUE = {
  kind: 'deliver-due',
  payload: Type.Object({ webhookId: Type.String() }),
}

/** Plans that what of a webhook is due then is tried. */
export async function planDeliveries(
  ctx: Context,
  webhookId: string,
  delaySeconds = 0,
): Promise<void> {
  // One that waits for its turn will find all that is due now.
  const uniqueKey = delaySeconds === 0 ? webhookId : undefined
  await enqueue(ctx, DELIVER_DUE, { webhookId }, { lane: webhookId, delaySeconds, uniqueKey })
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
    const count = await releaseHeldDeliveries(ctx, webhookId, RELEASED_MAX)
    await planDeliveries(ctx, webhookId)
    if (count === RELEASED_MAX) await releaseDeliveries(ctx, webhookId)
  })
}

export const releaseDeliveriesJob = job(
  'release-deliveries',
  Type.Object({ webhookId: Type.String() }),
  release,
)
