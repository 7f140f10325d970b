import { randomUUIDv7 } from './crypto/tokens.ts'
import { toSnake } from '../core/values/text.ts'
import type { Context } from './context.ts'
import { BY_ROWS, splitBatches } from './db/columns.ts'
import { join, json, raw, sql } from './db/sql.ts'
import type { Db } from './db/transaction.ts'

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
  'upload_link',
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

/** The columns of an entry in the order of its seal and of `AUDIT_TEXT`. */
type Fields = readonly unknown[]

const collected = new WeakMap<Db, Fields[]>()

/**
 * Writes an audit entry in the running transaction, so that there is one exactly when the change is
 * kept; all that a transaction has are one statement, before it commits.
 */
// oxlint-disable-next-line typescript/require-await -- callers wait for whatever a transaction does
export async function audit(ctx: Context, entry: AuditEntry): Promise<void> {
  const entries = collected.getOrInsertComputed(ctx.db, () => [])
  if (entries.push(listFields(ctx, entry)) === 1) ctx.db.beforeCommit(() => writeEntries(ctx))
}

function listFields({ actor, environment, requestId }: Context, entry: AuditEntry): Fields {
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

const TYPES = {
  environment_id: 'uuid',
  id: 'uuid',
  actor_type: 'text',
  actor_id: 'text',
  actor_name: 'text',
  api_key_hint: 'text',
  ip: 'text',
  user_agent: 'text',
  action: 'text',
  resource_type: 'text',
  resource_id: 'text',
  submission_id: 'uuid',
  summary: 'text',
  changes: 'jsonb',
  request_id: 'text',
  seal: 'text',
}
const NAMES = Object.keys(TYPES)
const COLUMNS = raw(NAMES.join(', '))
const OWN_COLUMNS = raw(NAMES.slice(1).join(', '))
const RECORD = raw(
  Object.entries(TYPES)
    .map((column) => column.join(' '))
    .join(', '),
)

/** What is noted from now on is written after this. */
async function writeEntries(ctx: Context): Promise<void> {
  const entries = collected.get(ctx.db)!
  collected.delete(ctx.db)
  const rows = entries.map((fields) => [...fields, ctx.house.auditSigner.entry(fields)])
  const [only, ...others] = rows
  if (others.length === 0) await writeOne(ctx, only!)
  else for (const batch of splitBatches(rows)) await writeBatch(ctx, batch)
}

async function writeOne({ db }: Context, row: Fields): Promise<void> {
  const values = row.map((field) => (Array.isArray(field) ? json(field) : field))
  await db.run(sql`insert into audit_log (${COLUMNS}) values (${join(values)})`)
}

async function writeBatch({ db, environment }: Context, rows: readonly Fields[]): Promise<void> {
  const named = rows.map((row) => Object.fromEntries(row.map((field, at) => [NAMES[at]!, field])))
  await db.run(sql`
    insert into audit_log (${COLUMNS}) select ${environment.id}, ${OWN_COLUMNS}
    from jsonb_to_recordset(${JSON.stringify(named)}) as new (${RECORD}) ${BY_ROWS}`)
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
