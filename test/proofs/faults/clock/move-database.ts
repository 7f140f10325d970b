import type { Pool } from '../../../../src/platform/db/server/connect.ts'

/** What statements read of the clock of the database. */
const CLOCKS = { now: 'stable', clock_timestamp: 'volatile' }
const PATH = 'public, moved, pg_catalog'

/**
 * Moves the clock of a database: each statement of a connection that is opened from now on reads it
 * so many hours ahead, those of the system functions too. Nothing that is stored changes.
 */
export async function moveDatabaseClock(pool: Pool, hours: number): Promise<void> {
  await pool.query('create schema if not exists moved; grant usage on schema moved to public')
  for (const [name, volatility] of Object.entries(CLOCKS))
    await pool.query(`create or replace function moved.${name}() returns timestamptz
      language sql ${volatility} as $$ select pg_catalog.${name}() + interval '${hours} hours' $$`)
  const { rows } = await pool.query(`
    select p.oid::regprocedure::text as signature, current_database() as database,
      case when p.prosqlbody is not null then pg_get_functiondef(p.oid) end as definition
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proconfig::text like '%search_path=%'`)
  // A body that was read when its function was made is bound to the clock of that time.
  const definitions = rows.flatMap(({ definition }) => definition ?? [])
  await pool.query([`set search_path = ${PATH}`, ...definitions, 'reset search_path'].join(';\n'))
  for (const { signature } of rows)
    await pool.query(`alter function ${signature} set search_path = ${PATH}, pg_temp`)
  await pool.query(`alter database "${rows[0].database}" set search_path = ${PATH}`)
}
