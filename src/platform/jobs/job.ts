import type { Static, TSchema } from 'typebox'
import type { Context, OutsideContext } from '../context.ts'
import { sql, type Sql } from '../db/sql.ts'
import { listSchemaFaults } from '../wire/validate.ts'
import { randomUUIDv7 } from '../crypto/tokens.ts'

/** A running job: work outside first, then one transaction that also ends the job. */
export interface JobContext extends OutsideContext {
  attempt: number
  attemptsMax: number
  /** Aborted when the lease is lost or the process stops. */
  signal: AbortSignal
  /**
   * Runs the job's one writing transaction and ends the job in it. When another worker has taken
   * the job over meanwhile, nothing is written and `LeaseLost` is thrown.
   */
  commit<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /**
   * A transaction before the last one that leaves the job running, shared by jobs of a kind in one
   * environment: those that bring something at a time bring it in one transaction, in which `work`
   * gets it all. A kind has one such `work`. When it throws, each item is tried alone. What a job
   * brings that another worker has taken over is left out, and it gets `LeaseLost`.
   */
  writeInBatch<Item>(
    item: Item,
    work: (ctx: Context, items: readonly Item[]) => Promise<void>,
  ): Promise<void>
  /** The same for reading; answers what `work` answers for this item. */
  readInBatch<Item, Result>(
    item: Item,
    work: (ctx: Context, items: readonly Item[]) => Promise<Result[]>,
  ): Promise<Result>
}

export type PoolName = 'cpu' | 'io'

export interface Job<S extends TSchema = TSchema> {
  kind: string
  payload: S
  run: (job: JobContext, payload: Static<S>) => Promise<void>
  attemptsMax: number
  /**
   * Jobs that wait on the outside have hands of their own, so that a silent receiver delays no
   * document.
   */
  pool: PoolName
  /** What to write when the last attempt has failed; runs in the transaction that ends the job. */
  exhausted: ((ctx: Context, payload: Static<S>, error: Error) => Promise<void>) | null
}

/** Thrown by a job that must not be tried again. */
export class GiveUp extends Error {}

/** The job was taken over by another worker; whatever this one computed is dropped. */
export class LeaseLost extends Error {}

export interface JobOptions<S extends TSchema> {
  attempts?: number
  pool?: PoolName
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
  /** Database interval from now; jobs run at once otherwise. */
  delaySeconds?: number
  /** While a job of this kind and key waits, another one is not added. */
  uniqueKey?: string
  /** Jobs of one lane run one at a time, in all processes together. */
  lane?: string
}

/**
 * The instant so long after the transaction's. Cut off, for a column would round up: what is due
 * now would not be for half a millisecond.
 */
export function dueIn(delaySeconds: number | Sql): Sql {
  return sql`date_trunc('milliseconds', now()) + ${delaySeconds} * interval '1 second'`
}

/**
 * Adds a job inside the running transaction; the workers of this process hear of it after the
 * commit.
 */
// oxlint-disable-next-line max-params -- every action that adds a job reads as one line
export async function enqueue<S extends TSchema>(
  ctx: Context,
  declared: { kind: string; payload: S },
  payload: Static<NoInfer<S>>,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueMany(ctx, declared, [payload], options)
}

/** The same for several payloads in one statement; with a unique key, at most one is added. */
// oxlint-disable-next-line max-params -- as above
export async function enqueueMany<S extends TSchema>(
  ctx: Context,
  declared: { kind: string; payload: S },
  payloads: readonly Static<NoInfer<S>>[],
  options: EnqueueOptions = {},
): Promise<void> {
  if (payloads.length === 0) return
  const faults = payloads.flatMap((payload) => listSchemaFaults(declared.payload, payload))
  if (faults.length > 0) throw new Error(`Payload of ${declared.kind}: ${faults.join('; ')}`)
  const { uniqueKey = null, lane = null, delaySeconds = 0 } = options
  await ctx.db.run(sql`
    insert into jobs (environment_id, id, kind, payload, unique_key, lane, run_at)
    select ${ctx.environment.id}, new.id, ${declared.kind}, new.payload, ${uniqueKey}, ${lane},
      ${dueIn(delaySeconds)}
    from unnest(${payloads.map(() => randomUUIDv7())}::uuid[],
      ${payloads.map((payload) => JSON.stringify(payload))}::text[]::jsonb[]) as new (id, payload)
    on conflict (environment_id, kind, unique_key) where unique_key is not null and state = 'queued' do nothing`)
  ctx.db.afterCommit(ctx.house.wakeWorkers)
}

/** Takes the queued jobs of a lane out of the queue; what runs goes on. */
export async function leaveLane(ctx: Context, lane: string): Promise<void> {
  await ctx.db.run(sql`
    delete from jobs
    where environment_id = ${ctx.environment.id} and lane = ${lane} and state = 'queued'`)
}
