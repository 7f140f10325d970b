import type { Credential } from '../core/values/access/actor.ts'
import type { Database, Db } from './db/transaction.ts'
import { join, raw, sql, type Sql } from './db/sql.ts'

/** Upper bounds of the duration classes in milliseconds; the last class is open. */
export const DURATION_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 30_000]

/** Names of the daily counters. What nothing counts yet has not happened: it is 0. */
export const USAGE_COUNTERS = [
  'documents_processed',
  'pages_processed',
  'transactions_enriched',
  'webhook_deliveries',
  'workflow_runs',
  'emails_received',
  'mcp_calls',
] as const

export type UsageCounter = (typeof USAGE_COUNTERS)[number]

export interface Call {
  environmentId: string
  credential: Credential
  ip: string | null
  method: string
  path: string
  isError: boolean
  durationMs: number
}

/**
 * Counts calls in memory and writes them each second: a row per call would cost more than the call.
 */
export interface UsageMeter {
  record(call: Call): void
  flush(): Promise<void>
  close(): Promise<void>
}

interface Tally {
  call: Call
  calls: number
  errors: number
  durations: number[]
}

const FLUSH_INTERVAL_MS = 1000

export function createUsageMeter(
  database: Database,
  onError: (error: unknown) => void,
): UsageMeter {
  let tallies = new Map<string, Tally>()
  let flushing: Promise<void> = Promise.resolve()
  const flush = (): Promise<void> => {
    const full = [...tallies.values()]
    tallies = new Map()
    flushing = flushing.then(() => writeTallies(database, full)).catch(onError)
    return flushing
  }
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS)
  timer.unref()
  return {
    record: (call) => addTo(tallies, call),
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

function addTo(tallies: Map<string, Tally>, call: Call): void {
  const name = `${call.environmentId} ${call.credential.id} ${call.method} ${call.path}`
  let tally = tallies.get(name)
  if (!tally) {
    tally = {
      call,
      calls: 0,
      errors: 0,
      durations: Array.from({ length: DURATION_BOUNDS_MS.length + 1 }, () => 0),
    }
    tallies.set(name, tally)
  }
  tally.calls += 1
  if (call.isError) tally.errors += 1
  const bound = DURATION_BOUNDS_MS.findIndex((ms) => call.durationMs <= ms)
  tally.durations[bound === -1 ? DURATION_BOUNDS_MS.length : bound]! += 1
}

async function writeTallies(database: Database, tallies: Tally[]): Promise<void> {
  const environments = Map.groupBy(tallies, ({ call }) => call.environmentId)
  for (const [environmentId, own] of environments) {
    await database.withEnvironment(environmentId, async (db) => {
      for (const tally of own) await writeTally(db, tally)
      for (const { call } of new Map(
        own.map((tally) => [tally.call.credential.id, tally]),
      ).values())
        await touch(db, call)
    })
  }
}

/** When a key or a grant was last used; a session knows it from its tokens. */
async function touch(db: Db, { credential, environmentId, ip }: Call): Promise<void> {
  const { kind, id } = credential
  if (kind === 'api_key')
    await db.run(sql`select system_touch_api_key(${id}, ${environmentId}, ${ip})`)
  if (kind === 'grant') await db.run(sql`select system_touch_oauth_grant(${id}::uuid)`)
}

/** Class by class: Citus takes no query within ON CONFLICT. */
const ADDED = Array.from({ length: DURATION_BOUNDS_MS.length + 1 }, (_, index) =>
  raw(`coalesce(u.durations[${index + 1}], 0) + coalesce(excluded.durations[${index + 1}], 0)`),
)

async function writeTally(db: Db, { call, calls, errors, durations }: Tally): Promise<void> {
  await db.run(sql`
    insert into usage_calls as u (environment_id, date, api_key_id, credential_kind, method, path,
      calls, errors, durations)
    values (${call.environmentId}, current_date, ${call.credential.id}, ${call.credential.kind},
      ${call.method}, ${call.path}, ${calls}, ${errors}, ${durations})
    on conflict (environment_id, date, api_key_id, method, path) do update
    set calls = u.calls + excluded.calls, errors = u.errors + excluded.errors,
      durations = array[${join(ADDED)}]`)
}

/**
 * A counter that many transactions write at a time has parts, `webhook_deliveries/a`, which are
 * added up when it is read: one row would let them commit only one after the other.
 */
type CounterPart = UsageCounter | `${UsageCounter}/${string}`

interface CountContext {
  db: Db
  environment: { id: string }
}

/** Adds to a daily counter in the transaction that did the work. */
export async function countUsage(
  ctx: CountContext,
  name: CounterPart,
  value: number,
): Promise<void> {
  await countUsages(ctx, { [name]: value })
}

/** The same for several counters in one statement. */
export async function countUsages(
  { db, environment }: CountContext,
  values: { [Name in CounterPart]?: number },
): Promise<void> {
  const added = Object.entries(values).filter(([, value]) => value !== 0)
  if (added.length === 0) return
  await db.run(sql`
    insert into usage_counters as u (environment_id, date, name, value)
    select ${environment.id}, current_date, new.name, new.value
    from unnest(${added.map(([name]) => name)}::text[], ${added.map(([, value]) => value)}::bigint[])
      as new (name, value)
    order by new.name
    on conflict (environment_id, date, name) do update set value = u.value + excluded.value`)
}

/** The same as a part of another statement. */
export function buildUsageCount(
  { environment }: CountContext,
  name: CounterPart,
  value: number,
): Sql {
  return sql`
    insert into usage_counters as u (environment_id, date, name, value)
    values (${environment.id}, current_date, ${name}, ${value})
    on conflict (environment_id, date, name) do update set value = u.value + excluded.value`
}
