import { outside, SYSTEM_ACTOR, type Context, type House } from '../context.ts'
import { sql } from '../db/sql.ts'
import { faultPoint } from '../faults.ts'
import type { Claim } from './claim.ts'
import type { Gatherings } from './gathering.ts'
import { GiveUp, LeaseLost, type Job, type JobContext } from './job.ts'

/** Longest pause between two attempts of a failing job. */
const BACKOFF_SECONDS_MAX = 600

/** Of a job's last transaction. */
const COMMIT_MS_MAX = 60_000

/** What performs the jobs of a process. */
export interface Workshop {
  house: House
  jobs: ReadonlyMap<string, Job>
  gatherings: Gatherings
}

interface Performing {
  claim: Claim
  signal: AbortSignal
  /** Called when the work is done and only its end has to be written, with those of others. */
  onDone: () => void
}

interface OwnContext extends JobContext {
  isEnded(): boolean
  /** Ends a job that has nothing to write. */
  end(): Promise<void>
}

/** Runs a claimed job to its end: done, planned again, or dead. Never throws. */
export async function perform(workshop: Workshop, performing: Performing): Promise<void> {
  const { house, jobs } = workshop
  const { claim } = performing
  const started = performance.now()
  const declared = jobs.get(claim.kind)
  const attemptsMax = declared?.attemptsMax ?? 1
  const context = jobContext(workshop, performing, attemptsMax)
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
    if (!context.isEnded()) await context.end()
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

/** What jobs that end together write. */
type Last<Item> = (ctx: Context, items: readonly Item[]) => Promise<void>

function jobContext(
  { house, gatherings }: Workshop,
  { claim, signal, onDone }: Performing,
  attemptsMax: number,
): OwnContext {
  let isEnded = false
  const base = outside({
    environment: { id: claim.environmentId, tenantId: claim.tenantId, mode: claim.mode },
    actor: SYSTEM_ACTOR,
    requestId: `job_${claim.id}`,
    house,
  })
  const inLast = <T>(work: (ctx: Context) => Promise<T>): Promise<T> =>
    base.transaction(work, { timeoutMs: COMMIT_MS_MAX })
  const own = `${claim.environmentId} ${claim.kind}`
  const endWithOthers = async <Item>(key: string, item: Item, work: Last<Item>): Promise<void> => {
    onDone()
    const isOurs = await gatherings.add(key, { claim, item }, (ready) =>
      inLast((ctx) => endTogether(ctx, ready, work)),
    )
    if (!isOurs) throw new LeaseLost()
    isEnded = true
  }
  return {
    ...base,
    attempt: claim.attempt,
    attemptsMax,
    signal,
    isEnded: () => isEnded,
    commit: async (work) => {
      const result = await inLast(async (ctx) => {
        await holdFence(ctx, claim)
        const done = await work(ctx)
        await endJobs(ctx, [claim])
        return done
      })
      isEnded = true
      return result
    },
    commitTogether: (item, work) => endWithOthers(`${own} commits`, item, work),
    end: () => endWithOthers(`${own} ends`, null, async () => {}),
    readTogether: (item, work) =>
      gatherings.add(`${own} reads`, item, (items) => base.transaction((ctx) => work(ctx, items))),
  }
}

/** Which of the jobs were still ours, and are ended with what they bring. */
async function endTogether<Item>(
  ctx: Context,
  ready: readonly { claim: Claim; item: Item }[],
  work: Last<Item>,
): Promise<boolean[]> {
  const ended = await endJobs(
    ctx,
    ready.map(({ claim }) => claim),
  )
  const ours = ready.map(({ claim }) => ended.has(claim.id))
  const items = ready.filter((_, index) => ours[index]).map(({ item }) => item)
  if (items.length > 0) await work(ctx, items)
  return ours
}

/** Takes the jobs that are still ours out of the queue; answers which those are. */
async function endJobs(ctx: Context, claims: readonly Claim[]): Promise<Set<string>> {
  const ids = claims.map(({ id }) => id)
  const fences = claims.map(({ fence }) => fence)
  const rows = await ctx.db.rows<{ id: string }>(sql`
    delete from jobs
    where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])
      and (id, fence) in (select * from unnest(${ids}::uuid[], ${fences}::bigint[]))
      and state = 'running'
    returning id`)
  return new Set(rows.map(({ id }) => id))
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
