import type { House } from '../context.ts'
import type { Db } from '../db/transaction.ts'
import { join, sql, type Sql } from '../db/sql.ts'

/** A job that this process holds, until its lease ends. */
export interface Claim {
  environmentId: string
  id: string
  kind: string
  payload: unknown
  lane: string | null
  fence: number
  attempt: number
  tenantId: string
  mode: 'live' | 'test'
  /** Of what added the job; null where the last release did. */
  traceparent: string | null
}

/** How many due jobs of some kinds are wanted. */
export interface Want {
  kinds: string[]
  wanted: number
  /** Jobs of these kinds that one environment may have running; null for no limit. */
  perEnvironment: number | null
}

/** Jobs of one lane that run at a time: a receiver that hangs holds so many places. */
export const LANE_JOBS_MAX = 10

/** Claims due jobs of all wants in one statement. */
export async function claimJobs(house: House, wants: readonly Want[]): Promise<Claim[]> {
  const claims = wants.map(
    ({ kinds, wanted, perEnvironment }) => sql`
      select * from system_claim_traced_jobs(${kinds}, ${wanted}, ${lease(house)}::interval,
        ${perEnvironment}::integer, ${LANE_JOBS_MAX}::integer)`,
  )
  return house.database.withSystem((db) => db.rows<Claim>(join(claims, ' union all ')))
}

function lease({ config }: House): string {
  return `${config.leaseSeconds} seconds`
}

/** Returns claimed jobs that were not begun to the queue, as if they had not been claimed. */
export async function giveBack(house: House, claims: readonly Claim[]): Promise<void> {
  await byEnvironment(house, claims, (db, areOurs) =>
    db.run(sql`update jobs set lease_until = now(), attempt = attempt - 1
      where ${areOurs} and state = 'running'`),
  )
  await reclaimJobs(house)
}

/** Returns to the queue what is held by no lease any more. */
export async function reclaimJobs({ database }: House): Promise<void> {
  await database.withSystem((db) => db.run(sql`select system_reclaim_jobs()`))
}

/** Ends jobs that had nothing to write. */
export async function endJobs(house: House, claims: readonly Claim[]): Promise<void> {
  await byEnvironment(house, claims, (db, areOurs) =>
    db.run(sql`delete from jobs where ${areOurs}`),
  )
}

async function byEnvironment(
  { database }: House,
  claims: readonly Claim[],
  write: (db: Db, areOurs: Sql) => Promise<unknown>,
): Promise<void> {
  for (const [id, own] of Map.groupBy(claims, ({ environmentId }) => environmentId))
    await database.withEnvironment(id, (db) => write(db, areHeld(own)))
}

/**
 * Finds the rows of jobs of one environment that nobody has claimed since. Without their state, by
 * which PostgreSQL would read all that run.
 */
export function areHeld(claims: readonly Claim[]): Sql {
  const ids = claims.map(({ id }) => id)
  const fences = claims.map(({ fence }) => fence)
  return sql`environment_id = ${claims[0]!.environmentId} and id = any (${ids}::uuid[])
    and (id, fence) in (select * from unnest(${ids}::uuid[], ${fences}::bigint[]))`
}

/** Renews the leases of what is held; returns what another worker has taken over. */
export async function renewLeases(house: House, held: readonly Claim[]): Promise<Claim[]> {
  const rows = await house.database.withSystem((db) =>
    db.rows<{ id: string }>(sql`
      select system_renew_leases(${held.map(({ id }) => id)}::uuid[],
        ${held.map(({ fence }) => fence)}::bigint[], ${lease(house)}::interval) as id`),
  )
  const kept = new Set(rows.map(({ id }) => id))
  return held.filter(({ id }) => !kept.has(id))
}
