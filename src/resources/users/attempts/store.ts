import { sql } from '../../../platform/db/sql.ts'
import type { Db } from '../../../platform/db/transaction.ts'

/** How often something was tried, and after how long it counts anew. */
export interface Attempts {
  count: number
  leftMs: number
}

/** Counts one more, within so many seconds of the first; `subject` is a keyed hash. */
export async function countAttempt(
  db: Db,
  { subject, seconds }: { subject: string; seconds: number },
): Promise<Attempts> {
  const row = await db.row<Attempts>(
    sql`select * from system_count_attempt(${subject}, ${seconds}::integer)`,
  )
  return row!
}

/** How long an account must wait after its failures; 0 for one that need not. */
export async function findWaitMs(db: Db, subject: string): Promise<number> {
  const row = await db.row<{ waitMs: number }>(sql`select system_find_wait(${subject}) as wait_ms`)
  return row!.waitMs
}

export async function noteFailure(db: Db, subject: string): Promise<void> {
  await db.run(sql`select system_note_failure(${subject})`)
}

export async function forgetAttempts(db: Db, subject: string): Promise<void> {
  await db.run(sql`select system_forget_attempts(${subject})`)
}
