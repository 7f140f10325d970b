import { sql } from '../../platform/db/sql.ts'
import type { Database } from '../../platform/db/transaction.ts'

export interface QueueState {
  queued: number
  running: number
  dead: number
  oldestSeconds: number
}

export async function findQueueState(database: Database): Promise<QueueState> {
  const row = await database.withSystem((db) =>
    db.row<QueueState>(sql`select * from system_queue_state()`),
  )
  return row!
}

export async function listAppliedMigrations(database: Database): Promise<string[]> {
  const rows = await database.withSystem((db) =>
    db.rows<{ name: string }>(sql`select name from migrations`),
  )
  return rows.map(({ name }) => name)
}
