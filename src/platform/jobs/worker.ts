import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from '../context.ts'
import { asOperation } from '../trace/operation.ts'
import { claimJobs, endJobs, giveBack, reclaimJobs, renewLeases, type Claim } from './claim.ts'
import { LeaseLost, type Job } from './job.ts'
import { lookAhead, type DueWork } from './outlook.ts'
import { perform, traceJob } from './perform.ts'
import { startPolling } from './polling.ts'
import { createPools, planClaim, type WorkerPool } from './pools.ts'

export interface Worker {
  /** There may be something to do, now or after so many milliseconds. */
  wake(inMs?: number): void
  /** Whether a job that comes now would wait for one that runs, while others listen. */
  wantsHelp(): boolean
  /** Set while other processes make themselves heard: then it looks for jobs less often. */
  setListening(isListening: boolean): void
  /** Takes no new jobs, waits for the running ones up to the time given, then aborts them. */
  stop(graceMs: number): Promise<void>
}

interface Running {
  claim: Claim
  abort: AbortController
  done: Promise<void>
}

interface State {
  house: House
  jobs: ReadonlyMap<string, Job>
  pools: WorkerPool[]
  /** By id, until their end is written. */
  running: Map<string, Running>
  /** Writes the end of a job that wrote nothing itself. */
  end: (claim: Claim) => Promise<void>
  /** Called with what a look finds due. */
  onDue: (due: readonly DueWork[]) => void
  /** Processes that hear of jobs, as of the last look. */
  listeners: number
  /** Whether this one does. */
  isListening: boolean
  isStopping: boolean
  /** Resolved when something may be due. */
  woken: PromiseWithResolvers<void>
}

/** Two looks are never further apart: what they find beside jobs is made by no wake. */
const LOOK_MS_MAX = 5_000

/**
 * Claims due jobs and runs them, several at a time, until stopped. What else its looks find due is
 * for `onDue`.
 */
export function startWorker(
  house: House,
  jobs: readonly Job[],
  onDue: State['onDue'] = () => {},
): Worker {
  const state: State = {
    house,
    jobs: new Map(jobs.map((declared) => [declared.kind, declared])),
    pools: createPools(house, jobs),
    running: new Map(),
    end: createEnding(house),
    onDue,
    listeners: 0,
    isListening: false,
    isStopping: false,
    woken: Promise.withResolvers(),
  }
  const { leaseSeconds, workerPollMs } = house.config
  const renewMs = (leaseSeconds * 1000) / 3
  const renewing = setInterval(() => void renew(state), renewMs)
  const rest = (ms: number): number => Math.min(ms, LOOK_MS_MAX)
  const polling = startPolling(() => poll(state), rest(workerPollMs))
  const loop = claimUntilStopped(state)
  return {
    wake: (inMs = 0) => (inMs > 0 ? polling.lookIn(inMs + 1) : state.woken.resolve()),
    wantsHelp: () =>
      state.listeners > Number(state.isListening) &&
      state.pools.some(({ busy, size }) => busy >= size),
    setListening: (isListening) => {
      state.isListening = isListening
      polling.setRest(rest(isListening ? Math.max(workerPollMs, renewMs) : workerPollMs))
      // What was added while nobody listened.
      polling.lookIn(0)
    },
    stop: async (graceMs) => {
      state.isStopping = true
      state.woken.resolve()
      await loop
      await drain(state, graceMs)
      polling.stop()
      clearInterval(renewing)
    },
  }
}

/**
 * Ends jobs in batches: those that come while a statement is under way go together in the next.
 */
function createEnding(house: House): State['end'] {
  let waiting: Claim[] = []
  let last = Promise.resolve()
  return (claim) => {
    if (waiting.push(claim) > 1) return last
    last = last.then(async () => {
      const claims = waiting
      waiting = []
      // They run again when their leases are over.
      await endJobs(house, claims).catch((error: unknown) =>
        house.log.error({ err: error }, 'ending jobs failed'),
      )
    })
    return last
  }
}

/** Other processes may add jobs without being heard, and may have died with some. */
async function poll(state: State): Promise<number | null> {
  const { house, onDue } = state
  try {
    const { due, inMs, listeners } = await lookAhead(house)
    state.listeners = listeners
    onDue(due)
    if (due.includes('leases')) await reclaimJobs(house)
    if (due.includes('jobs') || due.includes('leases')) state.woken.resolve()
    return inMs
  } catch (error) {
    house.log.warn({ err: error }, 'looking for work failed')
    // There may be jobs all the same.
    state.woken.resolve()
    return null
  }
}

async function claimUntilStopped(state: State): Promise<void> {
  while (!state.isStopping) {
    // Before the claim, so that a wake during it is not lost.
    state.woken = Promise.withResolvers()
    const startedAt = performance.now()
    if (await claimDue(state)) continue
    // What comes or ends meanwhile shares the next claim: claims take at most half of the time.
    await sleep(performance.now() - startedAt)
    await state.woken.promise
  }
}

/** Claims and begins what there are places for; returns whether more may be due. */
async function claimDue(state: State): Promise<boolean> {
  const planned = state.pools.flatMap((pool) => {
    const want = planClaim(pool)
    return want ? [{ pool, want }] : []
  })
  if (planned.length === 0 || state.isStopping) return false
  const wants = planned.map(({ want }) => want)
  const claims = await claimJobs(state.house, wants).catch((error: unknown) => {
    state.house.log.error({ err: error }, 'claiming jobs failed')
    return []
  })
  for (const { pool, want } of planned) {
    const own = claims.filter(({ kind }) => pool.kinds.includes(kind))
    pool.othersWait = own.length === want.wanted
    pool.waiting.push(...own)
    beginWaiting(state, pool)
  }
  return planned.some(({ pool }) => pool.othersWait)
}

function beginWaiting(state: State, pool: WorkerPool): void {
  while (!state.isStopping && pool.busy < pool.size && pool.waiting.length > 0)
    begin(state, pool, pool.waiting.shift()!)
}

function begin(state: State, pool: WorkerPool, claim: Claim): void {
  const { house, jobs, running } = state
  const abort = new AbortController()
  const declared = jobs.get(claim.kind)
  const run = { house, claim, declared, othersWait: pool.othersWait, signal: abort.signal }
  const work = async (): Promise<void> => {
    pool.busy += 1
    const isOpen = await perform(run)
    pool.busy -= 1
    pool.done += 1
    beginWaiting(state, pool)
    if (isOpen) {
      state.woken.resolve()
      await state.end(claim)
    }
    // A lease that was lost may have come back to this process as another claim.
    if (running.get(claim.id) === own) running.delete(claim.id)
    state.woken.resolve()
  }
  const own: Running = { claim, abort, done: Promise.resolve() }
  running.set(claim.id, own)
  const { traceId } = traceJob(claim)
  own.done = asOperation({ name: `job ${claim.kind}`, traceId }, work)
}

/** Renews leases, and returns what still waits for a place: the jobs before it take long. */
async function renew(state: State): Promise<void> {
  const { house, running } = state
  try {
    await returnWaiting(state)
    if (running.size === 0) return
    const held = [...running.values()].map(({ claim }) => claim)
    for (const { id } of await renewLeases(house, held))
      running.get(id)?.abort.abort(new LeaseLost())
  } catch (error) {
    house.log.warn({ err: error }, 'renewing leases failed')
  }
}

async function returnWaiting({ house, pools }: State): Promise<void> {
  const claims = pools.flatMap(({ waiting }) => waiting.splice(0))
  if (claims.length > 0) await giveBack(house, claims)
}

async function drain(state: State, graceMs: number): Promise<void> {
  await returnWaiting(state)
  const running = [...state.running.values()]
  const timer = setTimeout(() => {
    for (const { abort } of running) abort.abort(new Error('The process is stopping'))
  }, graceMs)
  await Promise.all(running.map(({ done }) => done))
  clearTimeout(timer)
}
