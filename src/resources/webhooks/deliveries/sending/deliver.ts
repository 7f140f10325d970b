import { Type } from 'typebox'
import type { Context } from '../../../../platform/context.ts'
import { faultPoint } from '../../../../platform/faults.ts'
import { job, type JobContext } from '../../../../platform/jobs/job.ts'
import { listWebhooksOf, lockWebhook, type WebhookRow } from '../../store.ts'
import { senderOf } from './attempt.ts'
import { createPace, type Pace } from './pace.ts'
import { DELIVER_DUE, planDeliveries } from '../plan.ts'
import { recordAttempts } from './record.ts'
import {
  failDueDeliveries,
  findDelivery,
  holdOpenDeliveries,
  listDueDeliveries,
  type Outgoing,
} from '../store.ts'

/** Deliveries that are read at once. */
const PAGE = 64
/** What is not begun so long after it was read is read again: its webhook may have been paused. */
const PAGE_MS = 1_000
/** Then the webhook waits for its next turn, so that others get the hand. */
const RUN_MS = 5_000

/**
 * Tries once what is due of a webhook. The receiver's failures are outcomes: they are written
 * down together with the next attempt's job, those of many attempts at once. Only our own faults
 * are left to the queue's retries, and then the receiver may get the same bytes twice.
 */
async function deliverDue(work: JobContext, { webhookId }: { webhookId: string }): Promise<void> {
  const pace = createPace(() => performance.now())
  const isOver = after(RUN_MS)
  while (!isOver() && !work.house.stopping.signal.aborted) {
    const due = await work.readTogether(webhookId, findDue)
    if (!due || due.deliveries.length === 0) return
    if (due.webhook.status !== 'active') return work.commit((ctx) => holdUnlessActive(ctx, due))
    await sendPage(work, due, pace)
  }
  await work.commit((ctx) => planDeliveries(ctx, webhookId))
}

export const deliverDueJob = job(DELIVER_DUE.kind, DELIVER_DUE.payload, deliverDue, {
  hands: 'waiting',
  exhausted: async (ctx, { webhookId }) => {
    if (await lockWebhook(ctx, webhookId)) await failDueDeliveries(ctx, webhookId)
  },
})

/**
 * What a worker of the last release plans, while it still runs; this can go with the next one.
 */
export const deliverWebhookJob = job(
  'deliver-webhook',
  Type.Object({ deliveryId: Type.String() }),
  (work, { deliveryId }) =>
    work.commit(async (ctx) => {
      const delivery = await findDelivery(ctx, deliveryId)
      if (delivery) await planDeliveries(ctx, delivery.webhookId)
    }),
)

interface Due {
  webhook: WebhookRow
  /** Oldest first, some. */
  deliveries: Outgoing[]
}

/** What is due of each webhook; null for one that was deleted. */
async function findDue(ctx: Context, ids: readonly string[]): Promise<(Due | null)[]> {
  const webhooks = new Map((await listWebhooksOf(ctx, ids)).map((row) => [row.id, row]))
  const due = await listDueDeliveries(ctx, ids, PAGE)
  const byWebhook = Map.groupBy(due, ({ webhookId }) => webhookId)
  return ids.map((id) => {
    const webhook = webhooks.get(id)
    return webhook ? { webhook, deliveries: byWebhook.get(id) ?? [] } : null
  })
}

/** Ends when all that were begun are written down; throws the first of our own faults then. */
async function sendPage(work: JobContext, { webhook, deliveries }: Due, pace: Pace): Promise<void> {
  const send = senderOf(work, webhook)
  const isOver = after(PAGE_MS)
  const ends = await Promise.allSettled(
    deliveries.map(async (delivery) => {
      const tried = await pace(async () => (isOver() ? null : send(delivery)))
      if (!tried) return
      await faultPoint('deliver.sent')
      const sent = { deliveryId: delivery.id, webhookId: webhook.id, tried }
      await work.writeTogether(sent, recordAttempts)
    }),
  )
  const fault = ends.find((end) => end.status === 'rejected')
  if (fault) throw fault.reason
}

function after(ms: number): () => boolean {
  const start = performance.now()
  return () => performance.now() - start > ms
}

/** Under the webhook's lock: whoever enables it releases what is held, before this or after. */
async function holdUnlessActive(ctx: Context, { webhook: { id } }: Due): Promise<void> {
  const webhook = await lockWebhook(ctx, id)
  if (webhook?.status === 'active') await planDeliveries(ctx, id)
  else await holdOpenDeliveries(ctx, id)
}
