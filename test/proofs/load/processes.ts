import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sumCpuMicros } from '../../../bench/processes.ts'
import { percentile } from '../../../bench/timing.ts'
import { createServiceClient, type ServiceClient } from '../../../scripts/service-client.ts'
import { startApi, startWorker, type ServiceProcess } from '../../../scripts/service-process.ts'
import { connectionStringTo, ensureDatabase } from '../../../src/platform/db/server/connect.ts'
import { startPostgres } from '../../../src/platform/postgres/launch.ts'
import { startReceiver, type StartedReceiver } from '../../fakes/receiver.ts'
import type { Proof, Trial } from '../proof.ts'

const CALLS = { full: 60, reduced: 5 }
/** Calls come at any moment of a poll, so one after the other with a pause of its own. */
const PAUSE_MS_MAX = 400
/** From the response of the API process to the delivery, with two jobs and a call between. */
const PICK_UP_MS_MAX = 50
const ARRIVAL_MS_MAX = 20_000
const SETTLE_MS = { full: 12_000, reduced: 1_000 }
const IDLE_MS = { full: 30_000, reduced: 1_000 }
/** Processor time of one process in a second without work. */
const IDLE_MS_PER_SECOND = 5

/** The API in one process, a worker in another, on one database. */
interface Scene {
  client: ServiceClient
  receiver: StartedReceiver
  processes: Record<'api' | 'worker', ServiceProcess>
  databaseUrl: string
  server: pg.Client
  postmaster: number
}

/** API and worker apart: work passes between them at once, and without work they rest. */
export const processesProof: Proof = {
  name: 'processes',
  isLong: true,
  promise:
    'A worker of another process begins a job within 50 ms, also after its connection was lost, and processes without work cost 5 ms a second at most',
  tries: 'calls to one process whose event another delivers',
  prove: async (trial) => {
    await inScene(async (scene) => {
      await measureCalls(trial, scene, 'listening')
      await loseListeners(scene)
      await trial.try('a call just after the loss', () => deliver(scene).then(() => {}))
      await sleep(trial.of(SETTLE_MS))
      await measureCalls(trial, scene, 'listening again')
      await vacuumAll(scene)
      await sleep(trial.of(SETTLE_MS))
      await measureIdle(trial, scene)
    }, trial)
  },
}

async function inScene(use: (scene: Scene) => Promise<void>, trial: Trial): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-processes-'))
  await chmod(folder, 0o755)
  const server = await startPostgres({ dataDir: join(folder, 'postgres'), log: () => {} })
  const databaseUrl = await ensureDatabase(server.connectionString, 'assay')
  const settings = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    RATE_LIMIT_PER_SECOND: '0',
  }
  const api = await startApi(settings)
  const worker = await startWorker(settings)
  const client = createServiceClient(api.url, await readTestKey(settings.DATA_DIR))
  const receiver = await startReceiver()
  const own = new pg.Client({ connectionString: databaseUrl })
  await own.connect()
  const body = { url: receiver.url, events: ['submission.created'] }
  await client.call('POST', '/v1/webhooks', { body })
  const postmaster = await readPostmaster(folder)
  const processes = { api: api.service, worker }
  try {
    await use({ client, receiver, processes, databaseUrl, server: own, postmaster })
  } finally {
    await own.end()
    await client.close()
    receiver.close()
    for (const [name, each] of Object.entries(processes)) {
      const { code } = await each.kill('SIGTERM')
      trial.hold(code === 0, `the ${name} ended with ${code}:\n${each.output()}`)
    }
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function readTestKey(dataDir: string): Promise<string> {
  return JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')).test_key
}

async function readPostmaster(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Milliseconds from the response of a call to the arrival of the event that it caused. */
async function deliver({ client, receiver }: Scene): Promise<number> {
  const { status } = await client.call('POST', '/v1/submissions', { body: { name: 'Trial' } })
  if (status !== 201) throw new Error(`POST /v1/submissions returned ${status}`)
  const respondedAt = performance.now()
  const before = deliveriesSeen.get(receiver) ?? 0
  deliveriesSeen.set(receiver, before + 1)
  while (receiver.received.length <= before) {
    if (performance.now() - respondedAt > ARRIVAL_MS_MAX) throw new Error('no delivery came')
    await sleep(1)
  }
  return performance.now() - respondedAt
}

const deliveriesSeen = new WeakMap<StartedReceiver, number>()

async function measureCalls(trial: Trial, scene: Scene, when: string): Promise<void> {
  const times: number[] = []
  for (let index = 0; index < trial.of(CALLS); index += 1) {
    await trial.try(`call ${index}, ${when}`, async () => void times.push(await deliver(scene)))
    await sleep(trial.random.integer(0, PAUSE_MS_MAX))
  }
  const [median, late] = [0.5, 0.95].map((share) => percentile(times, share))
  const line = `${when}: delivered ${median!.toFixed(0)} ms after the response (p50), ${late!.toFixed(0)} ms (p95)`
  trial.figures.push(line)
  trial.holdTime(median! <= PICK_UP_MS_MAX, line)
}

/** What a restart of the server, or a firewall, does to connections that wait. */
async function loseListeners({ server }: Scene): Promise<void> {
  const { rowCount } = await server.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'assay listener'`)
  if (rowCount !== 1) throw new Error(`${rowCount} processes listened`)
}

/** Else the server does it at a moment of its own: on a new one that is work, once. */
async function vacuumAll({ databaseUrl }: Scene): Promise<void> {
  for (const name of ['postgres', 'template1', 'assay']) {
    const client = new pg.Client({ connectionString: connectionStringTo(databaseUrl, name) })
    await client.connect()
    await client.query('vacuum analyze')
    // What analyzing has written anew.
    await client.query('vacuum')
    await client.end()
  }
}

async function measureIdle(trial: Trial, { processes, postmaster }: Scene): Promise<void> {
  const roots = { api: processes.api.pid, worker: processes.worker.pid, PostgreSQL: postmaster }
  const read = (): number[] => Object.values(roots).map((pid) => sumCpuMicros([pid]))
  const before = read()
  await sleep(trial.of(IDLE_MS))
  const perSecond = read().map((after, at) => (after - before[at]!) / trial.of(IDLE_MS))
  for (const [at, name] of Object.keys(roots).entries()) {
    const line = `${name} without work: ${perSecond[at]!.toFixed(1)} ms of processor a second`
    trial.figures.push(line)
    trial.holdTime(perSecond[at]! <= IDLE_MS_PER_SECOND, line)
  }
}
