import type { Database } from '../db/transaction.ts'
import { sql } from '../db/sql.ts'

/** The jobs of one kind, of all environments. */
export interface QueuedKind {
  kind: string
  /** Due and without a place. */
  waiting: number
  running: number
  dead: number
  /** How long the oldest of those that wait has been due. */
  oldestSeconds: number
}

export async function readQueue(database: Pick<Database, 'withSystem'>): Promise<QueuedKind[]> {
  return database.withSystem((db) => db.rows<QueuedKind>(sql`select * from system_queue_by_kind()`))
}
