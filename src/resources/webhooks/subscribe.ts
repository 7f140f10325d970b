import { EVENT_TYPES } from '../../events.ts'
import { nearest } from '../../core/values/text.ts'
import { audit, changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { requireUrl } from '../../platform/egress/require-url.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { mergeMetadata } from '../../platform/wire/metadata.ts'
import type { Body } from '../../platform/route.ts'
import { inboxUrlOf } from './inbox/receive.ts'
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
  wish: Body<typeof WebhookCreate>,
): Promise<WebhookRow & { secret: string }> {
  const id = randomUUIDv7()
  const { secret, secretSealed, secretHint } = mintSecret(ctx, id)
  await insertWebhook(ctx, {
    id,
    url: requireReachable(ctx, wish.url),
    description: wish.description ?? null,
    events: requireKnown(wish.events),
    status: wish.isActive === false ? 'paused' : 'active',
    secretSealed,
    secretHint,
    notificationEmail: wish.notificationEmail ?? null,
    metadata: mergeMetadata({}, wish.metadata ?? {}),
    ...HEADERS.sealHeaders(ctx, id, wish.headers ?? {}),
  })
  await audit(ctx, {
    action: 'created',
    resourceType: 'webhook',
    resourceId: id,
    summary: `Webhook to ${originOf(wish.url)} created`,
  })
  return { ...(await getWebhook(ctx, id)), secret }
}

/** Throws `version_conflict` through `check` when the caller has seen another state. */
export async function changeSubscription(
  ctx: Context,
  id: string,
  parts: { wish: Body<typeof WebhookChange>; check: (current: WebhookRow) => void },
): Promise<WebhookRow> {
  const before = await lockWebhook(ctx, id)
  if (!before) throw new ApiError('webhook_not_found')
  parts.check(before)
  const { wish } = parts
  const isActivated = wish.isActive === true && before.status !== 'active'
  const isPaused = wish.isActive === false && before.status === 'active'
  const status = isPaused ? 'paused' : undefined
  await updateWebhook(ctx, id, { ...changedColumns(ctx, before, wish), status })
  if (isActivated) await activateWebhook(ctx, id)
  if (isActivated) await releaseDeliveries(ctx, id)
  if (isPaused) await holdDeliveries(ctx, id)
  const after = await getWebhook(ctx, id)
  await audit(ctx, {
    action: isActivated ? 'activated' : isPaused ? 'deactivated' : 'updated',
    resourceType: 'webhook',
    resourceId: id,
    summary: `Webhook to ${originOf(after.url)} changed`,
    changes: changesBetween(auditedOf(before), auditedOf(after), AUDITED),
  })
  return after
}

export async function unsubscribe(
  ctx: Context,
  id: string,
  check: (current: WebhookRow) => void,
): Promise<void> {
  const webhook = await lockWebhook(ctx, id)
  if (!webhook) throw new ApiError('webhook_not_found')
  check(webhook)
  await holdDeliveries(ctx, id)
  await deleteWebhook(ctx, id)
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'webhook',
    resourceId: id,
    summary: `Webhook to ${originOf(webhook.url)} deleted with its deliveries`,
  })
}

/** Credentials that were given for one receiver do not go to another unsaid. */
function requireHeadersFor(
  { url: before, headerNames }: WebhookRow,
  { url, headers }: Body<typeof WebhookChange>,
): void {
  const isKept = headerNames.length > 0 && headers === undefined
  if (!isKept || url === undefined || originOf(url) === originOf(before)) return
  const message = `The new url is of another origin than ${originOf(before)}: say its headers too, or null.`
  throw new ApiError('missing_field', message, { param: 'headers' })
}

/** The checked columns of a change; what it does not name stays undefined. */
function changedColumns(
  ctx: Context,
  before: WebhookRow,
  wish: Body<typeof WebhookChange>,
): WebhookColumns {
  const { id, metadata } = before
  const url = wish.url && requireReachable(ctx, wish.url)
  requireHeadersFor(before, wish)
  return {
    url,
    description: wish.description,
    events: wish.events && requireKnown(wish.events),
    notificationEmail: wish.notificationEmail,
    metadata: wish.metadata && mergeMetadata(metadata, wish.metadata),
    ...(wish.headers === undefined ? {} : HEADERS.sealHeaders(ctx, id, wish.headers ?? {})),
  }
}

function requireReachable(ctx: Context, url: string): string {
  if (url === inboxUrlOf(ctx.house)) return requireTestMode(ctx, url)
  return requireUrl(ctx.house.egress, url, 'url')
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
function originOf(url: string): string {
  return new URL(url).origin
}

function auditedOf(webhook: WebhookRow): object {
  return { ...webhook, origin: originOf(webhook.url) }
}
