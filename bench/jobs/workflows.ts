import { JOBS } from '../../src/jobs.ts'
import { startWorker, type Worker } from '../../src/platform/jobs/worker.ts'
import { openBenchHouse, type BenchHouse } from '../bench-house.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'
import { settle } from '../queue.ts'
import { openCounts, type Counts } from '../sent.ts'
import { watchStatements } from '../statement-times.ts'
import { percentile } from '../timing.ts'
import { copyWaitingRun } from '../waiting-runs.ts'

const NODES = 10
const RUNS = 40
const AT_ONCE = 400
const WAITING = 10_000
const POLL_MS = 2
const GRACE_MS = 10_000

const ONE: Target = { name: `a run of ${NODES} nodes, p50`, unit: 'ms', goal: '≤ 150 ms' }
const MANY: Target = { name: `runs of ${NODES} nodes`, unit: 'per s', goal: '≥ 200 per s' }
const WOKEN: readonly Target[] = [
  { name: '10,000 waiting runs, from an event to their ends', unit: 's', goal: '≤ 30 s' },
  { name: 'the longest statement meanwhile', unit: 'ms', goal: '≤ 100 ms' },
]

/** All that is measured is inside of the service: no node calls out. */
export const workflowsJob: Job = {
  name: 'workflows',
  meaning: `a run of ${NODES} nodes from its start to its end, with a worker that has nothing else to do; ${AT_ONCE} of them that wait for a worker, with the statements and commits of each; ${WAITING.toLocaleString('en')} runs that wait for one event`,
  run: async (rounds) => {
    const bench = await openBenchHouse({}, { isCounting: true })
    const counts = await openCounts(bench.pool)
    try {
      const ten = await makeWorkflow(bench, 'Ten', tenNodes())
      return [
        ...(await compare([ONE], { rounds, ours: () => measureOne(bench, ten) })),
        ...(await compare([MANY], { rounds, ours: () => measureMany({ bench, counts }, ten) })),
        ...(await compare(WOKEN, { rounds: 1, ours: () => measureWake(bench) })),
      ]
    } finally {
      await bench.close()
    }
  },
}

async function withWorker<T>({ house }: BenchHouse, work: () => Promise<T>): Promise<T> {
  const worker: Worker = startWorker(house, JOBS)
  house.wakeWorkers = worker.wake
  try {
    return await work()
  } finally {
    house.wakeWorkers = () => {}
    await worker.stop(GRACE_MS)
  }
}

/** Each reads or changes a deal, decides, or computes. */
function tenNodes(): object[] {
  const tags = ['one', 'two', 'three', 'four']
  return [
    { id: 'deal', type: 'get_submission' },
    { id: 'named', type: 'condition', config: { expression: 'submission.name != ""' } },
    ...tags.map((tag) => ({ id: `tag_${tag}`, type: 'add_tag', config: { tag } })),
    { id: 'kept', type: 'set_variable', config: { name: 'name', value: '{{ submission.name }}' } },
    { id: 'sum', type: 'transform', config: { fields: { shown: '{{ vars.name }}' } } },
    { id: 'note', type: 'create_note', config: { text: 'Seen {{ nodes.sum.shown }}' } },
    { id: 'grade', type: 'update_submission', config: { metadata: { seen: true } } },
  ]
}

async function makeWorkflow(
  { post }: BenchHouse,
  name: string,
  nodes: readonly object[],
): Promise<string> {
  const { data } = await post('/v1/workflows', { name, trigger: { type: 'manual' }, nodes })
  await post(`/v1/workflows/${data.id}/activate`, {})
  return data.id
}

async function start({ post }: BenchHouse, workflow_id: string): Promise<string> {
  const { data: deal } = await post('/v1/submissions', { name: 'Harbor Street Deli' })
  const body = { workflow_id, submission_id: deal.id }
  return (await post('/v1/workflows/start', body)).data.id
}

/** From the row of the run to its end, by the clock of the database. */
async function measureOne(bench: BenchHouse, workflow: string): Promise<Measured[]> {
  const times: number[] = []
  await withWorker(bench, async () => {
    while (times.length < RUNS) times.push(await follow(bench, await start(bench, workflow)))
    await settle(bench.pool)
  })
  return [{ value: percentile(times, 0.5) }]
}

async function follow({ pool }: BenchHouse, id: string): Promise<number> {
  for (;;) {
    const { rows } = await pool.query(
      `select r.status, extract(epoch from r.finished_at - r.created_at) * 1000 as ms, (
           select count(*)::integer from workflow_steps s
           where s.environment_id = r.environment_id and s.run_id = r.id and s.status = 'succeeded'
         ) as steps
       from workflow_runs r where r.id = $1`,
      [id],
    )
    const { status, steps, ms } = rows[0]
    if (status === 'succeeded' && steps === NODES) return Number(ms)
    if (status === 'failed') throw new Error(`The run ${id} has failed`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The runs are there before the worker; what it ends in a second. */
async function measureMany(
  { bench, counts }: { bench: BenchHouse; counts: Counts },
  workflow: string,
): Promise<Measured[]> {
  for (let at = 0; at < AT_ONCE; at += 1) await start(bench, workflow)
  await counts.take(AT_ONCE)
  const startedAt = performance.now()
  await withWorker(bench, () => waitForEnds(bench))
  const value = (AT_ONCE * 1000) / (performance.now() - startedAt)
  return [{ value, sent: await counts.take(AT_ONCE) }]
}

async function waitForEnds({ pool }: BenchHouse): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      'select 1 from workflow_runs where finished_at is null limit 1',
    )
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function measureWake(bench: BenchHouse): Promise<Measured[]> {
  const timeout = { value: 1, unit: 'days' }
  const nodes = [
    { id: 'wait', type: 'wait_for_event', config: { event_type: 'submission.created', timeout } },
    { id: 'kept', type: 'set_variable', config: { name: 'woken', value: true } },
  ]
  const workflow_id = await makeWorkflow(bench, 'Waits', nodes)
  const { data } = await bench.post('/v1/workflows/start', { workflow_id })
  await withWorker(bench, () => settle(bench.pool))
  await copyWaitingRun(bench.pool, data.id, WAITING - 1)
  const times = watchStatements(bench.house.database.pool)
  const startedAt = performance.now()
  await withWorker(bench, async () => {
    await bench.post('/v1/submissions', { name: 'What they waited for' })
    await waitForEnds(bench)
  })
  const seconds = (performance.now() - startedAt) / 1000
  times.stop()
  await requireWoken(bench, workflow_id)
  return [{ value: seconds }, { value: times.longestMs() }]
}

async function requireWoken({ pool }: BenchHouse, workflow: string): Promise<void> {
  const { rows } = await pool.query(
    `select count(*)::integer as woken from workflow_runs
     where workflow_id = $1 and status = 'succeeded' and output = '{"woken": true}'`,
    [workflow],
  )
  if (rows[0].woken !== WAITING) throw new Error(`${rows[0].woken} of ${WAITING} runs were woken`)
}
