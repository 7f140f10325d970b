import type { House } from '../context.ts'
import type { Claim, Want } from './claim.ts'
import type { PoolName, Job } from './job.ts'

/** One sort of hands of a worker, and what they have to do. */
export interface WorkerPool {
  kinds: string[]
  count: number
  perEnvironment: number
  /** Whether jobs may be claimed before a hand is free. */
  isAhead: boolean
  /** Claimed ahead, oldest first. */
  waiting: { claim: Claim; sinceMs: number }[]
  /** Environments of the jobs that hold a hand. */
  busy: Map<string, number>
  /** How long its jobs take of late; unknown at first. */
  meanMs: number
  /** The queue may have something for them. */
  shouldClaim: boolean
  /** When they last asked nothing was due that a hand or an environment kept from them. */
  isDrained: boolean
}

/**
 * Waiting costs a connection and no thought, so there are more hands for it. Receivers of one
 * environment that all hang leave hands to the others.
 */
const IO_POOL_SIZE = 256
const IO_POOL_SIZE_PER_ENVIRONMENT = 192

/**
 * Jobs that are over before the next claim has answered are claimed ahead: as many as the hands do
 * in this time, so that they keep nobody else's job for longer.
 */
const AHEAD_MS = 20
const AHEAD_MAX = 400

/** How much the last job counts in the mean. */
const WEIGHT_OF_LAST = 0.2

/** The hands of a worker that do these jobs. */
export function createPools({ config }: House, jobs: readonly Job[]): WorkerPool[] {
  const concurrency = config.workerConcurrency
  const sorts = [
    { sort: 'cpu', count: concurrency, perEnvironment: concurrency, isAhead: true },
    {
      sort: 'io',
      count: IO_POOL_SIZE,
      perEnvironment: IO_POOL_SIZE_PER_ENVIRONMENT,
      isAhead: false,
    },
  ] as const
  return sorts
    .map(({ sort, ...counts }) => ({
      ...counts,
      kinds: listKinds(jobs, sort),
      waiting: [],
      busy: new Map<string, number>(),
      meanMs: Infinity,
      shouldClaim: true,
      isDrained: false,
    }))
    .filter(({ kinds }) => kinds.length > 0)
}

function listKinds(jobs: readonly Job[], pool: PoolName): string[] {
  return jobs.filter((declared) => declared.pool === pool).map(({ kind }) => kind)
}

export function countFree({ count, busy }: WorkerPool): number {
  return [...busy.values()].reduce((free, held) => free - held, count)
}

/** What is to be claimed for them now; null when they need nothing. */
export function planClaim(sort: WorkerPool): Want | null {
  const { kinds, busy, waiting, perEnvironment } = sort
  const ahead = countAhead(sort)
  // Asking for few when many are claimed ahead would cost as much as asking for many.
  if (!sort.shouldClaim || waiting.length > ahead / 2) return null
  const wanted = countFree(sort) + ahead - waiting.length
  if (wanted <= 0) return null
  const isCapped = perEnvironment < sort.count
  const places = [...busy].map(([environmentId, held]) => ({
    environmentId,
    places: Math.max(0, perEnvironment - held),
  }))
  return {
    kinds,
    wanted,
    perEnvironment: isCapped ? perEnvironment : wanted,
    places: isCapped ? places : [],
  }
}

function countAhead({ isAhead, count, meanMs }: WorkerPool): number {
  if (!isAhead) return 0
  return Math.min(AHEAD_MAX, Math.floor(AHEAD_MS / meanMs) * count)
}

/** A hand takes a job of this environment; the answer is to be called when it is free again. */
export function takeHand(sort: WorkerPool, environmentId: string): () => void {
  const { busy } = sort
  const startedAt = performance.now()
  busy.set(environmentId, (busy.get(environmentId) ?? 0) + 1)
  return () => {
    const left = busy.get(environmentId)! - 1
    if (left === 0) busy.delete(environmentId)
    else busy.set(environmentId, left)
    const tookMs = performance.now() - startedAt
    const before = Number.isFinite(sort.meanMs) ? sort.meanMs : tookMs
    sort.meanMs = before + (tookMs - before) * WEIGHT_OF_LAST
  }
}
