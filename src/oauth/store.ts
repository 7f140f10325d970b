import { houseColumn } from '../platform/crypto/sealed-column.ts'
import { sql } from '../platform/db/sql.ts'
import type { Db } from '../platform/db/transaction.ts'
import { GRANT_DAYS } from '../resources/records/people/grants/store.ts'

/** How long a program may be registered without being used. */
export const CLIENT_DAYS = 30

export const RECORD_PAYLOAD = houseColumn({
  table: 'oauth_records',
  column: 'payload_sealed',
  holds: 'programs that registered, with the codes and refresh tokens given to them',
  place: 'oauth_records/payload',
  boundTo: ['kind', 'id_hash'],
})

export interface RecordKey {
  kind: string
  idHash: string
}

export interface NewRecord extends RecordKey {
  grantId: string | null
  uidHash: string | null
  sealed: string
  /** Null for ever. */
  seconds: number | null
}

/** False when the grant of the record has ended: then nothing is written. */
export async function putRecord(db: Db, record: NewRecord): Promise<boolean> {
  const { kind, idHash, grantId, uidHash, sealed, seconds } = record
  const row = await db.row<{ isDone: boolean }>(sql`
    select system_put_oauth_record(${kind}, ${idHash}, ${grantId}::uuid, ${uidHash}, ${sealed},
      ${seconds}::integer) as is_done`)
  return row!.isDone
}

export interface RecordRow {
  idHash: string
  sealed: string
  isConsumed: boolean
}

export function findRecord(
  db: Db,
  { kind, idHash, uidHash }: { kind: string; idHash: string | null; uidHash: string | null },
): Promise<RecordRow | null> {
  return db.row(sql`select * from system_find_oauth_record(${kind}, ${idHash}, ${uidHash})`)
}

/** False for the second of two who try. */
export async function consumeRecord(db: Db, { kind, idHash }: RecordKey): Promise<boolean> {
  const row = await db.row<{ isDone: boolean }>(
    sql`select system_consume_oauth_record(${kind}, ${idHash}) as is_done`,
  )
  return row!.isDone
}

export async function deleteRecord(db: Db, { kind, idHash }: RecordKey): Promise<void> {
  await db.run(sql`select system_delete_oauth_record(${kind}, ${idHash})`)
}

export async function countClients(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select system_count_oauth_clients() as count`)
  return row!.count
}

/** A program that is used stays registered for longer than its grants. */
export async function keepClient(db: Db, idHash: string): Promise<void> {
  await db.run(
    sql`select system_keep_oauth_client(${idHash}, ${GRANT_DAYS + CLIENT_DAYS}::integer)`,
  )
}
