import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { dataDirAsSeen, SERVER_ENVIRONMENT, type Cluster } from './cluster.ts'
import { readOrNull } from './files.ts'
import { isAlive, signal } from './processes.ts'
import type { Settings } from './settings.ts'

const POLL_MS = 10
/** A fast shutdown takes tenths of a second; one that hangs is cut short, without a checkpoint. */
const STOP_TIMEOUT_MS = 10_000
/** Of the pid file, whose lines PostgreSQL documents. */
const STATUS_LINE = 7
const LOG_BYTES_MAX = 1_000_000

/** The process id of the server that runs on a data directory, or null. */
export async function findPostmaster(dataDir: string): Promise<number | null> {
  const pid = await readPid(dataDir)
  return pid && (await isAlive(pid, 'postgres')) ? pid : null
}

/** Whether the server on a data directory says that it takes connections. */
export async function isReady(dataDir: string): Promise<boolean> {
  return (await readOrNull(pidFile(dataDir)))?.split('\n')[STATUS_LINE]?.trim() === 'ready'
}

/** Null too while a server that is just starting has made its file and not yet written it. */
async function readPid(dataDir: string): Promise<number | null> {
  const text = await readOrNull(pidFile(dataDir))
  return Number(text?.split('\n')[0]) || null
}

function pidFile(dataDir: string): string {
  return join(dataDir, 'postmaster.pid')
}

/**
 * Starts a server and returns its process id as soon as it is spawned, not when it is ready. It
 * leads a session of its own: Ctrl-C at our terminal must not stop it before we are done with it,
 * and it outlives us when we are killed, for the next start to find.
 */
export async function spawnPostmaster(cluster: Cluster, settings: Settings): Promise<number> {
  await removeMisleadingPidFile(cluster.dataDir)
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const target = await dataDirAsSeen(cluster)
  const log = await openLog(cluster)
  const child = spawn(join(cluster.binaries, 'bin', 'postgres'), ['-D', target, ...options], {
    ...cluster.account,
    cwd: cluster.dataDir,
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  try {
    await once(child, 'spawn')
  } finally {
    await log.close()
  }
  child.unref()
  return child.pid!
}

/**
 * A killed server leaves its pid file. PostgreSQL sees through it unless the number has passed to
 * another process meanwhile, as it soon does in a container: then it refuses to start.
 */
async function removeMisleadingPidFile(dataDir: string): Promise<void> {
  const pid = await readPid(dataDir)
  if (pid && signal(pid, 0) && !(await isAlive(pid, 'postgres'))) await rm(pidFile(dataDir))
}

async function openLog({ dataDir, account }: Cluster): Promise<FileHandle> {
  const log = await open(logFile(dataDir), 'a', 0o600)
  if ((await log.stat()).size > LOG_BYTES_MAX) await log.truncate()
  if (account) await chown(logFile(dataDir), account.uid, account.gid)
  return log
}

function logFile(dataDir: string): string {
  return join(dataDir, 'server.log')
}

/** The last lines a server logged, to explain why it did not start. */
export async function readLogTail(dataDir: string): Promise<string> {
  const text = (await readOrNull(logFile(dataDir))) ?? ''
  return text.trimEnd().split('\n').slice(-8).join('\n')
}

/** Stops the server, rolling back what is open, and returns when it is gone. */
export async function stopPostmaster({ dataDir, binaries }: Cluster): Promise<void> {
  const pid = await findPostmaster(dataDir)
  if (!pid) return
  if (process.platform === 'win32') {
    const pgCtl = join(binaries, 'bin', 'pg_ctl.exe')
    await promisify(execFile)(pgCtl, ['stop', '-D', dataDir, '-m', 'fast'])
    return
  }
  signal(pid, 'SIGINT')
  if (await hasStopped(dataDir, pid)) return
  signal(pid, 'SIGQUIT')
  if (await hasStopped(dataDir, pid)) return
  throw new Error(`PostgreSQL (process ${pid}) does not stop`)
}

async function hasStopped(dataDir: string, pid: number): Promise<boolean> {
  const deadline = performance.now() + STOP_TIMEOUT_MS
  while (performance.now() < deadline) {
    if ((await findPostmaster(dataDir)) !== pid) return true
    await sleep(POLL_MS)
  }
  return false
}
