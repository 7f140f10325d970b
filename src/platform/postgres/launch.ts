import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ConfigError } from '../../config.ts'
import { serverAccount } from './account.ts'
import { locateBinaries } from './binaries.ts'
import { createCluster, type Cluster } from './cluster.ts'
import { findEndpoint, type Endpoint } from './endpoint.ts'
import { hasCode } from './files.ts'
import {
  findPostmaster,
  isReady,
  readLogTail,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts'
import { isAlive, signal } from './processes.ts'
import { sizeServer, type Settings } from './settings.ts'

/** What to start. */
export interface PostgresOptions {
  /** Made when missing. One server runs on it, however many processes need one. */
  dataDir: string
  log: (line: string) => void
  /** What a new data directory begins as a copy of, where that is there. */
  template?: string
  /** Settings over those of `sizeServer`, such as less durability for tests. */
  settings?: Settings
  /** Called at each spawn of the server, which then is on its way without us. */
  onSpawned?: () => void
}

/** A server that runs until every process that started it has stopped it. */
export interface RunningPostgres {
  /** A superuser's; roles and databases are for the caller to make. */
  connectionString: string
  /** Stops the server when we were its last user, and returns when it is gone. */
  stop(): Promise<void>
}

interface Launch {
  cluster: Cluster
  endpoint: Endpoint
  settings: Settings
  log: (line: string) => void
  onSpawned: () => void
}

const POLL_MS = 10
/** Longer than any crash recovery within `max_wal_size` takes. */
const START_TIMEOUT_MS = 120_000
/** A server that is ready responds at once; one that does not listens elsewhere, or hangs. */
const SILENCE_MS_MAX = 1_000
const SPAWNS_MAX = 5
/** A dead server's backends may hold its memory for a moment; no new server starts meanwhile. */
const SPAWN_AGAIN_MS = 300
/** Between rounds of starting a server that was lost and does not start. */
const RECONNECT_MS = 1_000
/** Each user of a server holds this lock shared, so who gets it alone is the last one. */
const USERS_LOCK = 4_737_001

/**
 * Runs the PostgreSQL from npm on a data directory, made on first use, and returns when it accepts
 * connections.
 * A server that runs there already is adopted: one that outlived a killed process, or one that
 * another process started. One that dies is started again. Throws, with the end of its log, when
 * it does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const launch = await prepare(options)
  const user = new ServerUser(launch)
  await user.connect()
  const { connectionString } = launch.endpoint
  return { connectionString, stop: () => user.leave() }
}

async function prepare(options: PostgresOptions): Promise<Launch> {
  const { log, settings, template, onSpawned = () => {} } = options
  const dataDir = resolve(options.dataDir)
  const account = await serverAccount(dataDir)
  const cluster = { dataDir, account, binaries: await locateBinaries(account), template }
  if (await createCluster(cluster)) log(`made a PostgreSQL data directory in ${dataDir}`)
  const endpoint = await findEndpoint(dataDir, account)
  return {
    cluster,
    endpoint,
    settings: { ...sizeServer(readMemory()), ...settings, ...endpoint.settings },
    log,
    onSpawned,
  }
}

/** Of the machine, or what a container may use of it. */
function readMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(totalmem(), limit) : totalmem()
}

/**
 * Our use of a server: one connection, kept open. It counts us among the users, which the system
 * undoes by itself when we are killed, and it is known at once when the server is lost.
 */
class ServerUser {
  #launch: Launch
  #connection: Promise<Client> | null = null
  #isLeaving = false

  constructor(launch: Launch) {
    this.#launch = launch
  }

  async connect(): Promise<void> {
    this.#connection = connectOrStart(this.#launch)
    const client = await this.#connection
    client.once('end', () => {
      if (!this.#isLeaving) void this.#reconnect()
    })
  }

  /** Until it is there: a disk that is full now may have space in an hour. */
  async #reconnect(): Promise<void> {
    this.#launch.log('lost PostgreSQL; starting it again')
    while (!this.#isLeaving) {
      try {
        return await this.connect()
      } catch (error) {
        this.#launch.log(`PostgreSQL does not start: ${String(error)}`)
        await sleep(RECONNECT_MS)
      }
    }
  }

  async leave(): Promise<void> {
    if (this.#isLeaving) return
    this.#isLeaving = true
    const client = await this.#connection?.catch(() => null)
    const isLast = !client || (await isLastUser(client))
    await client?.end()
    if (isLast) await stopPostmaster(this.#launch.cluster)
  }
}

/** A server that no longer responds is of use to nobody, so its last user may be anyone. */
async function isLastUser(client: Client): Promise<boolean> {
  try {
    await client.query('SELECT pg_advisory_unlock_shared($1)', [USERS_LOCK])
    const result = await client.query('SELECT pg_try_advisory_lock($1) AS alone', [USERS_LOCK])
    return result.rows[0].alone
  } catch {
    return true
  }
}

/**
 * One loop for every case: connect; while nothing responds and no server runs, spawn one. A server
 * found, one still recovering, and a race lost to another process differ only in the way through.
 */
async function connectOrStart(launch: Launch): Promise<Client> {
  const { dataDir } = launch.cluster
  const deadline = performance.now() + START_TIMEOUT_MS
  let spawned: { pid: number; at: number } | null = null
  let spawnsLeft = SPAWNS_MAX
  let readySince = Infinity
  while (performance.now() < deadline) {
    const client = await tryConnect(launch.endpoint)
    if (client) return client
    readySince = (await isReady(dataDir)) ? Math.min(readySince, performance.now()) : Infinity
    if (performance.now() - readySince > SILENCE_MS_MAX) break
    const isRunning = (await findPostmaster(dataDir)) ?? (spawned && (await isAlive(spawned.pid)))
    const isTooSoon = spawned && performance.now() - spawned.at < SPAWN_AGAIN_MS
    if (isRunning || isTooSoon) {
      await sleep(POLL_MS)
      continue
    }
    if (spawnsLeft === 0) break
    spawnsLeft -= 1
    spawned = { pid: await spawnPostmaster(launch.cluster, launch.settings), at: performance.now() }
    launch.onSpawned()
  }
  if (spawned) signal(spawned.pid, 'SIGQUIT')
  const pid = await findPostmaster(dataDir)
  if (pid !== null && pid !== spawned?.pid) throw silentServer(pid, dataDir)
  const tail = await readLogTail(dataDir)
  const reason = tail.split('\n').findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? ''
  throw new Error(`PostgreSQL does not start in ${dataDir}: ${reason}\n${tail}`)
}

function silentServer(pid: number, dataDir: string): ConfigError {
  return new ConfigError([
    `DATA_DIR: process ${pid} runs PostgreSQL on ${dataDir} and does not respond: stop that process and start again, or set DATA_DIR to another folder.`,
  ])
}

/** Null while nothing responds, or the server is still starting or already stopping. */
async function tryConnect({ connectionString }: Endpoint): Promise<Client | null> {
  const client = new Client({ connectionString, application_name: 'assay launcher' })
  // A lost connection is reported by `end` too; an `error` nobody listens to would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [USERS_LOCK])
    return client
  } catch (error) {
    const CANNOT_CONNECT_NOW = '57P03'
    if (hasCode(error, 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', CANNOT_CONNECT_NOW))
      return null
    throw error
  }
}
