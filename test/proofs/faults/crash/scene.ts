import { startService, type ServiceProcess } from '../../../../scripts/service-process.ts'
import { JOBS } from '../../../../src/jobs.ts'
import { armFault } from '../../../../src/platform/faults.ts'
import { startWorker } from '../../../../src/platform/jobs/worker.ts'
import {
  buildForm,
  openTestHouse,
  type Caller,
  type CallOptions,
  type TestResponse,
  type TestHouse,
  type TestTenant,
} from '../../../context.ts'
import { startReceiver, type StartedReceiver } from '../../../fakes/receiver.ts'

/**
 * A house that survives, in this process, and the database and files it shares with the processes
 * that are killed. Its worker works only on request.
 */
export interface CrashScene {
  house: TestHouse
  /** All that were made. */
  tenants: readonly TestTenant[]
  receiver: StartedReceiver
  makeTenant(): Promise<TestTenant>
  /** Does all that is due, taking over at once what a dead process held. */
  recover(): Promise<void>
  close(): Promise<void>
}

const LEASE = { LEASE_SECONDS: '1' }
const GRACE_MS = 5_000

export async function openCrashScene(): Promise<CrashScene> {
  const receiver = await startReceiver()
  const house = await openTestHouse(LEASE, { worker: false })
  const tenants: TestTenant[] = []
  return {
    house,
    tenants,
    receiver,
    makeTenant: async () => {
      tenants.push(await house.tenant())
      return tenants.at(-1)!
    },
    recover: () => recover(house),
    close: async () => {
      await house.close()
      receiver.close()
    },
  }
}

/** As if the time of all leases had passed. */
async function recover(house: TestHouse): Promise<void> {
  const { pool } = house.house.database
  await pool.query(`update jobs set lease_until = now() where state = 'running'`)
  await pool.query(`update idempotency_keys set lease_until = now() where state = 'started'`)
  const worker = startWorker(house.house, JOBS)
  house.house.wakeWorkers = worker.wake
  await house.settle()
  house.house.wakeWorkers = () => {}
  await worker.stop(GRACE_MS)
}

/** The points that this work passes, in order, by their full names. */
export async function recordPoints(work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = []
  armFault({ point: '*', effect: 'note', at: 1 }, (name) => void names.push(name))
  try {
    await work()
  } finally {
    armFault(null)
  }
  return names
}

/** A further process on the scene's database and files, such as one that dies at a point. */
export async function startSecondProcess(
  { house }: CrashScene,
  settings: Record<string, string>,
  nodeFlags: string[] = [],
): Promise<{ url: string; service: ServiceProcess }> {
  const { config, house: open } = house
  const shared = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: open.database.pool.options.connectionString!,
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    RATE_LIMIT_PER_SECOND: '0',
    WORKER_POLL_MS: '50',
    PARSER_PROCESSES: '1',
    NODE_ENV: 'test',
    ...LEASE,
  }
  return startService({ ...shared, ...settings }, nodeFlags)
}

/** Calls a process over the wire; null when it died before its response. */
export function wireCaller(url: string, key: string): Caller {
  const call = async (
    method: string,
    path: string,
    sent: { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  ): Promise<TestResponse> => {
    const headers = { authorization: `Bearer ${key}`, ...sent.headers }
    const response = await fetch(`${url}${path}`, { method, headers, body: sent.body ?? null })
    const raw = Buffer.from(await response.arrayBuffer())
    const { status } = response
    return {
      status,
      headers: Object.fromEntries(response.headers),
      body: JSON.parse(raw.toString() || '{}'),
      raw,
    }
  }
  const withJson =
    (method: string) =>
    (path: string, body?: unknown, options: CallOptions = {}) => {
      if (body === undefined) return call(method, path, options)
      const headers = { 'content-type': 'application/json', ...options.headers }
      return call(method, path, { body: JSON.stringify(body), headers })
    }
  return {
    get: (path, options) => call('GET', path, { ...options }),
    post: withJson('POST'),
    put: withJson('PUT'),
    patch: withJson('PATCH'),
    delete: (path, { body, ...options } = {}) => withJson('DELETE')(path, body, options),
    // oxlint-disable-next-line max-params -- url, files, fields, options as in the other callers
    upload: (path, files, fields, options) => {
      const form = buildForm(files, fields)
      const headers = { ...form.headers, ...options?.headers }
      return call('POST', path, { body: new Uint8Array(form.payload), headers })
    },
  }
}
