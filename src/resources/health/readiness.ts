import type { House } from '../../platform/context.ts'
import { findQueueState, listAppliedMigrations } from './store.ts'

/** A due job that has waited this long means that no worker is running. */
const QUEUE_LAG_SECONDS_MAX = 300

export interface Check {
  status: 'ok' | 'failed'
  latencyMs: number
}

export interface Readiness {
  status: 'ok' | 'degraded'
  checks: Record<'database' | 'storage' | 'queue' | 'migrations', Check>
}

/** Checks what the service depends on, concurrently. */
export async function checkReadiness(house: House): Promise<Readiness> {
  const [database, storage, queue, migrations] = await Promise.all([
    timed(() => house.database.ping()),
    timed(() => house.store.checkWritable()),
    timed(async () => {
      const { oldestSeconds } = await findQueueState(house.database)
      if (oldestSeconds > QUEUE_LAG_SECONDS_MAX) throw new Error('Jobs wait too long')
    }),
    timed(async () => {
      const applied = new Set(await listAppliedMigrations(house.database))
      if (house.migrationNames.some((name) => !applied.has(name)))
        throw new Error('Migrations are missing')
    }),
  ])
  const checks = { database, storage, queue, migrations }
  const isOk = Object.values(checks).every(({ status }) => status === 'ok')
  return { status: isOk ? 'ok' : 'degraded', checks }
}

async function timed(work: () => Promise<unknown>): Promise<Check> {
  const started = performance.now()
  const status = await work().then(
    () => 'ok' as const,
    () => 'failed' as const,
  )
  return { status, latencyMs: Math.round((performance.now() - started) * 10) / 10 }
}
