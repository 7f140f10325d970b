import type { Config } from '../config.ts'
import type { House } from './context.ts'
import { noteHeads } from './audit-chain/heads.ts'
import { sealAudit } from './audit-chain/seal.ts'
import { keepSealingKey } from './crypto/sealing-keys.ts'
import { sql, type Sql } from './db/sql.ts'
import { faultPoint } from './faults.ts'
import type { DueWork } from './jobs/outlook.ts'
import { sweepStore } from './storage/sweep.ts'

/** Recurring upkeep: small, idempotent statements that several workers may run at once. */
export interface Upkeep {
  name: string
  everyMs: number
  /** Done only when the look of the worker finds this due, and `everyMs` after the last time. */
  due?: DueWork
  /**
   * A statement or a few. Those take turns, on one connection that has their plans: side by side
   * each would want one of its own, which is made, warmed up and closed again within the minute.
   */
  isShort?: true
  /** Whether every process does it; else only those that work. */
  isOfAll?: true
  run: (house: House) => Promise<unknown>
}

/** Of the platform; that of the business stands beside what it keeps. */
export const PLATFORM_UPKEEP: readonly Upkeep[] = [
  { name: 'seal-audit', everyMs: 5_000, due: 'audit', run: sealAuditLogs },
  { name: 'note-audit-heads', everyMs: 60 * 60_000, run: noteHeads },
  purge('idempotency-keys', () => sql`select system_purge_idempotency_keys(1000)`),
  purge('access-tokens', () => sql`select system_purge_access_tokens(5000)`),
  purge('oauth', () => sql`select system_purge_oauth(5000)`),
  purge('attempts', () => sql`select system_purge_attempts(50000)`),
  purge(
    'request-log',
    ({ requestLogDays }) => sql`select system_purge_request_log(${requestLogDays}::integer, 50000)`,
  ),
  purge(
    'deliveries',
    ({ deliveryDays }) => sql`select system_purge_deliveries(${deliveryDays}::integer, 5000)`,
  ),
  { ...purge('sessions', () => sql`select system_purge_sessions(5000)`), everyMs: 60 * 60_000 },
  {
    name: 'read-clock',
    everyMs: 30_000,
    isShort: true,
    isOfAll: true,
    run: (house) => house.readClock(),
  },
  {
    name: 'keep-sealing-key',
    everyMs: 60_000,
    isShort: true,
    isOfAll: true,
    run: ({ database, keyRing }) => keepSealingKey(database, keyRing),
  },
  { name: 'sweep-store', everyMs: 60 * 60_000, run: (house) => sweepStore(house) },
]

/** What is past its time leaves a table, a batch a minute. */
export function purge(of: string, statement: (config: Config) => Sql): Upkeep {
  const run: Upkeep['run'] = ({ config, database }) =>
    database.withSystem((db) => db.run(statement(config)))
  return { name: `purge-${of}`, everyMs: 60_000, isShort: true, run }
}

async function sealAuditLogs(house: House): Promise<void> {
  const waiting = await house.database.withSystem((db) =>
    db.rows<{ id: string }>(sql`select system_unsealed_environments() as id`),
  )
  for (const { id } of waiting) {
    await house.database.withEnvironment(id, (db) => sealAudit(db, house.auditSigner, id))
  }
}

export interface Maintenance {
  /** Does the upkeep of what a look has found due. */
  runDue(due: readonly DueWork[]): void
  stop(): void
}

/** Runs upkeep until stopped; a failure is logged and tried again at the next turn. */
export function startMaintenance(house: House, upkeep: readonly Upkeep[]): Maintenance {
  const inTurn = createLine()
  const started = upkeep.map((one) => {
    const work = () => run(house, one)
    const begin = oneAtATime(one.isShort ? () => inTurn(work) : work)
    return one.due === undefined ? startInterval(begin, one.everyMs) : startOnDue(begin, one)
  })
  return {
    runDue: (due) => started.forEach((one) => one.onDue(due)),
    stop: () => started.forEach((one) => one.stop()),
  }
}

/** One after the other; none of them throws. */
function createLine(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve()
  return (work) => (last = last.then(work))
}

/** Does nothing while the time before is still waited for. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void work().then(() => void (isRunning = false))
  }
}

async function run(house: House, { name, run: work }: Upkeep): Promise<void> {
  await faultPoint('upkeep.begun')
  await work(house).catch((error: unknown) =>
    house.log.warn({ err: error, upkeep: name }, 'upkeep failed'),
  )
}

interface Started {
  onDue: (due: readonly DueWork[]) => void
  stop: () => void
}

function startInterval(begin: () => void, everyMs: number): Started {
  const timer = setInterval(begin, everyMs)
  return { onDue: () => {}, stop: () => clearInterval(timer) }
}

function startOnDue(begin: () => void, { due: own, everyMs }: Upkeep): Started {
  let begunAtMs = -Infinity
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  const ring = (): void => {
    timer = null
    begunAtMs = performance.now()
    begin()
  }
  return {
    onDue: (due) => {
      if (isStopped || timer !== null || !due.includes(own!)) return
      timer = setTimeout(ring, Math.max(0, begunAtMs + everyMs - performance.now()))
    },
    // A look that is under way may still find something.
    stop: () => {
      isStopped = true
      clearTimeout(timer ?? undefined)
    },
  }
}
