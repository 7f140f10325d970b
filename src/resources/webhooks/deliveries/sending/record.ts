import type { Context } from '../../../../platform/context.ts'
import { countUsage } from '../../../../platform/usage.ts'
import { lockWebhooks, updateRecords, type Outcomes, type WebhookRow } from '../../store.ts'
import { isReceived, type Tried } from './attempt.ts'
import { disableWebhook } from '../disable.ts'
import { planDeliveries } from '../plan.ts'
import { judgeAttempt, type Verdict } from './schedule.ts'
import { appendAttempts, listStandings, type Attempt, type Standing } from '../store.ts'

/** An attempt that was made and is not written down yet. */
export interface Sent {
  deliveryId: string
  webhookId: string
  tried: Tried
}

interface Judged {
  webhook: WebhookRow
  delivery: Standing
  attempt: Attempt
  verdict: Verdict
}

/**
 * Attempts and all that follows from them, in the transaction that ends their jobs. What was
 * deleted meanwhile is passed over.
 */
export async function recordAttempts(ctx: Context, sent: readonly Sent[]): Promise<void> {
  const once = sent.filter((one, index) => sent.findIndex(isSameAs(one)) === index)
  await recordOnce(ctx, once)
  // Two attempts of one delivery, which a replayed job can make, are numbered one after the other.
  const again = sent.filter((one) => !once.includes(one))
  if (again.length > 0) await recordAttempts(ctx, again)
}

function isSameAs({ deliveryId }: Sent): (other: Sent) => boolean {
  return (other) => other.deliveryId === deliveryId
}

async function recordOnce(ctx: Context, sent: readonly Sent[]): Promise<void> {
  const judged = await judge(ctx, sent)
  if (judged.length === 0) return
  await appendAttempts(
    ctx,
    judged.map(({ delivery: { id }, attempt, verdict }) => ({ id, attempt, ...verdict })),
  )
  await countUsage(ctx, 'webhook_deliveries', judged.length)
  const counted = judged.filter(({ delivery }) => !delivery.isTest)
  if (counted.length === 0) return
  await updateRecords(ctx, summarizeOutcomes(counted))
  await followUp(
    ctx,
    // Ended while the attempt was on its way: nothing follows from it.
    counted.filter(({ delivery }) => delivery.completedAt === null),
  )
}

/** Under the locks of the webhooks, so that each attempt knows of those before it. */
async function judge(ctx: Context, sent: readonly Sent[]): Promise<Judged[]> {
  const webhookIds = [...new Set(sent.map(({ webhookId }) => webhookId))]
  const webhooks = new Map((await lockWebhooks(ctx, webhookIds)).map((row) => [row.id, row]))
  const ids = sent.map(({ deliveryId }) => deliveryId)
  const deliveries = new Map((await listStandings(ctx, ids)).map((row) => [row.id, row]))
  return sent.flatMap(({ deliveryId, webhookId, tried }) => {
    const webhook = webhooks.get(webhookId)
    const delivery = deliveries.get(deliveryId)
    if (!webhook || !delivery) return []
    const attempt = { number: delivery.attemptCount + 1, ...tried }
    const verdict = judgeAttempt({
      number: attempt.number,
      isReceived: isReceived(attempt),
      isTest: delivery.isTest,
      isWebhookActive: webhook.status === 'active',
      delaysSeconds: ctx.house.config.webhookRetrySeconds,
    })
    return [{ webhook, delivery, attempt, verdict }]
  })
}

function summarizeOutcomes(judged: readonly Judged[]): Outcomes[] {
  return [...Map.groupBy(judged, ({ webhook }) => webhook.id)].map(([id, own]) => {
    const received = own.map(({ attempt }) => isReceived(attempt))
    const failures = own.length - 1 - received.lastIndexOf(true)
    return { id, isSuccess: received.includes(true), isFailure: received.includes(false), failures }
  })
}

/** Disabling comes last: it holds what was just planned, too. */
async function followUp(ctx: Context, judged: readonly Judged[]): Promise<void> {
  const delays = new Map<string, Set<number>>()
  for (const { webhook, verdict } of judged) {
    if (verdict.status !== 'retrying') continue
    const own = delays.get(webhook.id) ?? new Set()
    delays.set(webhook.id, own.add(verdict.delaySeconds))
  }
  for (const [webhookId, own] of delays)
    for (const delaySeconds of own) await planDeliveries(ctx, webhookId, delaySeconds)
  for (const { webhook, delivery, verdict } of judged) {
    if (verdict.status === 'failed') await disableWebhook(ctx, webhook, delivery.id)
  }
}
