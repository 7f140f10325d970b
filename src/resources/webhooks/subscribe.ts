import { EVENT_TYPES } from '../../events.ts'
import { nearest } from '../../core/values/text.ts'
import { audit, changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { requireSafeUrl } from '../../platform/egress/require-url.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { mergeMetadata } from '../../platform/wire/metadata.ts'
import type { Body } from '../../platform/route.ts'
import { getInboxUrl } from './inbox/receive.ts'
import { HEADERS } from './custom-headers.ts'
import { holdDeliveries, releaseDeliveries } from './deliveries/plan.ts'
import type { WebhookChange, WebhookCreate } from './schemas.ts'
import { mintSecret } from './secret.ts'
import {
  activateWebhook,
  deleteWebhook,
  getWebhook,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  type WebhookColumns,
  type WebhookRow,
} from './store.ts'

const AUDITED = ['origin', 'events', 'description', 'status', 'headerNames'] as const

/** A new subscription, with the secret that is shown this once. */
export async function subscribe(
  ctx: Context,
  input: Body<typeof WebhookCreate>,
): Promise<WebhookRow & { secret: string }> {
  const id = randomUUIDv7()
  const { secret, secretSealed, secretHint } = mintSecret(ctx, id)
  await insertWebhook(ctx, {
    id,
    url: requireReachable(ctx, input.url),
    description: input.description ?? null,
    events: requireKnown(input.events),
    status: input.isActive === false ? 'paused' : 'active',
    secretSealed,
    secretHint,
    notificationEmail: input.notificationEmail ?? null,
    metadata: mergeMetadata({}, input.metadata ?? {}),
    ...HEADERS.sealHeaders(ctx, id, input.headers ?? {}),
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'webhook',
    resourceId: id,
    summary: `Webhook to ${getOrigin(input.url)} created`,
  })
  return { ...(await getWebhook(ctx, id)), secret }
}

/** Throws `version_conflict` through `check` when the caller has seen another state. */
export async function changeSubscription(
  ctx: Context,
  id: string,
  parts: { patch: Body<typeof WebhookChange>; check: MatchCheck<WebhookRow> },
): Promise<WebhookRow> {
  const before = await lockWebhook(ctx, id)
  if (!before) throw new ApiError('webhook_not_found')
  await parts.check(before)
  const { patch } = parts
  const isActivated = patch.isActive === true && before.status !== 'active'
  const isPaused = patch.isActive === false && before.status === 'active'
  const status = isPaused ? 'paused' : undefined
  await updateWebhook(ctx, id, { ...changedColumns(ctx, before, patch), status })
  if (isActivated) await activateWebhook(ctx, id)
  if (isActivated) await releaseDeliveries(ctx, id)
  if (isPaused) await holdDeliveries(ctx, id)
  const after = await getWebhook(ctx, id)
  await audit(ctx, {
    action: isActivated ? 'activated' : isPaused ? 'deactivated' : 'updated',
    resourceType: 'webhook',
    resourceId: id,
    summary: `Webhook to ${getOrigin(after.url)} changed`,
    changes: changesBetween(toAudited(before), toAudited(after), AUDITED),
  })
  return after
}

export async function unsubscribe(
  ctx: Context,
  id: string,
  check: MatchCheck<WebhookRow>,
): Promise<void> {
  const webhook = await lockWebhook(ctx, id)
  if (!webhook) throw new ApiError('webhook_not_found')
  await check(webhook)
  await holdDeliveries(ctx, id)
  await deleteWebhook(ctx, id)
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'webhook',
    resourceId: id,
    summary: `Webhook to ${getOrigin(webhook.url)} deleted with its deliveries`,
  })
}

/** Credentials that were given for one receiver do not go to another unsaid. */
function requireHeadersFor(
  { url: before, headerNames }: WebhookRow,
  { url, headers }: Body<typeof WebhookChange>,
): void {
  const isKept = headerNames.length > 0 && headers === undefined
  if (!isKept || url === undefined || getOrigin(url) === getOrigin(before)) return
  const message = `The new url is of another origin than ${getOrigin(before)}: say its headers too, or null.`
  throw new ApiError('missing_field', message, { param: 'headers' })
}

/** The checked columns of a change; what it does not name stays undefined. */
function changedColumns(
  ctx: Context,
  before: WebhookRow,
  patch: Body<typeof WebhookChange>,
): WebhookColumns {
  const { id, metadata } = before
  const url = patch.url && requireReachable(ctx, patch.url)
  requireHeadersFor(before, patch)
  return {
    url,
    description: patch.description,
    events: patch.events && requireKnown(patch.events),
    notificationEmail: patch.notificationEmail,
    metadata: patch.metadata && mergeMetadata(metadata, patch.metadata),
    ...(patch.headers === undefined ? {} : HEADERS.sealHeaders(ctx, id, patch.headers ?? {})),
  }
}

function requireReachable(ctx: Context, url: string): string {
  if (url === getInboxUrl(ctx.house)) return requireTestMode(ctx, url)
  return requireSafeUrl(ctx.house.egress, url, 'url')
}

/** The inbox is not reached over the network, so its address may be one that egress refuses. */
function requireTestMode({ environment }: Context, url: string): string {
  if (environment.mode === 'test') return url
  const message = 'The inbox takes webhooks of the test mode only.'
  throw new ApiError('url_not_allowed', message, { param: 'url' })
}

/** Each name once; throws `invalid_event_type` with the nearest name. */
function requireKnown(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => (name === '*' ? name : requireEventType(name, 'events'))))]
}

export function requireEventType(name: string, param: string): string {
  if (EVENT_TYPES.includes(name)) return name
  const near = nearest(name, EVENT_TYPES)
  const hint = near ? ` Did you mean ${near}?` : ` Known: ${EVENT_TYPES.join(', ')}.`
  throw new ApiError('invalid_event_type', `There is no event type ${name}.${hint}`, { param })
}

/** The path and query of a receiver's address are often its password. */
function getOrigin(url: string): string {
  return new URL(url).origin
}

function toAudited(webhook: WebhookRow): object {
  return { ...webhook, origin: getOrigin(webhook.url) }
}
