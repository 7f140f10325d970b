import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../src/config.ts'
import { startPostgres } from '../src/platform/postgres/launch.ts'
import { isAlive } from '../src/platform/postgres/processes.ts'
import { findFreePort } from './free-port.ts'

/** How a process ended. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The real service in a process of its own. */
export interface ServiceProcess {
  pid: number
  /** From the spawn to the first response of /health. */
  startMs: number
  ended: Promise<Exit>
  /** What it printed, for the message of a failure. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<Exit>
}

export interface StartOptions {
  settings?: Record<string, string>
  /** The command that serves: by default this Node on `src/main.ts start`. */
  command?: string[]
}

/** A copy of the service on a data directory and a port of its own, started as often as needed. */
export interface ServiceCopy {
  url: string
  dataDir: string
  start(options?: StartOptions): Promise<ServiceProcess>
  /** The key of the first tenant's test environment; there is one after the first start. */
  readKey(): string
  /** Ends what still runs of it, its database as well, and removes the data. */
  remove(): Promise<void>
}

const ROOT = `${import.meta.dirname}/..`
/** On a machine that is busy with much else, a start takes minutes. */
const START_TIMEOUT_MS = 240_000
const POLL_MS = 5
const MAIN = [process.execPath, `${ROOT}/src/main.ts`]
const COMMAND = [...MAIN, 'start']
/** What a worker alone prints when it has begun; it has no address to look at. */
const WORKER_READY = 'Assay worker is at work.'

/** Makes the place for a copy; nothing runs yet. */
export async function makeServiceCopy(settings: Record<string, string> = {}): Promise<ServiceCopy> {
  await removeLeftovers()
  const folder = await mkdtemp(join(tmpdir(), `assay-copy-${process.pid}-`))
  const dataDir = join(folder, 'data')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const started: ServiceProcess[] = []
  const own = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', NODE_ENV: 'test' }
  return {
    url,
    dataDir,
    start: async (options = {}) => {
      const environment = childEnvironment({ ...own, ...settings, ...options.settings })
      const command = options.command ?? COMMAND
      const service = await startProcess(command, environment, () => respondsAt(url))
      started.push(service)
      return service
    },
    readKey: () => JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')).test_key,
    remove: async () => {
      await Promise.all(started.map((service) => service.kill('SIGKILL')))
      await removeCopy(folder)
    },
  }
}

/** A further process on a data folder and a database that somebody else keeps. */
export async function startService(
  settings: Record<string, string>,
  nodeFlags: string[] = [],
): Promise<{ url: string; service: ServiceProcess }> {
  const [node, ...args] = COMMAND as [string, ...string[]]
  return startAtFreePort(settings, [node, ...nodeFlags, ...args])
}

/** The API alone, on a database that somebody else keeps. */
export async function startApi(
  settings: Record<string, string>,
): Promise<{ url: string; service: ServiceProcess }> {
  return startAtFreePort(settings, [...MAIN, 'api'])
}

async function startAtFreePort(
  settings: Record<string, string>,
  command: string[],
): Promise<{ url: string; service: ServiceProcess }> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const environment = childEnvironment({ LOG_LEVEL: 'error', ...settings, PORT: String(port) })
  return { url, service: await startProcess(command, environment, () => respondsAt(url)) }
}

/** A worker alone, on a database that somebody else keeps. */
export function startWorker(settings: Record<string, string>): Promise<ServiceProcess> {
  const environment = childEnvironment({ LOG_LEVEL: 'error', ...settings })
  const isReady = async (output: string): Promise<boolean> => output.includes(WORKER_READY)
  return startProcess([...MAIN, 'worker'], environment, isReady)
}

/** The copies of runs that were killed themselves. */
async function removeLeftovers(): Promise<void> {
  for (const name of globSync('assay-copy-*', { cwd: tmpdir() })) {
    // assay-copy-4242-Xy12ab
    const pid = Number(name.split('-')[2])
    const folder = join(tmpdir(), name)
    if (!(await isAlive(pid)) && (await claim(folder))) await removeCopy(folder)
  }
}

/** Whether this process removes the folder; of two that find one at the same time, one does. */
async function claim(folder: string): Promise<boolean> {
  const mark = join(folder, 'removed-by')
  try {
    await writeFile(mark, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const remover = Number(await readFile(mark, 'utf8').catch(() => process.pid))
    return !(await isAlive(remover))
  }
}

/** Starting its database finds it, whether it runs or not; then it can be stopped. */
async function removeCopy(folder: string): Promise<void> {
  const dataDir = join(folder, 'data', 'postgres')
  // An interrupted removal leaves a folder without a database.
  if (existsSync(join(dataDir, 'PG_VERSION')))
    await (await startPostgres({ dataDir, log: () => {} })).stop()
  await rm(folder, { recursive: true, force: true })
}

async function startProcess(
  command: string[],
  env: Record<string, string>,
  isReady: (output: string) => Promise<boolean>,
): Promise<ServiceProcess> {
  const [program, ...args] = command as [string, ...string[]]
  const startedAt = performance.now()
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<Exit>((resolve) => {
    child.on('error', (error) => (output += error.message))
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  if (!(await waitUntilReady(child, () => isReady(output)))) {
    child.kill('SIGKILL')
    throw new Error(`The service does not start:\n${output}`)
  }
  return {
    pid: child.pid!,
    startMs: performance.now() - startedAt,
    ended,
    output: () => output,
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** False when it ended, or was not ready in time. */
async function waitUntilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
): Promise<boolean> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    // A fault may strike this early; its test reads the end from `ended`.
    if (child.signalCode === 'SIGKILL') return true
    if (child.exitCode !== null || child.signalCode !== null) return false
    if (await isReady()) return true
    await sleep(POLL_MS)
  }
  return false
}

async function respondsAt(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health`).catch(() => null)
  return response?.ok === true && (await isHealthy(response))
}

async function isHealthy(response: Response): Promise<boolean> {
  const { data } = (await response.json()) as { data?: { status?: string } }
  return data?.status === 'ok'
}
