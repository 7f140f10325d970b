import { randomUUIDv7 } from './crypto/tokens.ts'
import { toSnake } from '../core/values/text.ts'
import type { Context } from './context.ts'
import { join, json, sql } from './db/sql.ts'

/** What can happen to a record; the words of the audit log. */
export const AUDIT_ACTIONS = [
  'created',
  'updated',
  'deleted',
  'read_sensitive',
  'processed',
  'exported',
  'login',
  'rotated',
  'activated',
  'deactivated',
  'evaluated',
  'submitted',
  'overridden',
  'downloaded',
  'noted',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** The records it can happen to. */
export const AUDITED_TYPES = [
  'account',
  'anomaly',
  'api_key',
  'app',
  'approval',
  'audit_log',
  'broker',
  'broker_file',
  'broker_submission',
  'crm_integration',
  'data_source',
  'document',
  'document_class',
  'document_signal',
  'email',
  'email_template',
  'entity',
  'entity_attribute',
  'event',
  'factor',
  'feedback',
  'file',
  'file_rename_rule',
  'funder',
  'funder_policy',
  'funder_submission',
  'grant',
  'inbox',
  'integration',
  'iso_application',
  'invitation',
  'layout',
  'link',
  'logo',
  'membership',
  'merchant',
  'missing_account',
  'note',
  'policy',
  'position',
  'rule',
  'session',
  'settings',
  'stip_request',
  'submission',
  'taught_layout',
  'transaction',
  'user',
  'webhook',
  'workflow',
] as const

export type AuditedType = (typeof AUDITED_TYPES)[number]

export interface Change {
  field: string
  from: unknown
  to: unknown
}

export interface AuditEntry {
  action: AuditAction
  resourceType: AuditedType
  resourceId: string | null
  submissionId?: string | null
  summary: string
  /** Secrets and full identifiers must be masked by the caller. */
  changes?: Change[]
}

/**
 * Writes an audit entry in the running transaction, so that there is one exactly when the change is
 * kept.
 */
export async function audit(ctx: Context, entry: AuditEntry): Promise<void> {
  const fields = listFields(ctx, entry)
  const values = fields.map((field) => (Array.isArray(field) ? json(field) : field))
  await ctx.db.run(sql`
    insert into audit_log (environment_id, id, actor_type, actor_id, actor_name, api_key_hint, ip, user_agent,
      action, resource_type, resource_id, submission_id, summary, changes, request_id, seal)
    values (${join([...values, ctx.house.auditSigner.entry(fields)])})`)
}

/** The columns of an entry in the order of the statement above, of `AUDIT_TEXT` and of its seal. */
function listFields({ actor, environment, requestId }: Context, entry: AuditEntry): unknown[] {
  return [
    environment.id,
    randomUUIDv7(),
    actor.type,
    actor.id,
    actor.name,
    actor.keyHint,
    actor.ip,
    actor.userAgent,
    entry.action,
    entry.resourceType,
    entry.resourceId,
    entry.submissionId ?? null,
    entry.summary,
    entry.changes ?? [],
    requestId,
  ]
}

type RecordEntry = Omit<AuditEntry, 'resourceType' | 'resourceId'> & { id: string }

/** `audit` for the records of one type. */
export function createAudit(
  resourceType: AuditedType,
): (ctx: Context, entry: RecordEntry) => Promise<void> {
  return (ctx, { id, ...entry }) => audit(ctx, { ...entry, resourceType, resourceId: id })
}

/** The fields that differ between two states of a record, by their names on the wire. */
export function wireChanges(
  before: object,
  after: object,
  fields: readonly string[] = Object.keys(after),
): Change[] {
  return changesBetween(before, after, fields).map((change) => ({
    ...change,
    field: toSnake(change.field),
  }))
}

/** The fields that differ between two states of a record. */
export function changesBetween(before: object, after: object, fields: readonly string[]): Change[] {
  const from = before as Record<string, unknown>
  const to = after as Record<string, unknown>
  return fields
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
}

/**
 * That the holders of an account changed is recorded, who they are is not: the log outlives the
 * submission.
 */
export function withoutPersons(changes: Change[]): Change[] {
  return changes.map((change) =>
    /holderNames$/i.test(change.field) ? { ...change, from: null, to: null } : change,
  )
}
