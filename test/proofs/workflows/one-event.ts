import { startWorker, type ServiceProcess } from '../../../scripts/service-process.ts'
import { START_WORKFLOWS } from '../../../src/events.ts'
import type { TestTenant } from '../../context.ts'
import { openCrashScene, type CrashScene } from '../faults/crash/scene.ts'
import type { Proof, Trial } from '../proof.ts'

const WORKFLOWS = { full: 100, reduced: 10 }
const WORKERS = { full: 8, reduced: 2 }
const EVENTS = { full: 10, reduced: 1 }
const SETTLE_MS = 120_000

/** An event that many workflows look for, while many workers are at work and all of them get it. */
export const workflowEventsProof: Proof = {
  name: 'workflow-events',
  isLong: true,
  promise:
    'An event starts one run of each workflow that looks for it, whichever workers get it and however often',
  tries: 'runs that an event begins',
  prove: async (trial) => {
    const scene = await openCrashScene()
    const workers: ServiceProcess[] = []
    try {
      const tenant = await scene.makeTenant()
      await makeWorkflows(tenant, trial.of(WORKFLOWS))
      for (let at = 0; at < trial.of(WORKERS); at += 1) workers.push(await startAt(scene))
      for (let at = 0; at < trial.of(EVENTS); at += 1) await proveEvent(trial, scene, tenant)
    } finally {
      await Promise.all(workers.map((worker) => worker.kill('SIGKILL')))
      await scene.close()
    }
  },
}

function startAt({ house }: CrashScene): Promise<ServiceProcess> {
  const { config, house: open } = house
  return startWorker({
    DATA_DIR: config.dataDir,
    DATABASE_URL: open.database.pool.options.connectionString!,
    // All of them together have room on one server.
    DATABASE_CONNECTIONS_MAX: '5',
    WORKER_POLL_MS: '50',
    NODE_ENV: 'test',
  })
}

async function makeWorkflows({ test: caller }: TestTenant, count: number): Promise<void> {
  const nodes = [{ id: 'note', type: 'create_note', config: { text: 'Seen' } }]
  for (let at = 0; at < count; at += 1) {
    const draft = { name: `Workflow ${at}`, trigger: { type: 'submission_created' }, nodes }
    const { id } = (await caller.post('/v1/workflows', draft)).body.data
    await caller.post(`/v1/workflows/${id}/activate`)
  }
}

async function proveEvent(trial: Trial, scene: CrashScene, tenant: TestTenant): Promise<void> {
  const { pool } = scene.house.house.database
  const deal = (await tenant.test.post('/v1/submissions', { name: 'Oak Bakery' })).body.data.id
  await repeatEvent(trial, scene, deal)
  await scene.house.settle(SETTLE_MS)
  const { rows } = await pool.query(
    `select w.name, count(r.id)::integer as runs,
       count(*) filter (where r.status = 'succeeded')::integer as succeeded
     from workflows w left join workflow_runs r
       on r.environment_id = w.environment_id and r.workflow_id = w.id and r.submission_id = $1
     group by w.name`,
    [deal],
  )
  trial.tried(rows.length)
  for (const { name, runs, succeeded } of rows) {
    trial.hold(succeeded > 0, `${name} has not run for ${deal}`, 'lost')
    trial.hold(runs < 2, `${name} has ${runs} runs for ${deal}`, 'doubled')
  }
  const noted = await pool.query('select 1 from notes where submission_id = $1', [deal])
  trial.hold(noted.rowCount! >= rows.length, `${noted.rowCount} notes of ${deal}`, 'lost')
  trial.hold(noted.rowCount! <= rows.length, `${noted.rowCount} notes of ${deal}`, 'doubled')
}

/** The job of the event once more for each worker, as if each of them had been handed it. */
async function repeatEvent(trial: Trial, { house }: CrashScene, deal: string): Promise<void> {
  await house.house.database.pool.query(
    `insert into jobs (environment_id, id, kind, payload, run_at)
     select e.environment_id, gen_random_uuid(), $1, jsonb_build_object('eventId', e.id), now()
     from events e, generate_series(1, $2)
     where e.submission_id = $3 and e.type = 'submission.created'`,
    [START_WORKFLOWS.kind, trial.of(WORKERS), deal],
  )
}
