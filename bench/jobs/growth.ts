import { Type } from 'typebox'
import { outside, SYSTEM_ACTOR } from '../../src/platform/context.ts'
import { enqueueMany, job } from '../../src/platform/jobs/job.ts'
import { startWorker } from '../../src/platform/jobs/worker.ts'
import { openBenchHouse, type BenchHouse } from '../bench-house.ts'
import { computeSpread, type Figure, type Job } from '../figure.ts'
import { percentile, measureTimes } from '../timing.ts'

const SMALL = 2_000
const TIMES = 4
const CALLS = 60
const JOBS = 100
const WARM_UPS = 3
/** The fastest tenth of the calls, so that other load on the machine does not count. */
const FASTEST = 0.1
const PAYLOAD = Type.Object({})

/** What is timed at two sizes, in milliseconds, each time after the house has grown. */
interface Growing {
  name: string
  goal: string
  measure(own: BenchHouse): Promise<number>
}

const GROWING: readonly Growing[] = [
  { name: 'read by id', goal: '≤ 0.05', measure: readById },
  {
    name: 'list page of 100',
    goal: '≤ 0.05',
    measure: (own) => measureFastest(own, () => '/v1/submissions?limit=100'),
  },
  { name: 'jobs worked off while others wait', goal: '≤ 0.05', measure: workOff },
]

/** How times grow with the rows, as the exponent of a power law: 0 not at all, 1 in proportion. */
export const growthJob: Job = {
  name: 'growth',
  meaning: `exponents from ${SMALL.toLocaleString('en')} to ${(TIMES * SMALL).toLocaleString('en')} submissions of one environment, with as many jobs that wait for a later time`,
  run: async (rounds) => {
    const own = await openBenchHouse({ WORKER_CONCURRENCY: '10' })
    try {
      await grow(own, SMALL)
      const small = await measureAll(own, rounds)
      await grow(own, (TIMES - 1) * SMALL)
      const large = await measureAll(own, rounds)
      return GROWING.map((growing, at) => buildSlopeFigure(growing, small[at]!, large[at]!))
    } finally {
      await own.close()
    }
  },
}

function buildSlopeFigure({ name, goal }: Growing, small: number[], large: number[]): Figure {
  const slopes = large.map((ms, round) => Math.log(ms / small[round]!) / Math.log(TIMES))
  const ours = computeSpread(slopes)
  return {
    name,
    unit: 'slope',
    goal,
    ours,
    rounds: slopes.length,
    limit: null,
    ratio: null,
    cpuMicros: null,
  }
}

/** The times of each operation, one of each round. */
async function measureAll(own: BenchHouse, rounds: number): Promise<number[][]> {
  const times: number[][] = GROWING.map(() => [])
  // In the first rounds code, caches and plans are still cold.
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    for (const [at, { measure }] of GROWING.entries()) {
      const ms = await measure(own)
      if (round >= 0) times[at]!.push(ms)
    }
  }
  return times
}

/** Copies of a submission, and jobs that are due tomorrow. */
async function grow({ pool, environmentId, post }: BenchHouse, count: number): Promise<void> {
  const { data } = await post('/v1/submissions', { name: 'Harbor Street Deli' })
  await pool.query(
    `insert into submissions (environment_id, id, name, source, created_at)
     select environment_id, gen_random_uuid(), name, source, created_at - n * interval '1 minute'
     from submissions, generate_series(1, $2) as n where id = $1`,
    [data.id, count],
  )
  await pool.query(
    `insert into jobs (environment_id, id, kind, payload, run_at)
     select $1, gen_random_uuid(), 'bench-noop', '{}', now() + interval '1 day'
     from generate_series(1, $2)`,
    [environmentId, count],
  )
  await pool.query('vacuum analyze submissions, jobs')
}

async function readById(own: BenchHouse): Promise<number> {
  const { rows } = await own.pool.query<{ id: string }>(
    'select id from submissions order by random() limit $1',
    [CALLS],
  )
  return measureFastest(own, (at) => `/v1/submissions/${rows[at]!.id}`)
}

async function measureFastest({ get }: BenchHouse, path: (at: number) => string): Promise<number> {
  return percentile(await measureTimes(CALLS, (at) => get(path(at))), FASTEST)
}

async function workOff({ house, environmentId }: BenchHouse): Promise<number> {
  let left = JOBS
  let end = (): void => {}
  const noop = job('bench-noop', PAYLOAD, async (work) => {
    await work.commit(async () => {})
    left -= 1
    if (left === 0) end()
  })
  const environment = { id: environmentId, tenantId: '', mode: 'test' as const }
  const base = outside({ house, environment, actor: SYSTEM_ACTOR, requestId: 'bench' })
  const payloads = Array.from({ length: JOBS }, () => ({}))
  await base.transaction((ctx) =>
    enqueueMany(
      ctx,
      noop,
      payloads.map((payload) => ({ payload })),
    ),
  )
  const startedAt = performance.now()
  const ended = new Promise<void>((resolve) => (end = resolve))
  const worker = startWorker(house, [noop])
  house.wakeWorkers = worker.wake
  await ended
  const ms = performance.now() - startedAt
  await worker.stop(1000)
  house.wakeWorkers = () => {}
  return ms
}
