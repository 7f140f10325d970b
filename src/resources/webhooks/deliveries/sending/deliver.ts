import { Type } from 'typebox'
import type { Context } from '../../../../platform/context.ts'
import { faultPoint } from '../../../../platform/faults.ts'
import { job, type JobContext } from '../../../../platform/jobs/job.ts'
import { listWebhooksById, lockWebhook, type WebhookRow } from '../../store.ts'
import { createSender, type Tried } from './attempt.ts'
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
/** Deliveries on their way; so many are waited for before more are read. */
const OPEN_MAX = 256
/** Then the webhook waits for its next turn, so that others get the hand. */
const RUN_MS = 5_000

/**
 * Tries once what is due of a webhook. The receiver's failures are outcomes: they are written
 * down together with the next attempt's job, those of many attempts at once. Only our own faults
 * are left to the queue's retries, and then the receiver may get the same bytes twice.
 */
async function deliverDue(work: JobContext, { webhookId }: { webhookId: string }): Promise<void> {
  const run: Run = { work, pace: createPace(() => performance.now()), open: new Map(), faults: [] }
  const end = await sendDue(run, webhookId)
  await Promise.all(run.open.values())
  if (run.faults.length > 0) throw run.faults[0]
  if (end === 'inactive') await work.commit((ctx) => holdUnlessActive(ctx, webhookId))
  if (end === 'over') await work.commit((ctx) => planDeliveries(ctx, webhookId))
}

export const deliverDueJob = job(DELIVER_DUE.kind, DELIVER_DUE.payload, deliverDue, {
  pool: 'io',
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

interface Run {
  work: JobContext
  pace: Pace
  /** By id, until what became of them is written down. */
  open: Map<string, Promise<void>>
  /** Our own. */
  faults: unknown[]
}

/** Begins one page after the other; answers why no further one. */
async function sendDue(run: Run, webhookId: string): Promise<'done' | 'inactive' | 'over'> {
  const { work, open, faults } = run
  const isOver = after(RUN_MS)
  while (!isOver() && faults.length === 0 && !work.house.stopping.signal.aborted) {
    if (open.size >= OPEN_MAX) await Promise.all(open.values())
    const due = await work.readInBatch({ webhookId, open: [...open.keys()] }, findDue)
    if (due && due.webhook.status !== 'active') return 'inactive'
    if (due && due.deliveries.length > 0) await beginPage(run, due)
    else if (open.size === 0) return 'done'
    else await Promise.all(open.values())
  }
  return 'over'
}

interface Wanted {
  webhookId: string
  /** Those that are on their way. */
  open: readonly string[]
}

interface Due {
  webhook: WebhookRow
  /** Oldest first, some. */
  deliveries: Outgoing[]
}

/** What is due of each webhook; null for one that was deleted. */
async function findDue(ctx: Context, wanted: readonly Wanted[]): Promise<(Due | null)[]> {
  const ids = wanted.map(({ webhookId }) => webhookId)
  const webhooks = new Map((await listWebhooksById(ctx, ids)).map((row) => [row.id, row]))
  const open = wanted.flatMap((each) => each.open)
  const due = await listDueDeliveries(ctx, { webhookIds: ids, open, maxEach: PAGE })
  const byWebhook = Map.groupBy(due, ({ webhookId }) => webhookId)
  return ids.map((id) => {
    const webhook = webhooks.get(id)
    return webhook ? { webhook, deliveries: byWebhook.get(id) ?? [] } : null
  })
}

/** Ends when each is begun, or left for the next page. */
async function beginPage(run: Run, { webhook, deliveries }: Due): Promise<void> {
  const send = createSender(run.work, webhook)
  const isLate = after(PAGE_MS)
  const begin = (delivery: Outgoing): Promise<void> =>
    new Promise((onBegun) => {
      const sendOnce = async (): Promise<Tried | null> => {
        onBegun()
        return isLate() ? null : send(delivery)
      }
      const done = attempt(run, delivery, sendOnce)
        .catch((fault: unknown) => void run.faults.push(fault))
        .finally(() => run.open.delete(delivery.id))
      run.open.set(delivery.id, done)
    })
  await Promise.all(deliveries.map(begin))
}

async function attempt(
  { work, pace }: Run,
  { id: deliveryId, webhookId }: Outgoing,
  sendOnce: () => Promise<Tried | null>,
): Promise<void> {
  const tried = await pace(sendOnce)
  if (!tried) return
  await faultPoint('deliver.sent')
  await work.writeInBatch({ deliveryId, webhookId, tried }, recordAttempts)
}

function after(ms: number): () => boolean {
  const start = performance.now()
  return () => performance.now() - start > ms
}

/** Under the webhook's lock: whoever enables it releases what is held, before this or after. */
async function holdUnlessActive(ctx: Context, webhookId: string): Promise<void> {
  const webhook = await lockWebhook(ctx, webhookId)
  if (webhook?.status === 'active') await planDeliveries(ctx, webhookId)
  else await holdOpenDeliveries(ctx, webhookId)
}
