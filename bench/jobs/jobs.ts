import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { Type } from 'typebox'
import { outside, SYSTEM_ACTOR } from '../../src/platform/context.ts'
import { enqueueMany, job } from '../../src/platform/jobs/job.ts'
import { startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import { openBenchHouse, type BenchHouse } from '../bench-house.ts'
import type { Figure, Job } from '../figure.ts'
import { compare, type Measured, type Wish } from '../harness.ts'
import { percentile } from '../timing.ts'

const COUNT = 600
const IDLE_TRIES = 20
/** As many as either takes at a time. */
const HANDS = 10

const ENQUEUED: Wish = { name: 'enqueued', unit: 'per s', goal: '' }
const WORKED: Wish = { name: 'worked off, empty', unit: 'per s', goal: 'ratio ≥ 2.5' }
const PICKED: Wish = { name: 'from commit to start when idle, p95', unit: 'ms', goal: '≤ 8 ms' }

/** Told of each job that is done. */
interface Watch {
  done(): void
}

const PAYLOAD = Type.Object({})

export const jobsJob: Job = {
  name: 'jobs',
  meaning:
    'empty jobs, each committed with its end; peer: graphile-worker on the same database, as many at a time, with its local queue of 500 and batched ends',
  run: async (rounds) => {
    const own = await openBenchHouse({ WORKER_CONCURRENCY: String(HANDS) })
    try {
      return await compareAll(own, rounds)
    } finally {
      await own.close()
    }
  },
}

async function compareAll(own: BenchHouse, rounds: number): Promise<Figure[]> {
  const watch: Watch = { done: () => {} }
  const noop = job('bench-noop', PAYLOAD, async (work) => {
    await work.commit(async () => {})
    watch.done()
  })
  const worker = startWorker(own.house, [noop])
  own.house.wakeWorkers = worker.wake
  const add = (count: number): Promise<void> => enqueue(own, noop, count)
  const peer = await openGraphile(own.connectionString, watch)
  const rates = await compare([ENQUEUED, WORKED], {
    rounds,
    ours: () => measure(watch, add, own),
    limit: () => measure(watch, peer.add),
  })
  const idle = await compare([PICKED], { rounds, ours: () => pickUp(watch, add), limit: () => pickUp(watch, peer.add) }) // prettier-ignore
  await peer.close()
  await stop(worker)
  return [...rates, ...idle]
}

function stop(worker: Worker): Promise<void> {
  return worker.stop(1000)
}

async function enqueue(
  { house, environmentId }: BenchHouse,
  declared: { kind: string; payload: typeof PAYLOAD },
  count: number,
): Promise<void> {
  const environment = { id: environmentId, tenantId: '', mode: 'test' as const }
  const base = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'bench' })
  await base.transaction((ctx) =>
    enqueueMany(
      ctx,
      declared,
      Array.from({ length: count }, () => ({})),
    ),
  )
}

/** Adding and doing a round of jobs, and that nothing is left of it. */
async function measure(
  watch: Watch,
  add: (count: number) => Promise<void>,
  own?: BenchHouse,
): Promise<Measured[]> {
  const startedAt = performance.now()
  const ended = counted(watch, COUNT)
  await add(COUNT)
  const addedAt = performance.now()
  await ended
  const endedAt = performance.now()
  const left = await own?.pool.query('select 1 from jobs')
  if (left && left.rows.length > 0) throw new Error(`${left.rows.length} jobs are left`)
  return [
    { value: (COUNT * 1000) / (addedAt - startedAt) },
    { value: (COUNT * 1000) / (endedAt - startedAt) },
  ]
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

async function pickUp(watch: Watch, add: (count: number) => Promise<void>): Promise<Measured[]> {
  const waits: number[] = []
  while (waits.length < IDLE_TRIES) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    const ended = counted(watch, 1)
    await add(1)
    const addedAt = performance.now()
    await ended
    waits.push(performance.now() - addedAt)
  }
  return [{ value: percentile(waits, 0.95) }]
}

async function openGraphile(
  connectionString: string,
  watch: Watch,
): Promise<{ add(count: number): Promise<void>; close(): Promise<void> }> {
  const logger = new Logger(() => () => {})
  const utils = await makeWorkerUtils({ connectionString, logger })
  await utils.migrate()
  const runner = await run({
    connectionString,
    logger,
    noHandleSignals: true,
    taskList: { noop: async () => watch.done() },
    preset: {
      worker: {
        concurrentJobs: HANDS,
        localQueue: { size: 500 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  return {
    add: async (count) => {
      const jobs = Array.from({ length: count }, () => ({ identifier: 'noop', payload: {} }))
      await utils.addJobs(jobs)
    },
    close: async () => {
      await runner.stop()
      await utils.release()
    },
  }
}
