import { outside, SYSTEM_ACTOR, type Context, type House } from '../context.ts'
import { sql, type Sql } from '../db/sql.ts'
import { faultPoint } from '../faults.ts'
import { continueTrace, type Trace } from '../trace/trace.ts'
import { areHeld, type Claim } from './claim.ts'
import { dueIn, GiveUp, LeaseLost, TryLater, type Job, type JobContext } from './job.ts'

/** Longest pause between two attempts of a failing job. */
const BACKOFF_SECONDS_MAX = 600

/** How often a job may be planned again for load. */
const POSTPONED_MAX = 5

/** Of a job's last transaction. */
const COMMIT_MS_MAX = 60_000

/** A claimed job, and the job that its kind declares. */
interface Run {
  house: House
  claim: Claim
  declared: Job | undefined
  othersWait: boolean
  signal: AbortSignal
}

/** The trace of what added the job. */
export function traceJob({ traceparent, id }: Claim): Trace {
  return continueTrace(traceparent, id)
}

interface OwnContext extends JobContext {
  isEnded(): boolean
}

/**
 * Runs a claimed job until it is done, planned again or dead. Returns whether its end is still to
 * be written, because the job wrote nothing. Never throws.
 */
export async function perform(run: Run): Promise<boolean> {
  const { house, claim, declared } = run
  const started = performance.now()
  const context = createContext(run)
  const { kind, id, environmentId, attempt } = claim
  const fields = { job: kind, job_id: id, environment: environmentId, attempt }
  try {
    await faultPoint('job.claimed')
    if (!declared) throw new GiveUp(`No job is called ${kind}`)
    await declared.run(context, claim.payload)
    house.log.debug({ ...fields, duration_ms: Math.round(performance.now() - started) }, 'job done')
    measure(run, 'done', started)
    return !context.isEnded()
  } catch (error) {
    const isLost = error instanceof LeaseLost
    if (isLost || context.isEnded()) {
      measure(run, isLost ? 'lost' : 'done', started)
      return false
    }
    await recordFailure(context, run, error as Error)
      .then((isDead) => {
        measure(run, isDead ? 'dead' : 'retried', started)
        house.log[isDead ? 'error' : 'warn']({ ...fields, err: error }, 'job failed')
      })
      .catch((second: unknown) => {
        if (second instanceof LeaseLost) return
        house.log.error({ ...fields, err: second }, 'recording a failed job failed')
      })
    return false
  }
}

function measure({ house, claim }: Run, outcome: string, startedMs: number): void {
  const { kind } = claim
  house.meter.count('assay_jobs_ended_total', { kind, outcome })
  const seconds = (performance.now() - startedMs) / 1000
  house.meter.observe('assay_job_duration_seconds', { kind }, seconds)
}

function createContext({ house, claim, declared, othersWait, signal }: Run): OwnContext {
  let isEnded = false
  const base = outside({
    environment: { id: claim.environmentId, tenantId: claim.tenantId, mode: claim.mode },
    actor: SYSTEM_ACTOR,
    requestId: `job_${claim.id}`,
    trace: traceJob(claim),
    house,
  })
  return {
    ...base,
    attempt: claim.attempt,
    attemptsMax: declared?.attemptsMax ?? 1,
    othersWait,
    signal,
    isEnded: () => isEnded,
    commit: async (work) => {
      const result = await base.transaction(
        async (ctx) => {
          const done = await work(ctx)
          await writeEnd(ctx, claim, sql`delete from jobs`)
          return done
        },
        { timeoutMs: COMMIT_MS_MAX },
      )
      isEnded = true
      return result
    },
  }
}

/**
 * Writes a job's row as the last statement of its transaction. A worker that was frozen beyond its
 * lease finds another fence there, and all that it wrote before is rolled back.
 */
async function writeEnd({ db }: Context, claim: Claim, statement: Sql): Promise<void> {
  if ((await db.run(sql`${statement} where ${areHeld([claim])}`)) === 0) throw new LeaseLost()
}

/**
 * Plans the next attempt, or marks the job dead and lets it write what its failure means. Returns
 * whether it is dead.
 */
async function recordFailure(
  context: JobContext,
  { claim, declared }: Run,
  error: Error,
): Promise<boolean> {
  return context.transaction(async (ctx) => {
    const { isDead, delaySeconds, postponed } = await planNext(ctx, { claim, context, error })
    if (isDead && declared?.exhausted) await declared.exhausted(ctx, claim.payload, error)
    const changed = sql`
      update jobs
      set state = ${isDead ? 'dead' : 'queued'}, lease_until = null, last_error = ${error.message.slice(0, 500)},
        unique_key = null, run_at = ${dueIn(ctx.db, delaySeconds)}, postponed = postponed + ${postponed},
        attempt = attempt - ${postponed}`
    await writeEnd(ctx, claim, changed)
    if (!isDead) ctx.db.afterCommit(() => ctx.house.wakeWorkers(delaySeconds * 1000))
    return isDead
  })
}

interface Plan {
  isDead: boolean
  delaySeconds: number
  /** 1 when the attempt does not count. */
  postponed: 0 | 1
}

async function planNext(
  ctx: Context,
  { claim, context, error }: { claim: Claim; context: JobContext; error: Error },
): Promise<Plan> {
  if (error instanceof TryLater) {
    const times = await countPostponed(ctx, claim)
    const delaySeconds = Math.min(BACKOFF_SECONDS_MAX, error.delaySeconds * 2 ** times)
    return { isDead: times >= POSTPONED_MAX, delaySeconds, postponed: 1 }
  }
  const delaySeconds = Math.min(BACKOFF_SECONDS_MAX, 2 ** claim.attempt)
  const isDead = error instanceof GiveUp || claim.attempt >= context.attemptsMax
  return { isDead, delaySeconds, postponed: 0 }
}

async function countPostponed({ db }: Context, { environmentId, id }: Claim): Promise<number> {
  const row = await db.row<{ postponed: number }>(sql`
    select postponed from jobs where environment_id = ${environmentId} and id = ${id}`)
  return row?.postponed ?? 0
}
