import type { Static, TSchema } from 'typebox'
import type { Context, OutsideContext } from '../context.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { Db } from '../db/transaction.ts'
import { listSchemaFaults } from '../wire/check/validate.ts'
import { formatTraceparent, type Trace } from '../trace/trace.ts'
import { randomUUIDv7 } from '../crypto/tokens.ts'

/** A running job: work outside first, then one transaction that also ends the job. */
export interface JobContext extends OutsideContext {
  attempt: number
  attemptsMax: number
  /** More may be due than the worker had places for, so that others are worth taking along. */
  othersWait: boolean
  /** Aborted when the lease is lost or the process stops. */
  signal: AbortSignal
  /**
   * Runs the job's one writing transaction and ends the job in it. When another worker has taken
   * the job over meanwhile, nothing is written and `LeaseLost` is thrown.
   */
  commit<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

export interface Job<S extends TSchema = TSchema> {
  kind: string
  payload: S
  run: (job: JobContext, payload: Static<S>) => Promise<void>
  attemptsMax: number
  /** `io` jobs wait for others; their own places let a silent receiver delay no document. */
  pool: 'cpu' | 'io'
  /** What to write when the last attempt has failed; runs in the transaction that ends the job. */
  exhausted: ((ctx: Context, payload: Static<S>, error: Error) => Promise<void>) | null
}

/** Thrown by a job that must not be tried again. */
export class GiveUp extends Error {}

/**
 * Thrown by a job that the machine did not let work: it is planned again after a while, and dies
 * after `POSTPONED_MAX` times. Its attempts do not count that.
 */
export class TryLater extends Error {
  readonly delaySeconds: number

  constructor(message: string, delaySeconds: number) {
    super(message)
    this.delaySeconds = delaySeconds
  }
}

/** The job was taken over by another worker; whatever this one computed is dropped. */
export class LeaseLost extends Error {}

export interface JobOptions<S extends TSchema> {
  attempts?: number
  pool?: Job['pool']
  exhausted?: (ctx: Context, payload: Static<S>, error: Error) => Promise<void>
}

/** Declares a job, right under the action it runs. */
// oxlint-disable-next-line max-params -- a declaration: name, payload, work, how often
export function job<S extends TSchema>(
  kind: string,
  payload: S,
  run: (job: JobContext, payload: Static<S>) => Promise<void>,
  options: JobOptions<S> = {},
): Job<S> {
  const { attempts = 5, pool = 'cpu', exhausted = null } = options
  return { kind, payload, run, attemptsMax: attempts, pool, exhausted }
}

export interface EnqueueOptions {
  /** From now; jobs run at once otherwise. */
  delaySeconds?: number
  /** While a job of this kind and key waits, another one is not added. */
  uniqueKey?: string
  /** Jobs of one lane run a few at a time, so that those of another one get places too. */
  lane?: string
  /** What caused it, where that is not what the context is of. */
  trace?: Trace
}

/**
 * The instant so long after the transaction's. Cut off, for a column would round up: what is due
 * now would not be for half a millisecond.
 */
export function dueIn({ startedAt }: Db, delaySeconds: number): string {
  return new Date(Date.parse(startedAt) + delaySeconds * 1000).toISOString()
}

/** Adds a job inside the running transaction; the workers wake after the commit. */
// oxlint-disable-next-line max-params -- every action that adds a job reads as one line
export async function enqueue<S extends TSchema>(
  ctx: Context,
  declared: { kind: string; payload: S },
  payload: Static<NoInfer<S>>,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueMany(ctx, declared, [{ payload, ...options }])
}

/** The same for several jobs in one statement. */
export async function enqueueMany<S extends TSchema>(
  ctx: Context,
  declared: { kind: string; payload: S },
  jobs: readonly (EnqueueOptions & { payload: Static<NoInfer<S>> })[],
): Promise<void> {
  if (jobs.length === 0) return
  const faults = jobs.flatMap(({ payload }) => listSchemaFaults(declared.payload, payload))
  if (faults.length > 0) throw new Error(`Payload of ${declared.kind}: ${faults.join('; ')}`)
  await insertJobs(ctx, declared.kind, jobs)
  const inSeconds = Math.min(...jobs.map(({ delaySeconds = 0 }) => delaySeconds))
  ctx.db.afterCommit(() => ctx.house.wakeWorkers(inSeconds * 1000))
}

async function insertJobs(
  ctx: Context,
  kind: string,
  jobs: readonly (EnqueueOptions & { payload: unknown })[],
): Promise<void> {
  const rows = jobs.map(({ payload, uniqueKey = null, lane = null, delaySeconds = 0, trace }) => {
    const runAt = dueIn(ctx.db, delaySeconds)
    const traceparent = formatTraceparent(trace ?? ctx.trace)
    const text = JSON.stringify(payload)
    return { id: randomUUIDv7(), payload: text, uniqueKey, lane, runAt, traceparent }
  })
  const all = { environmentId: ctx.environment.id, kind }
  const [only, ...others] = rows
  await ctx.db.run(sql`
    insert into jobs (environment_id, id, kind, payload, unique_key, lane, run_at, traceparent)
    ${others.length === 0 ? oneRow(all, only!) : manyRows(all, rows)}
    on conflict (environment_id, kind, unique_key) where unique_key is not null and state = 'queued' do nothing`)
}

/** What jobs that are added together share. */
interface Shared {
  environmentId: string
  kind: string
}

interface NewRow {
  id: string
  payload: string
  uniqueKey: string | null
  lane: string | null
  runAt: string
  traceparent: string
}

/** Nearly always it is one: values, which Citus sends to its node as they are. */
function oneRow({ environmentId, kind }: Shared, row: NewRow): Sql {
  const { id, payload, uniqueKey, lane, runAt, traceparent } = row
  return sql`values (
    ${environmentId}, ${id}, ${kind}, ${payload}, ${uniqueKey}, ${lane}, ${runAt}, ${traceparent})`
}

/** In columns: with values, each number of jobs would be a text of its own to plan. */
function manyRows({ environmentId, kind }: Shared, rows: readonly NewRow[]): Sql {
  const column = (name: keyof NewRow) => rows.map((row) => row[name])
  return sql`
    select ${environmentId}, new.id, ${kind}, new.payload, new.unique_key, new.lane, new.run_at, new.traceparent
    from unnest(${column('id')}::uuid[], ${column('payload')}::text[]::jsonb[],
      ${column('uniqueKey')}::text[], ${column('lane')}::text[], ${column('runAt')}::timestamptz[],
      ${column('traceparent')}::text[])
      as new (id, payload, unique_key, lane, run_at, traceparent)`
}

/**
 * Takes further jobs of a kind that are due out of the queue, for a transaction that does their
 * work with its own: when it is rolled back they are there again. None that was tried before, since
 * that may be why such a transaction failed.
 */
export async function takeDue<S extends TSchema>(
  ctx: Context,
  { kind }: { kind: string; payload: S },
  max: number,
): Promise<Static<S>[]> {
  const rows = await ctx.db.rows<{ payload: Static<S> }>(sql`
    with due as materialized (
      select id from jobs
      where environment_id = ${ctx.environment.id} and coalesce(lane, '') = '' and state = 'queued'
        and kind = ${kind} and attempt = 0 and run_at <= ${ctx.db.startedAt}
      order by run_at, id limit ${max} for update skip locked)
    delete from jobs j using due
    where j.environment_id = ${ctx.environment.id} and j.id = due.id
    returning j.payload`)
  const ended = { kind, outcome: 'done' }
  ctx.db.afterCommit(() =>
    rows.forEach(() => ctx.house.meter.count('assay_jobs_ended_total', ended)),
  )
  return rows.map(({ payload }) => payload)
}

/** Takes the queued jobs of a lane out of the queue; what runs goes on. */
export async function clearLane(ctx: Context, lane: string): Promise<void> {
  await ctx.db.run(sql`
    delete from jobs
    where environment_id = ${ctx.environment.id} and coalesce(lane, '') = ${lane}
      and state = 'queued'`)
}
