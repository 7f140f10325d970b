import { outside, SYSTEM_ACTOR, type Context, type House } from '../context.ts'
import { sql } from '../db/sql.ts'
import { asOperation, faultPoint } from '../faults.ts'
import { GiveUp, LeaseLost, type Hands, type Job, type JobContext } from './job.ts'
import { createLanes, type Lanes } from './lanes.ts'

/** Longest pause between two attempts of a failing job. */
const BACKOFF_SECONDS_MAX = 600

/** Jobs of one environment a worker takes at a time, so that one tenant cannot hold all hands. */
const PER_ENVIRONMENT = 2

interface Claim {
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

export interface Worker {
  wake(): void
  /** Takes no new jobs, waits for the running ones up to the time given, then aborts them. */
  stop(graceMs: number): Promise<void>
}

/** One sort of hands: what they do, how many there are, how many of one environment at a time. */
interface HandsOf {
  kinds: string[]
  count: number
  perEnvironment: number
}

interface Crew {
  house: House
  jobs: ReadonlyMap<string, Job>
  hands: HandsOf[]
  lanes: Lanes
  running: Map<string, { claim: Claim; abort: AbortController; done: Promise<void> }>
}

/**
 * Waiting costs a connection and no thought, so there are more hands for it. Receivers of one
 * environment that all hang leave hands to the others.
 */
const WAITING_HANDS = 32
const WAITING_HANDS_PER_ENVIRONMENT = 24

/** Claims due jobs and runs them, several at a time, until stopped. */
export function startWorker(house: House, jobs: readonly Job[]): Worker {
  const crew: Crew = {
    house,
    jobs: new Map(jobs.map((declared) => [declared.kind, declared])),
    hands: [thinkingHands(house, jobs), waitingHands(jobs)],
    lanes: createLanes(() => performance.now()),
    running: new Map(),
  }
  let isStopping = false
  // A wake that comes between the claim and the pause must not be lost.
  let isWoken = false
  let endPause = (): void => {}
  const wake = (): void => {
    isWoken = true
    endPause()
  }
  const heartbeat = setInterval(
    () => void renewLeases(crew),
    (house.config.leaseSeconds * 1000) / 3,
  )
  const loop = (async () => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() sets it
    while (!isStopping) {
      isWoken = false
      const claimed = await claimSafely(crew)
      for (const claim of claimed) begin(crew, claim, wake)
      if (claimed.length > 0) continue
      const pause = await pauseMs(crew)
      if (isWoken || isStopping) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause)
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  })()
  return {
    wake,
    stop: async (graceMs) => {
      isStopping = true
      wake()
      await loop
      await drain(crew, graceMs)
      clearInterval(heartbeat)
    },
  }
}

function thinkingHands({ config }: House, jobs: readonly Job[]): HandsOf {
  const count = config.workerConcurrency
  return { kinds: kindsOf(jobs, 'thinking'), count, perEnvironment: count }
}

function waitingHands(jobs: readonly Job[]): HandsOf {
  const perEnvironment = WAITING_HANDS_PER_ENVIRONMENT
  return { kinds: kindsOf(jobs, 'waiting'), count: WAITING_HANDS, perEnvironment }
}

async function drain(crew: Crew, graceMs: number): Promise<void> {
  const all = Promise.all([...crew.running.values()].map(({ done }) => done))
  const timer = setTimeout(() => {
    for (const { abort } of crew.running.values()) abort.abort(new Error('The process is stopping'))
  }, graceMs)
  await all
  clearTimeout(timer)
}

function kindsOf(jobs: readonly Job[], hands: Hands): string[] {
  return jobs.filter((declared) => declared.hands === hands).map(({ kind }) => kind)
}

async function claimSafely(crew: Crew): Promise<Claim[]> {
  try {
    const claimed = await Promise.all(crew.hands.map((hands) => claim(crew, hands)))
    return claimed.flat()
  } catch (error) {
    crew.house.log.error({ err: error }, 'claiming jobs failed')
    await new Promise((resolve) => setTimeout(resolve, 500))
    return []
  }
}

async function claim({ house, running, lanes }: Crew, hands: HandsOf): Promise<Claim[]> {
  const { kinds, count } = hands
  const busy = [...running.values()].filter(({ claim: { kind } }) => kinds.includes(kind))
  if (kinds.length === 0 || busy.length >= count) return []
  const full = fullEnvironments(
    busy.map(({ claim: { environmentId } }) => environmentId),
    hands,
  )
  const lease = `${house.config.leaseSeconds} seconds`
  return house.database.withSystem((db) =>
    db.rows<Claim>(
      sql`select * from system_claim_jobs(${kinds}, ${count - busy.length}, ${PER_ENVIRONMENT},
        ${lease}::interval, ${lanes.closed(PER_ENVIRONMENT)}::text[], ${full}::uuid[])`,
    ),
  )
}

/** Those whose running jobs leave no hand for a claim's worth of further ones. */
function fullEnvironments(busy: string[], { count, perEnvironment }: HandsOf): string[] {
  if (perEnvironment >= count) return []
  const groups = Map.groupBy(busy, (environmentId) => environmentId)
  return [...groups]
    .filter(([, own]) => own.length + PER_ENVIRONMENT > perEnvironment)
    .map(([environmentId]) => environmentId)
}

/**
 * What is due and was not claimed waits for a hand or its lane. The end of a job wakes us, so
 * asking sooner would only load the database.
 */
const HELD_BACK_MS = 50

/**
 * Until the next planned job, at most the poll interval: other processes add jobs without telling
 * us.
 */
async function pauseMs({ house }: Crew): Promise<number> {
  const { config, database } = house
  try {
    return await database.withSystem(async (db) => {
      await db.run(sql`select system_reclaim_jobs()`)
      const next = await db.row<{ ms: number | null }>(sql`select system_next_job_ms() as ms`)
      const ms = next?.ms ?? config.workerPollMs
      return Math.min(config.workerPollMs, ms > 0 ? ms : HELD_BACK_MS)
    })
  } catch {
    return config.workerPollMs
  }
}

async function renewLeases({ house, running }: Crew): Promise<void> {
  if (running.size === 0) return
  const held = [...running.values()].map(({ claim }) => claim)
  try {
    const kept = await house.database.withSystem((db) =>
      db.rows<{ id: string }>(sql`
        select system_renew_leases(${held.map(({ id }) => id)}::uuid[], ${held.map(({ fence }) => fence)}::bigint[],
          ${`${house.config.leaseSeconds} seconds`}::interval) as id`),
    )
    const keptIds = new Set(kept.map(({ id }) => id))
    for (const { id } of held) if (!keptIds.has(id)) running.get(id)?.abort.abort(new LeaseLost())
  } catch (error) {
    house.log.warn({ err: error }, 'renewing leases failed')
  }
}

function begin(crew: Crew, claim: Claim, onEnd: () => void): void {
  const abort = new AbortController()
  const leave = claim.lane === null ? null : crew.lanes.enter(claim.lane)
  const attempt = asOperation(`job ${claim.kind}`, () => perform(crew, claim, abort.signal))
  const done = attempt.finally(() => {
    crew.running.delete(claim.id)
    leave?.()
    onEnd()
  })
  crew.running.set(claim.id, { claim, abort, done })
}

async function perform({ house, jobs }: Crew, claim: Claim, signal: AbortSignal): Promise<void> {
  const started = performance.now()
  const declared = jobs.get(claim.kind)
  const context = jobContext(house, claim, { attemptsMax: declared?.attemptsMax ?? 1, signal })
  const fields = {
    job: claim.kind,
    job_id: claim.id,
    environment: claim.environmentId,
    attempt: claim.attempt,
  }
  try {
    await faultPoint('job.claimed')
    if (!declared) throw new GiveUp(`No job is called ${claim.kind}`)
    await declared.run(context, claim.payload)
    if (!context.isEnded()) await context.commit(async () => {})
    house.log.debug({ ...fields, duration_ms: Math.round(performance.now() - started) }, 'job done')
  } catch (error) {
    if (error instanceof LeaseLost || context.isEnded()) return
    await recordFailure(context, { claim, declared }, error as Error)
      .then((isDead) =>
        house.log[isDead ? 'error' : 'warn']({ ...fields, err: error }, 'job failed'),
      )
      .catch((second: unknown) =>
        house.log.error({ ...fields, err: second }, 'recording a failed job failed'),
      )
  }
}

function jobContext(
  house: House,
  claim: Claim,
  { attemptsMax, signal }: { attemptsMax: number; signal: AbortSignal },
): JobContext & { isEnded(): boolean } {
  let isEnded = false
  const base = outside({
    environment: { id: claim.environmentId, tenantId: claim.tenantId, mode: claim.mode },
    actor: SYSTEM_ACTOR,
    requestId: `job_${claim.id}`,
    house,
  })
  return {
    ...base,
    attempt: claim.attempt,
    attemptsMax,
    signal,
    isEnded: () => isEnded,
    commit: async (work) => {
      const result = await base.transaction(
        async (ctx) => {
          await holdFence(ctx, claim)
          const done = await work(ctx)
          await ctx.db.run(
            sql`delete from jobs where environment_id = ${claim.environmentId} and id = ${claim.id}`,
          )
          return done
        },
        { timeoutMs: 60_000 },
      )
      isEnded = true
      return result
    },
  }
}

/**
 * Locks the job's row if it is still ours. A frozen worker that wakes up after its lease finds
 * another fence.
 */
async function holdFence(ctx: Context, claim: Claim): Promise<void> {
  const held = await ctx.db.row(sql`
    select 1 as held from jobs
    where environment_id = ${claim.environmentId} and id = ${claim.id} and fence = ${claim.fence} and state = 'running'
    for update`)
  if (!held) throw new LeaseLost()
}

/**
 * Plans the next attempt, or buries the job and lets it write what its failure means. Returns
 * whether it is dead.
 */
async function recordFailure(
  context: JobContext,
  { claim, declared }: { claim: Claim; declared: Job | undefined },
  error: Error,
): Promise<boolean> {
  const isDead = error instanceof GiveUp || claim.attempt >= context.attemptsMax
  await context.transaction(async (ctx) => {
    await holdFence(ctx, claim)
    if (isDead && declared?.exhausted) await declared.exhausted(ctx, claim.payload, error)
    const delay = Math.min(BACKOFF_SECONDS_MAX, 2 ** claim.attempt)
    await ctx.db.run(sql`
      update jobs
      set state = ${isDead ? 'dead' : 'queued'}, lease_until = null, last_error = ${error.message.slice(0, 500)},
        unique_key = null, run_at = now() + ${delay} * interval '1 second'
      where environment_id = ${claim.environmentId} and id = ${claim.id}`)
  })
  return isDead
}
