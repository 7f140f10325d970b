import type { House } from '../context.ts'
import { join, sql, type Sql } from '../db/sql.ts'
import { isUniqueViolation } from '../errors/sqlstate.ts'

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
}

/** How many jobs of some kinds are wanted, and what of it environments may get. */
export interface Want {
  kinds: string[]
  wanted: number
  perEnvironment: number
  /** Environments that hold hands already, with how many they may still get. */
  places: { environmentId: string; places: number }[]
}

/** Claims due jobs of all wants in one statement. */
export async function claimJobs(house: House, wants: Want[]): Promise<Claim[]> {
  const claims = wants.map((want) => buildClaimQuery(house, want))
  try {
    return await house.database.withSystem((db) => db.rows<Claim>(join(claims, ' union all ')))
  } catch (error) {
    // Another process took a job of the same lane in the same moment: now that it is seen to run.
    if (isUniqueViolation(error, 'jobs_lane_running')) return claimJobs(house, wants)
    throw error
  }
}

function buildClaimQuery({ config }: House, want: Want): Sql {
  const { kinds, wanted, perEnvironment, places } = want
  return sql`
    select * from system_claim_jobs(${kinds}, ${wanted}, ${`${config.leaseSeconds} seconds`}::interval,
      ${perEnvironment}, ${places.map(({ environmentId }) => environmentId)}::uuid[],
      ${places.map((one) => one.places)}::integer[])`
}

/**
 * Gives back what was claimed and not begun, as if it had not been claimed: the next one who takes
 * back what dead workers held puts it into the queue.
 */
export async function giveBack(house: House, claims: readonly Claim[]): Promise<void> {
  for (const [environmentId, own] of Map.groupBy(claims, (claim) => claim.environmentId)) {
    const ids = own.map(({ id }) => id)
    const fences = own.map(({ fence }) => fence)
    await house.database.withEnvironment(environmentId, (db) =>
      db.run(sql`
        update jobs set lease_until = now(), attempt = attempt - 1
        from unnest(${ids}::uuid[], ${fences}::bigint[]) as held (id, fence)
        where jobs.environment_id = ${environmentId} and jobs.id = held.id
          and jobs.fence = held.fence and jobs.state = 'running'`),
    )
  }
}

/**
 * Renews the leases of what is held and takes back what dead workers held; answers what was lost.
 */
export async function renewLeases(house: House, held: readonly Claim[]): Promise<Claim[]> {
  const kept = await house.database.withSystem(async (db) => {
    const rows = await db.rows<{ id: string }>(sql`
      select system_renew_leases(${held.map(({ id }) => id)}::uuid[],
        ${held.map(({ fence }) => fence)}::bigint[],
        ${`${house.config.leaseSeconds} seconds`}::interval) as id`)
    await db.run(sql`select system_reclaim_jobs()`)
    return rows
  })
  const keptIds = new Set(kept.map(({ id }) => id))
  return held.filter(({ id }) => !keptIds.has(id))
}

/**
 * Milliseconds until the next planned job, null when none waits. Takes back what dead workers held
 * before.
 */
export async function nextJobMs(house: House): Promise<number | null> {
  return house.database.withSystem(async (db) => {
    await db.run(sql`select system_reclaim_jobs()`)
    const next = await db.row<{ ms: number | null }>(sql`select system_next_job_ms() as ms`)
    return next?.ms ?? null
  })
}
