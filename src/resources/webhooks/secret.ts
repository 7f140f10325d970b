import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { sealedColumn } from '../../platform/crypto/sealed-column.ts'
import { mintWebhookSecret } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { getWebhook, lockWebhook, updateSecrets, type WebhookRow } from './store.ts'

/** What signs a delivery: one secret, or two during a rotation's grace. */
export interface SigningSecrets {
  current: string
  next: string | null
}

export const SIGNING_SECRET = sealedColumn({
  table: 'webhooks',
  column: 'secret_sealed',
  holds: 'the secret that signs deliveries',
  place: 'webhooks/secret_sealed',
  boundTo: ['id'],
})

/** The next secret becomes the current one by moving to its column, so both have the same place. */
export const NEXT_SIGNING_SECRET = sealedColumn({
  ...SIGNING_SECRET,
  column: 'next_secret_sealed',
  holds: 'the secret that signs after the grace of a rotation',
})

interface MintedSecret {
  secret: string
  secretSealed: string
  secretHint: string
}

export function mintSecret(ctx: Context, webhookId: string): MintedSecret {
  const secret = mintWebhookSecret()
  const secretSealed = SIGNING_SECRET.at(ctx, webhookId).seal(secret)
  return { secret, secretSealed, secretHint: secret.slice(-4) }
}

export function openSecrets(
  ctx: Pick<Context, 'house' | 'environment'>,
  webhook: Pick<WebhookRow, 'id' | 'signingSecretSealed' | 'nextSecretSealed'>,
): SigningSecrets {
  const { open } = SIGNING_SECRET.at(ctx, webhook.id)
  return {
    current: open(webhook.signingSecretSealed),
    next: webhook.nextSecretSealed === null ? null : open(webhook.nextSecretSealed),
  }
}

/**
 * Replaces the secret. For the hours of the grace the previous one goes on signing
 * `X-Service-Signature`, so that no receiver breaks before it has switched. A second grace cannot
 * start inside the first: one of three secrets would stop working without notice. Rotating
 * without grace is always possible, because a leaked secret cannot wait.
 */
export async function rotateSecret(
  ctx: Context,
  webhookId: string,
  graceHours: number,
): Promise<WebhookRow & { secret: string }> {
  const webhook = await lockWebhook(ctx, webhookId)
  if (!webhook) throw new ApiError('webhook_not_found')
  if (graceHours > 0 && webhook.secretGraceEndsAt !== null) throw graceRuns(webhook)
  const { secret, secretSealed, secretHint } = mintSecret(ctx, webhookId)
  await updateSecrets(
    ctx,
    webhookId,
    graceHours > 0
      ? {
          secretSealed: webhook.signingSecretSealed,
          nextSecretSealed: secretSealed,
          graceHours,
          secretHint,
        }
      : { secretSealed, nextSecretSealed: null, graceHours: null, secretHint },
  )
  await audit(ctx, {
    action: 'rotated',
    resourceType: 'webhook',
    resourceId: webhookId,
    summary: `Webhook secret rotated, grace ${graceHours} h`,
  })
  return { ...(await getWebhook(ctx, webhookId)), secret }
}

function graceRuns({ secretGraceEndsAt }: WebhookRow): ApiError {
  return new ApiError(
    'invalid_state_transition',
    `The last grace runs until ${secretGraceEndsAt}. Rotate with grace_hours 0 to end it.`,
    { param: 'grace_hours' },
  )
}
