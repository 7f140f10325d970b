import { outside, SYSTEM_ACTOR, type Context, type House } from '../context.ts'
import { sql, type Sql } from '../db/sql.ts'
import { faultPoint } from '../faults.ts'
import type { Claim } from './claim.ts'
import type { Batcher } from './gathering.ts'
import { GiveUp, LeaseLost, type Job, type JobContext } from './job.ts'

/** Longest pause between two attempts of a failing job. */
const BACKOFF_SECONDS_MAX = 600

/** Of a job's last transaction. */
const COMMIT_MS_MAX = 60_000

/** What performs the jobs of a process. */
export interface JobRunner {
  house: House
  jobs: ReadonlyMap<string, Job>
  batcher: Batcher
}

interface Run {
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
export async function perform(runner: JobRunner, run: Run): Promise<void> {
  const { house, jobs } = runner
  const { claim } = run
  const started = performance.now()
  const declared = jobs.get(claim.kind)
  const attemptsMax = declared?.attemptsMax ?? 1
  const context = jobContext(runner, run, attemptsMax)
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

/** What jobs bring together. */
type FinalWork<Item> = (ctx: Context, items: readonly Item[]) => Promise<void>

function jobContext(
  { house, batcher }: JobRunner,
  { claim, signal, onDone }: Run,
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
  const inBatch = async <Item>(
    lockOwnedJobs: LockJobs,
    item: Item,
    work: FinalWork<Item>,
  ): Promise<void> => {
    const isOurs = await batcher.add(`${own} ${lockOwnedJobs.name}`, { claim, item }, (ready) =>
      inLast((ctx) => workWhereOurs(ctx, ready, { grip: lockOwnedJobs, work })),
    )
    if (!isOurs) throw new LeaseLost()
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
    end: async () => {
      onDone()
      await inBatch(endJobs, null, async () => {})
      isEnded = true
    },
    writeInBatch: (item, work) => inBatch(holdJobs, item, work),
    readInBatch: (item, work) =>
      batcher.add(`${own} reads`, item, (items) => base.transaction((ctx) => work(ctx, items))),
  }
}

/** Locks or ends those of the jobs that are still ours; answers which those are. */
type LockJobs = (ctx: Context, claims: readonly Claim[]) => Promise<Set<string>>

/** Does what the jobs bring that are still ours; answers for each whether it is. */
async function workWhereOurs<Item>(
  ctx: Context,
  ready: readonly { claim: Claim; item: Item }[],
  { grip: lockOwnedJobs, work }: { grip: LockJobs; work: FinalWork<Item> },
): Promise<boolean[]> {
  const claims = [...new Set(ready.map(({ claim }) => claim))]
  const held = await lockOwnedJobs(ctx, claims)
  const ours = ready.map(({ claim }) => held.has(claim.id))
  const items = ready.filter((_, index) => ours[index]).map(({ item }) => item)
  if (items.length > 0) await work(ctx, items)
  return ours
}

async function endJobs(ctx: Context, claims: readonly Claim[]): Promise<Set<string>> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    delete from jobs where ${areOurs(ctx, claims)} returning id`)
  return new Set(rows.map(({ id }) => id))
}

async function holdJobs(ctx: Context, claims: readonly Claim[]): Promise<Set<string>> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from jobs where ${areOurs(ctx, claims)} order by id for update`)
  return new Set(rows.map(({ id }) => id))
}

/** A frozen worker that wakes up after its lease finds another fence. */
function areOurs(ctx: Context, claims: readonly Claim[]): Sql {
  const ids = claims.map(({ id }) => id)
  const fences = claims.map(({ fence }) => fence)
  return sql`environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])
    and (id, fence) in (select * from unnest(${ids}::uuid[], ${fences}::bigint[]))
    and state = 'running'`
}

async function holdFence(ctx: Context, claim: Claim): Promise<void> {
  if ((await holdJobs(ctx, [claim])).size === 0) throw new LeaseLost()
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
