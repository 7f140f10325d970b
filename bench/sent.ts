import { join } from 'node:path'
import type { Pool } from '../src/platform/db/server/connect.ts'
import { startPostgres, type RunningPostgres } from '../src/platform/postgres/launch.ts'

/** What one operation sends to the database. */
export interface Sent {
  statements: number
  commits: number
}

/**
 * Starts the embedded server of a data directory as one that counts statements. A service that
 * starts on the directory adopts it.
 */
export function startCountingServer(dataDir: string): Promise<RunningPostgres> {
  return startPostgres({
    dataDir: join(dataDir, 'postgres'),
    log: () => {},
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  })
}

/** What the databases of a server were sent since `openCounts`, or the last `take`. */
export interface Counts {
  take(operations: number): Promise<Sent>
}

/**
 * Counts what the service's role sends in one database. What a transaction begins with is not counted: it goes out in the packet
 * of another statement; nor is the look whether there is work, which time pays and not work.
 */
export async function openCounts(pool: Pool): Promise<Counts> {
  await pool.query('create extension if not exists pg_stat_statements')
  await pool.query('select pg_stat_statements_reset()')
  return {
    take: async (operations) => {
      const { rows } = await pool.query<{ statements: number; commits: number }>(SENT)
      await pool.query('select pg_stat_statements_reset()')
      const { statements, commits } = rows[0]!
      return { statements: statements / operations, commits: commits / operations }
    },
  }
}

const SENT = String.raw`
  select coalesce(sum(calls) filter (where query !~* '^\s*(begin|set|commit|rollback)\y'), 0)::float8
      as statements,
    coalesce(sum(calls) filter (where query ~* '^\s*commit\y'), 0)::float8 as commits
  from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database()) and toplevel
    and userid <> current_user::regrole::oid
    and query !~ 'system_(claim_traced_jobs|next_due|queue_state|renew_leases)\('`
