import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { joinConditions, json, raw, sql, type Sql } from '../../platform/db/sql.ts'
import type { WebhookStatus } from './schemas.ts'

export interface WebhookRow {
  id: string
  url: string
  description: string | null
  events: string[]
  status: WebhookStatus
  /** The secret that `X-Service-Signature` is keyed with now. */
  signingSecretSealed: string
  /** The secret that takes over when the grace ends; null outside a grace. */
  nextSecretSealed: string | null
  secretGraceEndsAt: string | null
  secretHint: string
  headersSealed: string | null
  headerNames: string[]
  consecutiveFailures: number
  lastSuccessAt: string | null
  lastFailureAt: string | null
  disabledAt: string | null
  disabledReason: 'failures' | 'user' | null
  notificationEmail: string | null
  metadata: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

/** What can be written of a webhook; undefined leaves the column as it is. */
export interface WebhookColumns {
  url?: string
  description?: string | null
  events?: string[]
  status?: WebhookStatus
  headersSealed?: string | null
  headerNames?: string[]
  notificationEmail?: string | null
  metadata?: Record<string, unknown>
}

export const WEBHOOK_SORTS = ['-created_at']

// A grace that is over needs no job to end it: from its end on, only the new secret signs.
const GRACE_RUNS = 'coalesce(grace_ends_at > now(), false)'

export const WEBHOOK_COLUMNS =
  raw(`id, url, description, events, status, secret_hint, headers_sealed, header_names,
  case when ${GRACE_RUNS} then secret_sealed else coalesce(next_secret_sealed, secret_sealed) end
    as signing_secret_sealed,
  case when ${GRACE_RUNS} then next_secret_sealed end as next_secret_sealed,
  case when ${GRACE_RUNS} then grace_ends_at end as secret_grace_ends_at,
  consecutive_failures, last_success_at, last_failure_at, disabled_at, disabled_reason,
  notification_email, metadata, created_at, updated_at`)

export interface WebhookFilter {
  status?: WebhookStatus
  event?: string
}

/** The event filter finds those who get the event, by name or by `*`. */
function matching({ status, event }: WebhookFilter): Sql {
  return joinConditions([
    status && sql`status = ${status}`,
    event && sql`events && ${[event, '*']}::text[]`,
  ])
}

export const { list: listWebhooks } = pagedList<WebhookRow, WebhookFilter>({
  table: 'webhooks',
  columns: WEBHOOK_COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: matching,
})

/** Deleting one takes its deliveries along; their jobs find nothing and end. */
export const {
  get: getWebhook,
  update: updateRow,
  remove: deleteWebhook,
} = recordStore<WebhookRow>({
  table: 'webhooks',
  columns: WEBHOOK_COLUMNS,
  noun: 'webhook',
  missing: 'webhook_not_found',
})

/**
 * Whoever writes a webhook and its deliveries takes this lock first: so counters, disabling and
 * holding see each other and cannot deadlock. Dispatching events does not wait for it.
 */
export async function lockWebhook(ctx: Context, id: string): Promise<WebhookRow | null> {
  return ctx.db.row<WebhookRow>(sql`
    select ${WEBHOOK_COLUMNS} from webhooks
    where environment_id = ${ctx.environment.id} and id = ${id} for no key update`)
}

export type NewWebhook = Required<WebhookColumns> & {
  id: string
  secretSealed: string
  secretHint: string
}

export async function insertWebhook(ctx: Context, webhook: NewWebhook): Promise<void> {
  await ctx.db.run(sql`
    insert into webhooks (environment_id, id, url, description, events, status, secret_sealed,
      secret_hint, headers_sealed, header_names, notification_email, metadata)
    values (${ctx.environment.id}, ${webhook.id}, ${webhook.url}, ${webhook.description},
      ${webhook.events}, ${webhook.status}, ${webhook.secretSealed}, ${webhook.secretHint},
      ${webhook.headersSealed}, ${webhook.headerNames}, ${webhook.notificationEmail},
      ${json(webhook.metadata)})`)
}

export async function updateWebhook(
  ctx: Context,
  id: string,
  changes: WebhookColumns,
): Promise<void> {
  await updateRow(ctx, id, {
    url: changes.url,
    description: changes.description,
    events: changes.events,
    status: changes.status,
    headers_sealed: changes.headersSealed,
    header_names: changes.headerNames,
    notification_email: changes.notificationEmail,
    metadata: changes.metadata && json(changes.metadata),
  })
}

/** Back to work with a clean record. */
export async function activateWebhook(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    update webhooks
    set status = 'active', consecutive_failures = 0, disabled_at = null, disabled_reason = null
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

export interface Secrets {
  secretSealed: string
  nextSecretSealed: string | null
  graceHours: number | null
  secretHint: string
}

export async function updateSecrets(ctx: Context, id: string, secrets: Secrets): Promise<void> {
  await ctx.db.run(sql`
    update webhooks
    set secret_sealed = ${secrets.secretSealed}, next_secret_sealed = ${secrets.nextSecretSealed},
      grace_ends_at = now() + ${secrets.graceHours}::float8 * interval '1 hour',
      secret_hint = ${secrets.secretHint}, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** Returns whether it was this call that disabled the webhook. */
export async function disableForFailures(ctx: Context, id: string): Promise<boolean> {
  const changed = await ctx.db.run(sql`
    update webhooks
    set status = 'disabled', disabled_at = now(), disabled_reason = 'failures', updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id} and disabled_at is null`)
  return changed === 1
}
