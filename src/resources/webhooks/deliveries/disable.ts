import { Type } from 'typebox'
import { audit } from '../../../platform/audit.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import type { Mail } from '../../../platform/mail.ts'
import { readSetting } from '../../settings/read.ts'
import { disableForFailures, getWebhook, type WebhookRow } from '../store.ts'
import { toDeliveryId } from './delivery-id.ts'
import { holdDeliveries } from './plan.ts'
import { ATTEMPTS_MAX } from './sending/schedule.ts'
import { findDelivery, type DeliveryRow, type Planned } from './store.ts'

/**
 * Disables a webhook whose delivery has failed for good: nothing more is sent, what waits is
 * held, and one mail is on its way. The caller holds the webhook's lock.
 */
export async function disableWebhook(
  ctx: Context,
  { webhookId, id: deliveryId }: Planned,
): Promise<void> {
  if (!(await disableForFailures(ctx, webhookId))) return
  const count = await holdDeliveries(ctx, webhookId)
  await audit(ctx, {
    action: 'deactivated',
    resourceType: 'webhook',
    resourceId: webhookId,
    summary: `Webhook disabled after ${ATTEMPTS_MAX} failed attempts; ${count} waiting held`,
    changes: [{ field: 'status', from: 'active', to: 'disabled' }],
  })
  await enqueue(ctx, sendWebhookNoticeJob, { webhookId, deliveryId })
}

async function sendNotice(
  work: JobContext,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<void> {
  const found = await work.transaction(async (ctx) => {
    const delivery = await findDelivery(ctx, deliveryId)
    if (!delivery) return null
    const webhook = await getWebhook(ctx, webhookId)
    const usual = await readSetting<string | null>(ctx, 'webhook_failure_email')
    return { delivery, webhook, to: webhook.notificationEmail ?? usual }
  })
  if (found) await work.house.mailer.send(buildNotice(work, found))
}

export const sendWebhookNoticeJob = job(
  'send-webhook-notice',
  Type.Object({ webhookId: Type.String(), deliveryId: Type.String() }),
  sendNotice,
  { attempts: 10, pool: 'io' },
)

/** To the webhook's own address or the tenant's, else to the operator, who is the sender. */
function buildNotice(
  { house, environment }: Pick<OutsideContext, 'house' | 'environment'>,
  { webhook, delivery, to }: { webhook: WebhookRow; delivery: DeliveryRow; to: string | null },
): Mail {
  const { origin } = new URL(webhook.url)
  const last = delivery.attempts.at(-1)
  const outcome = last?.responseStatus ? `HTTP status ${last.responseStatus}` : last?.error
  const webhookUrl = `${house.config.publicUrl}/v1/webhooks/${webhook.id}`
  return {
    to: to ?? house.config.mailFrom,
    subject: `Webhook to ${origin} was disabled (${environment.mode} mode)`,
    text: [
      `The receiver failed ${delivery.attemptCount} times to take the event ${delivery.eventId}`,
      `(${delivery.eventType}), so its webhook was disabled. Nothing more is sent to it.`,
      '',
      `Webhook:       ${webhook.id}`,
      `Delivery:      ${toDeliveryId(delivery.id)}`,
      `Last failure:  ${outcome ?? 'unknown'}, ${last?.at ?? 'unknown'}`,
      '',
      'When the receiver works again:',
      `1. PATCH ${webhookUrl} with {"is_active": true}: what was held meanwhile is sent`,
      `2. POST ${webhookUrl}/replay with {"since": "…"}: what failed since then is sent again`,
      '   ("include_missed": true adds what happened while the webhook was disabled)',
      `3. or POST ${webhookUrl}/deliveries/<id>/replay for single deliveries`,
      '',
    ].join('\n'),
  }
}
