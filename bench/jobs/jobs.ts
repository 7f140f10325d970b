import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { Type } from 'typebox'
import { outside, SYSTEM_ACTOR } from '../../src/platform/context.ts'
import { enqueueMany, job } from '../../src/platform/jobs/job.ts'
import { startWorker } from '../../src/platform/jobs/worker.ts'
import { openBenchHouse, type BenchHouse } from '../bench-house.ts'
import type { Figure, Job, Size } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'
import { percentile } from '../timing.ts'

const COUNT = { short: 600, usual: 600, big: 6_000 }
const IDLE_TRIES = 20
const IDLE_MS = 30
/** The batch size of both queues. */
const CONCURRENCY = 10
const LOCAL_QUEUE = 500

const RATES: readonly Target[] = [
  { name: 'enqueued', unit: 'per s', goal: '' },
  { name: 'worked off, empty', unit: 'per s', goal: 'ratio ≥ 0.8' },
]
const PICKED: Target = { name: 'from commit to start when idle, p95', unit: 'ms', goal: '≤ 8 ms' }

/** A queue with a worker for its empty jobs. */
interface Queue {
  add(count: number): Promise<void>
  /** Jobs that are not ended yet. */
  left(): Promise<number>
  close(): Promise<void>
}

/** Called for each job that is done. */
interface Watch {
  done(): void
}

const PAYLOAD = Type.Object({})

export const jobsJob: Job = {
  name: 'jobs',
  meaning:
    'empty jobs, claimed and ended in batches; limit: graphile-worker on the same database, as many at a time, with its local queue of 500 and ends in batches',
  run: async (rounds, size) => {
    const house = await openBenchHouse({ WORKER_CONCURRENCY: String(CONCURRENCY) })
    try {
      return await compareQueues(house, rounds, size)
    } finally {
      await house.close()
    }
  },
}

/** Ours and graphile-worker's on the database of a house. */
export async function compareQueues(
  house: BenchHouse,
  rounds: number,
  { scale }: Pick<Size, 'scale'>,
): Promise<Figure[]> {
  const watch: Watch = { done: () => {} }
  const count = COUNT[scale]
  const ours = openOurs(house, watch)
  const peer = await openGraphile(house, watch)
  try {
    const rates = await compare(RATES, {
      rounds,
      ours: () => measure(ours, watch, count),
      limit: () => measure(peer, watch, count),
    })
    if (scale === 'short') return rates
    const idle = { ours: () => pickUp(ours, watch), limit: () => pickUp(peer, watch) }
    return [...rates, ...(await compare([PICKED], { rounds, ...idle }))]
  } finally {
    await peer.close()
    await ours.close()
  }
}

function openOurs({ house, environmentId, pool }: BenchHouse, watch: Watch): Queue {
  const noop = job('bench-noop', PAYLOAD, async () => watch.done())
  const worker = startWorker(house, [noop])
  house.wakeWorkers = worker.wake
  const environment = { id: environmentId, tenantId: '', mode: 'test' as const }
  const base = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'bench' })
  return {
    add: (count) =>
      base.transaction((ctx) =>
        enqueueMany(
          ctx,
          noop,
          emptyPayloads(count).map((payload) => ({ payload })),
        ),
      ),
    left: async () => (await pool.query('select 1 from jobs')).rows.length,
    close: () => worker.stop(1000),
  }
}

async function openGraphile({ connectionString, pool }: BenchHouse, watch: Watch): Promise<Queue> {
  const logger = new Logger(() => () => {})
  const utils = await makeWorkerUtils({ connectionString, logger })
  await utils.migrate()
  const localQueue = { size: LOCAL_QUEUE }
  const batched = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }
  const runner = await run({
    connectionString,
    logger,
    noHandleSignals: true,
    taskList: { noop: async () => watch.done() },
    preset: { worker: { concurrentJobs: CONCURRENCY, localQueue, ...batched } },
  })
  return {
    add: async (count) => {
      const jobs = emptyPayloads(count).map((payload) => ({ identifier: 'noop', payload }))
      await utils.addJobs(jobs)
    },
    left: async () => (await pool.query('select 1 from graphile_worker.jobs')).rows.length,
    close: async () => {
      await runner.stop()
      await utils.release()
    },
  }
}

function emptyPayloads(count: number): object[] {
  return Array.from({ length: count }, () => ({}))
}

/** Adding and doing a round of jobs, until nothing is left of them. */
async function measure(queue: Queue, watch: Watch, count: number): Promise<Measured[]> {
  const startedAt = performance.now()
  const ended = counted(watch, count)
  await queue.add(count)
  const addedAt = performance.now()
  await ended
  while ((await queue.left()) > 0);
  const endedAt = performance.now()
  return [addedAt, endedAt].map((at) => ({ value: (count * 1000) / (at - startedAt) }))
}

function counted(watch: Watch, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count
    watch.done = () => {
      left -= 1
      if (left === 0) resolve()
    }
  })
}

async function pickUp(queue: Queue, watch: Watch): Promise<Measured[]> {
  const waits: number[] = []
  while (waits.length < IDLE_TRIES) {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const ended = counted(watch, 1)
    await queue.add(1)
    const addedAt = performance.now()
    await ended
    waits.push(performance.now() - addedAt)
  }
  return [{ value: percentile(waits, 0.95) }]
}
