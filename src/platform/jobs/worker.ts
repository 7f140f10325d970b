import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { House } from '../context.ts'
import { asOperation } from '../faults.ts'
import { claimJobs, giveBack, nextJobMs, renewLeases, type Claim } from './claim.ts'
import { createBatcher } from './gathering.ts'
import { countFree, createPools, takeHand, planClaim, type WorkerPool } from './hands.ts'
import { LeaseLost, type Job } from './job.ts'
import { perform, type JobRunner } from './perform.ts'

export interface Worker {
  wake(): void
  /** Takes no new jobs, waits for the running ones up to the time given, then aborts them. */
  stop(graceMs: number): Promise<void>
}

interface Running {
  claim: Claim
  abort: AbortController
  done: Promise<void>
}

interface Crew extends JobRunner {
  pools: WorkerPool[]
  /** With those whose work is done and whose end is being written. */
  running: Map<string, Running>
  isStopping: boolean
  /** Something may be due: the loop looks. */
  wake(): void
}

/** Claims due jobs and runs them, several at a time, until stopped. */
export function startWorker(house: House, jobs: readonly Job[]): Worker {
  // A wake that comes between the claim and the pause must not be lost.
  let isWoken = false
  let endPause = (): void => {}
  const crew: Crew = {
    house,
    jobs: new Map(jobs.map((declared) => [declared.kind, declared])),
    batcher: createBatcher(),
    pools: createPools(house, jobs),
    running: new Map(),
    isStopping: false,
    wake: () => {
      isWoken = true
      endPause()
    },
  }
  const heartbeatMs = (house.config.leaseSeconds * 1000) / 3
  const heartbeat = setInterval(() => void beat(crew, heartbeatMs), heartbeatMs)
  const loop = (async () => {
    while (!crew.isStopping) {
      isWoken = false
      if ((await claimSafely(crew)) > 0) continue
      const pause = await pauseMs(crew)
      if (isWoken || crew.isStopping) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          claimAgain(crew)
          resolve()
        }, pause)
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      // Others that end in the same turn leave their hands to the same claim.
      await endOfTurn()
    }
  })()
  return {
    wake: () => claimAgain(crew),
    stop: async (graceMs) => {
      crew.isStopping = true
      crew.wake()
      await loop
      await drain(crew, graceMs)
      clearInterval(heartbeat)
    },
  }
}

function claimAgain({ pools, wake }: Crew): void {
  for (const sort of pools) sort.shouldClaim = true
  wake()
}

async function drain(crew: Crew, graceMs: number): Promise<void> {
  await returnWaiting(crew, 0)
  const timer = setTimeout(() => {
    for (const { abort } of crew.running.values()) abort.abort(new Error('The process is stopping'))
  }, graceMs)
  await Promise.all([...crew.running.values()].map(({ done }) => done))
  clearTimeout(timer)
}

/** Claims and begins what there are hands for; answers how many jobs that were. */
async function claimSafely(crew: Crew): Promise<number> {
  const claiming = crew.pools.flatMap((sort) => {
    const want = planClaim(sort)
    return want ? [{ sort, want }] : []
  })
  if (claiming.length === 0) return 0
  // Whoever ends while we ask may be what kept a job waiting.
  for (const { sort } of claiming) sort.isDrained = false
  const wants = claiming.map(({ want }) => want)
  try {
    const claimed = await claimJobs(crew.house, wants)
    for (const { sort } of claiming) queueClaimed(crew, sort, claimed)
    return claimed.length
  } catch (error) {
    crew.house.log.error({ err: error }, 'claiming jobs failed')
    await new Promise((resolve) => setTimeout(resolve, 500))
    return 0
  }
}

/** What of the claimed is theirs waits for its hand, mostly not at all. */
function queueClaimed(crew: Crew, sort: WorkerPool, claimed: readonly Claim[]): void {
  const own = claimed.filter(({ kind }) => sort.kinds.includes(kind))
  const sinceMs = performance.now()
  sort.waiting.push(...own.map((claim) => ({ claim, sinceMs })))
  sort.shouldClaim = own.length > 0
  sort.isDrained = own.length === 0 && isOpen(sort)
  fill(crew, sort)
}

/** No environment holds all that it may. */
function isOpen({ busy, perEnvironment }: WorkerPool): boolean {
  return [...busy.values()].every((held) => held < perEnvironment)
}

function fill(crew: Crew, sort: WorkerPool): void {
  for (let free = countFree(sort); free > 0 && sort.waiting.length > 0; free -= 1) {
    begin(crew, sort, sort.waiting.shift()!.claim)
  }
}

/** When something is due and was not claimed, though nothing kept us: another process had it. */
const HELD_BACK_MS = 50

/**
 * Until the next planned job, at most the poll interval: other processes add jobs without telling
 * us. What waits for a hand or its lane needs no asking, for the end of a job wakes us.
 */
async function pauseMs({ house, pools, running }: Crew): Promise<number> {
  const { workerPollMs } = house.config
  const isBusy = running.size > 0
  if (isBusy && pools.every((sort) => countFree(sort) <= 0)) return workerPollMs
  const ms = await nextJobMs(house).catch(() => null)
  if (ms === null) return workerPollMs
  if (ms > 0) return Math.min(workerPollMs, ms)
  return isBusy && !pools.every(({ isDrained }) => isDrained) ? workerPollMs : HELD_BACK_MS
}

async function beat(crew: Crew, intervalMs: number): Promise<void> {
  const { house, running, pools } = crew
  const waiting = pools.flatMap((sort) => sort.waiting.map(({ claim }) => claim))
  const held = [...[...running.values()].map(({ claim }) => claim), ...waiting]
  if (held.length === 0) return
  try {
    await returnWaiting(crew, intervalMs)
    const lost = new Set((await renewLeases(house, held)).map(({ id }) => id))
    for (const id of lost) running.get(id)?.abort.abort(new LeaseLost())
    for (const sort of pools) sort.waiting = sort.waiting.filter(({ claim }) => !lost.has(claim.id))
  } catch (error) {
    house.log.warn({ err: error }, 'renewing leases failed')
  }
}

/** Gives back what has waited so long: the jobs before it take longer than those of late. */
async function returnWaiting({ house, pools }: Crew, sinceMsMin: number): Promise<void> {
  const limit = performance.now() - sinceMsMin
  const late = pools.flatMap((sort) => {
    const [gone = [], kept = []] = [true, false].map((isLate) =>
      sort.waiting.filter(({ sinceMs }) => sinceMs <= limit === isLate),
    )
    sort.waiting = kept
    return gone.map(({ claim }) => claim)
  })
  if (late.length > 0) await giveBack(house, late)
}

function begin(crew: Crew, sort: WorkerPool, claim: Claim): void {
  const { running } = crew
  const abort = new AbortController()
  const freeHand = takeHand(sort, claim.environmentId)
  let isAtWork = true
  const onDone = (): void => {
    if (!isAtWork) return
    isAtWork = false
    freeHand()
    claimNext(crew, sort)
  }
  const own: Running = { claim, abort, done: Promise.resolve() }
  running.set(claim.id, own)
  const run = { claim, signal: abort.signal, onDone }
  const ended = asOperation(`job ${claim.kind}`, () => perform(crew, run))
  own.done = ended.finally(() => {
    // A lease that was lost may have come back to us as another claim.
    if (running.get(claim.id) === own) running.delete(claim.id)
    onDone()
    // What waits for its lane can begin now that the end is written.
    if (claim.lane !== null) sort.isDrained = false
    claimNext(crew, sort)
  })
}

/** A hand is free: it takes what was claimed ahead, and what is due is asked for. */
function claimNext(crew: Crew, sort: WorkerPool): void {
  if (crew.isStopping) return
  fill(crew, sort)
  if (sort.isDrained) return
  sort.shouldClaim = true
  crew.wake()
}
