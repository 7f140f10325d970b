import type { Context, Environment, House, Mode } from '../../../platform/context.ts'
import { recordStore } from '../../../platform/db/record-store.ts'
import { inserted, raw, sql } from '../../../platform/db/sql.ts'

/** How far a mailbox has been read. */
export interface MailboxRow {
  /** Of its integration. */
  id: string
  uidValidity: string | null
  lastUid: number
  readUntil: string | null
  takenCount: number
  consecutiveFailures: number
  nextReadAt: string | null
}

export const MAILBOXES = recordStore<MailboxRow>({
  table: 'mailboxes',
  columns: raw(`id, uid_validity, last_uid, read_until, taken_count, consecutive_failures,
    next_read_at`),
  noun: 'mailbox',
  missing: 'integration_not_found',
})

export async function insertMailbox(ctx: Context, id: string): Promise<void> {
  const row = { environment_id: ctx.environment.id, id }
  await ctx.db.run(sql`
    insert into mailboxes ${inserted(row)} on conflict (environment_id, id) do nothing`)
}

/** Notes that a message was taken, unless another reader was there first. */
export async function advanceMailbox(
  ctx: Context,
  id: string,
  { uidValidity, uid }: { uidValidity: string; uid: number },
): Promise<void> {
  await ctx.db.run(sql`
    update mailboxes set last_uid = ${uid}, taken_count = taken_count + 1, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}
      and uid_validity = ${uidValidity} and last_uid < ${uid}`)
}

/** A mailbox in the environment that it belongs to. */
export interface PlacedMailbox {
  environment: Environment
  integrationId: string
}

interface PlacedRow {
  environmentId: string
  tenantId: string
  mode: Mode
  integrationId: string
}

/** Mailboxes that are to be read now. */
export async function listDueMailboxes(
  { database }: Pick<House, 'database'>,
  batch: number,
): Promise<PlacedMailbox[]> {
  const rows = await database.withSystem((db) =>
    db.rows<PlacedRow>(sql`select * from system_list_due_mailboxes(${batch})`),
  )
  return rows.map(({ environmentId: id, tenantId, mode, integrationId }) => ({
    environment: { id, tenantId, mode },
    integrationId,
  }))
}
