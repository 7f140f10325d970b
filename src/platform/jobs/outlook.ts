import type { House } from '../context.ts'
import { sql } from '../db/sql.ts'
import { countListeners } from './notices.ts'

/** Work that may be due: jobs, leases that have ended, and what upkeep there is for it. */
export type DueWork =
  | 'jobs'
  | 'leases'
  | 'audit'
  | 'workflows'
  | 'crm_integrations'
  | 'links'
  | 'mailboxes'

/** What a worker sees before a rest. */
export interface Outlook {
  due: DueWork[]
  /** Until the next job falls due or the next lease ends; null when neither is to come. */
  inMs: number | null
  /** Processes that hear of jobs, this one among them when it does. */
  listeners: number
}

/** The one statement of a process without work, in one round trip. */
export async function lookAhead({ database }: Pick<House, 'database'>): Promise<Outlook> {
  const row = await database.withSystem(
    (db) =>
      db.row<Outlook>(sql`
        select due, in_ms, ${countListeners()} as listeners from system_next_due()`),
    { access: 'single' },
  )
  return row!
}
