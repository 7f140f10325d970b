import type { House } from './context.ts'
import { noteHeads } from './audit-chain/heads.ts'
import { sealAudit } from './audit-chain/seal.ts'
import { keepSealingKey } from './crypto/sealing-keys.ts'
import { sql } from './db/sql.ts'
import { faultPoint } from './faults.ts'
import { sweepStore } from './storage/sweep.ts'

/** Recurring upkeep: small, idempotent statements that several workers may run at once. */
export interface Upkeep {
  name: string
  everyMs: number
  /** Whether every process does it; else only those that work. */
  isOfAll?: true
  run: (house: House) => Promise<unknown>
}

const UPKEEP: readonly Upkeep[] = [
  { name: 'seal-audit', everyMs: 5_000, run: sealAuditLogs },
  { name: 'note-audit-heads', everyMs: 60 * 60_000, run: noteHeads },
  {
    name: 'purge-idempotency-keys',
    everyMs: 60_000,
    run: (house) =>
      house.database.withSystem((db) => db.run(sql`select system_purge_idempotency_keys(1000)`)),
  },
  {
    name: 'purge-access-tokens',
    everyMs: 60_000,
    run: ({ database }) =>
      database.withSystem((db) => db.run(sql`select system_purge_access_tokens(5000)`)),
  },
  {
    name: 'purge-sessions',
    everyMs: 60 * 60_000,
    run: ({ database }) =>
      database.withSystem((db) => db.run(sql`select system_purge_sessions(5000)`)),
  },
  {
    name: 'purge-oauth',
    everyMs: 60_000,
    run: ({ database }) =>
      database.withSystem((db) => db.run(sql`select system_purge_oauth(5000)`)),
  },
  {
    name: 'purge-attempts',
    everyMs: 60_000,
    run: ({ database }) =>
      database.withSystem((db) => db.run(sql`select system_purge_attempts(50000)`)),
  },
  {
    name: 'purge-request-log',
    everyMs: 60_000,
    run: ({ config, database }) =>
      database.withSystem((db) =>
        db.run(sql`select system_purge_request_log(${config.requestLogDays}::integer, 50000)`),
      ),
  },
  {
    name: 'purge-deliveries',
    everyMs: 60_000,
    run: ({ config, database }) =>
      database.withSystem((db) =>
        db.run(sql`select system_purge_deliveries(${config.deliveryDays}::integer, 5000)`),
      ),
  },
  { name: 'read-clock', everyMs: 30_000, isOfAll: true, run: (house) => house.readClock() },
  {
    name: 'keep-sealing-key',
    everyMs: 60_000,
    isOfAll: true,
    run: ({ database, keyRing }) => keepSealingKey(database, keyRing),
  },
  { name: 'sweep-store', everyMs: 60 * 60_000, run: (house) => sweepStore(house) },
]

async function sealAuditLogs(house: House): Promise<void> {
  const waiting = await house.database.withSystem((db) =>
    db.rows<{ id: string }>(sql`select system_unsealed_environments() as id`),
  )
  for (const { id } of waiting) {
    await house.database.withEnvironment(id, (db) => sealAudit(db, house.auditSigner, id))
  }
}

/**
 * Runs this upkeep and that of the business until stopped; a failure is logged and tried again at
 * the next turn.
 */
export function startMaintenance(
  house: House,
  isWorker: boolean,
  further: readonly Upkeep[] = [],
): { stop(): void } {
  const own = [...UPKEEP, ...further].filter(({ isOfAll = false }) => isOfAll || isWorker)
  const timers = own.map(({ name, everyMs, run }) => {
    let isRunning = false
    const turn = async (): Promise<void> => {
      if (isRunning) return
      isRunning = true
      await faultPoint('upkeep.begun')
      await run(house).catch((error: unknown) =>
        house.log.warn({ err: error, upkeep: name }, 'upkeep failed'),
      )
      isRunning = false
    }
    return setInterval(() => void turn(), everyMs)
  })
  return { stop: () => timers.forEach(clearInterval) }
}
