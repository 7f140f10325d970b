import type { Context } from '../../../../platform/context.ts'
import { disableWebhook } from '../disable.ts'
import { planDeliveries } from '../plan.ts'
import { appendAttempt, lockStanding, type Planned, type Tried } from '../store.ts'
import type { DeliveryStatus } from '../../schemas.ts'
import { isReceived } from './attempt.ts'
import { judgeFailure } from './schedule.ts'

/**
 * An attempt and all that follows from it, in the transaction that ends its job. What was deleted
 * meanwhile is passed over.
 */
export async function recordAttempt(ctx: Context, planned: Planned, attempt: Tried): Promise<void> {
  // Most are received, and nothing follows from those: they need not look before they write.
  if (isReceived(attempt)) {
    measure(ctx, attempt, 'succeeded')
    return appendAttempt(ctx, planned, { attempt, status: 'succeeded' })
  }
  const standing = await lockStanding(ctx, planned)
  if (!standing) return
  const { isTest, completedAt } = standing
  const verdict = judgeFailure({
    number: standing.attemptCount + 1,
    isTest,
    isWebhookActive: standing.webhookStatus === 'active',
    delaysSeconds: ctx.house.config.webhookRetrySeconds,
  })
  await appendAttempt(ctx, planned, { attempt, ...verdict })
  measure(ctx, attempt, verdict.status)
  // Nothing follows for a test, or when the delivery ended while the attempt was under way.
  if (isTest || completedAt !== null) return
  if (verdict.status === 'retrying') await planDeliveries(ctx, [planned], verdict.delaySeconds)
  if (verdict.status === 'failed') await disableWebhook(ctx, planned)
}

function measure({ db, house }: Context, { error }: Tried, outcome: DeliveryStatus): void {
  const labels = { outcome, error: error ?? 'none' }
  db.afterCommit(() => house.meter.count('assay_webhook_deliveries_total', labels))
}
