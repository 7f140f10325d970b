import type { House } from '../context.ts'
import type { Claim, Want } from './claim.ts'
import type { Job } from './job.ts'

/** The jobs of one sort that this process holds. */
export interface WorkerPool {
  kinds: string[]
  size: number
  perEnvironment: number | null
  /** Claimed before a place is free, oldest first. */
  waiting: Claim[]
  /** Jobs that hold a place. */
  busy: number
  /** Whether the last claim got all that it wanted, so that more may be due. */
  othersWait: boolean
  /** Jobs done since the last claim, and when that was. */
  done: number
  claimedAtMs: number
}

/**
 * Jobs that wait for others need a connection and no processor, so there are more places for them.
 * Receivers of one environment that all hang leave places to others.
 */
const IO_SIZE = 256
const IO_PER_ENVIRONMENT = 192

/** Short jobs are claimed ahead: four times as many as were done since a claim so recent. */
const RECENT_MS = 20
const AHEAD_MAX = 400

export function createPools({ config }: House, jobs: readonly Job[]): WorkerPool[] {
  const listKinds = (name: string): string[] =>
    jobs.filter(({ pool }) => pool === name).map(({ kind }) => kind)
  return [
    { kinds: listKinds('cpu'), size: config.workerConcurrency, perEnvironment: null },
    { kinds: listKinds('io'), size: IO_SIZE, perEnvironment: IO_PER_ENVIRONMENT },
  ].map((pool) => ({ ...pool, waiting: [], busy: 0, othersWait: false, done: 0, claimedAtMs: 0 }))
}

/** What is claimed for a pool now; null when it needs nothing. */
export function planClaim(pool: WorkerPool): Want | null {
  const { kinds, size, busy, waiting, done, perEnvironment } = pool
  const now = performance.now()
  const ahead = now - pool.claimedAtMs < RECENT_MS ? Math.min(AHEAD_MAX, 4 * done) : 0
  // Few jobs cost as much to claim as many.
  if (kinds.length === 0 || (waiting.length > 0 && waiting.length > ahead / 2)) return null
  const wanted = size - busy + ahead - waiting.length
  if (wanted <= 0) return null
  pool.claimedAtMs = now
  pool.done = 0
  return { kinds, wanted, perEnvironment }
}
