import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller, TestTenant } from '../../context.ts'
import {
  openCrashScene,
  startSecondProcess,
  wireCaller,
  type CrashScene,
} from '../faults/crash/scene.ts'
import { moveDatabaseClock } from '../faults/clock/move-database.ts'
import type { Proof, Trial } from '../proof.ts'

const COUNT = { full: 20, reduced: 1 }
const ENDINGS = { full: ['SIGTERM', 'SIGKILL'], reduced: ['SIGTERM'] } as const
/** How far the clocks are ahead after each restart; the approvals wait three days. */
const AHEAD_HOURS = { full: [71, 73], reduced: [73] }
const TIMEOUT_HOURS = 72
const HOUR_MS = 3_600_000
/** Longer than a worker takes to find what is due. */
const QUIET_MS = 2_000
const LOOKS = 400
const LOOK_MS = 50

const NODES = [
  {
    id: 'ok',
    type: 'approval',
    config: { title: 'Send the offer?', assignees: ['owner'], timeout: { value: 3, unit: 'days' } },
  },
  ...['approved', 'rejected', 'timeout'].map((port) => ({
    id: port,
    type: 'create_note',
    config: { text: `The offer: ${port}` },
  })),
]
const EDGES = ['approved', 'rejected', 'timeout'].map((port) => ({
  from: 'ok',
  to: port,
  from_port: port,
}))

/** An approval waits while the service is stopped, started again, and its clocks are moved. */
export const workflowWaitsProof: Proof = {
  name: 'workflow-waits',
  isLong: true,
  promise:
    'An approval waits over restarts, and leaves by timeout once its time has passed, not before and not twice',
  tries: 'approvals that wait over restarts and clocks moved three days',
  prove: async (trial) => {
    for (const signal of ENDINGS[trial.size]) {
      const scene = await openCrashScene()
      try {
        await proveWaits(trial, scene, signal)
      } finally {
        await scene.close()
      }
    }
  },
}

async function proveWaits(trial: Trial, scene: CrashScene, signal: NodeJS.Signals): Promise<void> {
  const tenant = await scene.makeTenant()
  const runs = await startRuns(tenant, trial.of(COUNT))
  await during(startSecondProcess(scene, {}), signal, () => waitFor(tenant.test, runs, 'waiting'))
  for (const hours of AHEAD_HOURS[trial.size])
    await during(startAhead(scene, hours), signal, async (url) => {
      if (hours < TIMEOUT_HOURS) return holdWaiting(trial, tenant.test, runs)
      await waitFor(tenant.test, runs, 'succeeded')
      const late = wireCaller(url, tenant.testKey)
      for (const id of runs) await trial.try(id, () => judgeRun(trial, late, id))
    })
}

/** A process ends with what was to happen in its time. */
async function during(
  starting: ReturnType<typeof startSecondProcess>,
  signal: NodeJS.Signals,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const { url, service } = await starting
  try {
    await work(url)
  } finally {
    await service.kill(signal)
  }
}

/** A process whose own clock and whose database's are so far ahead. */
async function startAhead(scene: CrashScene, hours: number): ReturnType<typeof startSecondProcess> {
  await moveDatabaseClock(scene.house.house.database.pool, hours)
  const shift = pathToFileURL(`${import.meta.dirname}/../faults/clock/shift.ts`).href
  const settings = { CLOCK_SHIFT_MS: String(hours * HOUR_MS) }
  return startSecondProcess(scene, settings, ['--import', shift])
}

async function startRuns({ test: caller }: TestTenant, count: number): Promise<string[]> {
  const draft = { name: 'Offers', trigger: { type: 'manual' }, nodes: NODES, edges: EDGES }
  const workflow = (await caller.post('/v1/workflows', draft)).body.data.id
  const active = await caller.post(`/v1/workflows/${workflow}/activate`)
  if (active.status !== 200) throw new Error(JSON.stringify(active.body))
  const runs: string[] = []
  for (let at = 0; at < count; at += 1) {
    const deal = (await caller.post('/v1/submissions', { name: `Oak Bakery ${at}` })).body.data
    const body = { workflow_id: workflow, submission_id: deal.id }
    runs.push((await caller.post('/v1/workflows/start', body)).body.data.id)
  }
  return runs
}

async function waitFor(caller: Caller, runs: readonly string[], status: string): Promise<void> {
  for (const id of runs) {
    let run = await readRun(caller, id)
    for (let look = 0; look < LOOKS && run.status !== status; look += 1) {
      await sleep(LOOK_MS)
      run = await readRun(caller, id)
    }
    if (run.status !== status) throw new Error(`The run ${id} is ${run.status}, not ${status}`)
  }
}

async function holdWaiting(trial: Trial, caller: Caller, runs: readonly string[]): Promise<void> {
  await sleep(QUIET_MS)
  for (const id of runs) {
    const { status } = await readRun(caller, id)
    trial.hold(status === 'waiting', `${id}: an hour before its time the run is ${status}`)
  }
}

/** It left by `timeout`, wrote one note, and nobody decides it any more. */
async function judgeRun(trial: Trial, caller: Caller, id: string): Promise<void> {
  const { steps, submission_id: deal } = await readRun(caller, id)
  const branch = steps.find((step: { node_id: string }) => step.node_id === 'ok').branch
  trial.hold(branch === 'timeout', `${id}: the approval left by ${branch}`)
  const path = `/v1/submissions/${deal}/timeline?types=submission.noted`
  const notes = (await caller.get(path)).body.data
  trial.hold(notes.length > 0, `${id}: no note was written`, 'lost')
  trial.hold(notes.length < 2, `${id}: ${notes.length} notes were written`, 'doubled')
  const approvals = (await caller.get('/v1/approvals?status=expired&limit=100')).body.data
  const own = approvals.find((one: { run_id: string }) => one.run_id === id)
  trial.hold(own !== undefined, `${id}: the approval is not expired`, 'lost')
  const decided = await caller.post(`/v1/approvals/${own?.id}/decide`, { decision: 'approved' })
  const code = decided.body.error?.code
  trial.hold(code === 'already_decided', `${id}: a late decision got ${decided.status} ${code}`)
}

// oxlint-disable-next-line typescript/no-explicit-any -- a body as it came over the wire
async function readRun(caller: Caller, id: string): Promise<any> {
  return (await caller.get(`/v1/workflow-executions/${id}`)).body.data
}
