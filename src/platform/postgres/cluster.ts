import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../../config.ts'
import { canReach, type ServerAccount } from './account.ts'
import { readMajor } from './binaries.ts'
import { LOOPBACK_FILE, newLoopback, SUPERUSER } from './endpoint.ts'
import { hasCode, lstatOrNull, readOrNull } from './files.ts'
import { isAlive } from './processes.ts'

/** A data directory, and what its server is run with. */
export interface Cluster {
  dataDir: string
  /** The folder with `bin/postgres`. */
  binaries: string
  account: ServerAccount | null
  /** A data directory of the same PostgreSQL to begin as a copy of, where there is one. */
  template?: string | undefined
}

/** What every data directory has in it. */
const VERSION_FILE = 'PG_VERSION'

const run = promisify(execFile)

/** What PostgreSQL gets of our environment: on Windows all, elsewhere no PG* variable. */
export const SERVER_ENVIRONMENT =
  process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' }

/**
 * Makes the data directory unless it exists already; returns whether it was made. It is written
 * beside its place and renamed into it, so a start killed half way leaves no half directory.
 * `--no-sync` saves a second, and a copy is not synced either: a power cut within the first half
 * minute may cost a directory in which nothing was yet.
 */
export async function createCluster(cluster: Cluster): Promise<boolean> {
  if (await isCluster(cluster.dataDir)) return false
  await mkdir(dirname(cluster.dataDir), { recursive: true })
  await removeLeftovers(cluster.dataDir)
  const fresh = { ...cluster, dataDir: `${cluster.dataDir}.new-${process.pid}` }
  await mkdir(fresh.dataDir, { mode: 0o700 })
  if (fresh.account) await chown(fresh.dataDir, fresh.account.uid, fresh.account.gid)
  try {
    if (!(await copyTemplate(fresh))) await initialize(fresh)
  } catch (error) {
    await rm(fresh.dataDir, { recursive: true, force: true })
    throw error
  }
  return moveIntoPlace(fresh.dataDir, cluster.dataDir)
}

/** False when there is nothing yet; throws when what is there is not a data directory of ours. */
export async function isCluster(dir: string): Promise<boolean> {
  const version = await readOrNull(join(dir, VERSION_FILE))
  if (version === null) await refuseOccupied(dir)
  else await refuseOtherMajor(dir, version.trim())
  return version !== null
}

async function refuseOtherMajor(dir: string, version: string): Promise<void> {
  const own = String(await readMajor())
  if (version === own) return
  throw new ConfigError([
    `DATA_DIR: ${dir} is a database of PostgreSQL ${version}, and this copy runs ${own}: ` +
      'start the copy that made it, take a backup, and restore that with another DATA_DIR.',
  ])
}

async function refuseOccupied(dir: string): Promise<void> {
  if (!(await lstatOrNull(dir)) || (await readdir(dir)).length === 0) return
  // Another process may have made it since we looked.
  if ((await readOrNull(join(dir, VERSION_FILE))) !== null) return
  throw new ConfigError([
    `DATA_DIR: ${dir} exists and is not a PostgreSQL data directory: move it away, or set DATA_DIR to another folder.`,
  ])
}

/**
 * The data directory as the server's account sees it. Below a closed folder its path leads nowhere,
 * but the server is started inside it, and that door stays open.
 */
export async function dataDirAsSeen({ account, dataDir }: Cluster): Promise<string> {
  if (await canReach(account, dataDir)) return dataDir
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new ConfigError([
    `DATA_DIR: ${dataDir} cannot be reached by the user who runs PostgreSQL: set DATA_DIR to a folder that it can enter.`,
  ])
}

async function removeLeftovers(dataDir: string): Promise<void> {
  const prefix = `${basename(dataDir)}.new-`
  for (const name of await readdir(dirname(dataDir))) {
    if (!name.startsWith(prefix)) continue
    const pid = Number(name.slice(prefix.length))
    if (pid !== process.pid && (await isAlive(pid))) continue
    await rm(join(dirname(dataDir), name), { recursive: true, force: true })
  }
}

/**
 * False when there is no template, or it cannot be read: it may have been made by another user. On
 * Windows each cluster has a password of its own, and none is copied.
 */
async function copyTemplate({ template, dataDir, account }: Cluster): Promise<boolean> {
  if (template === undefined || process.platform === 'win32') return false
  if ((await lstatOrNull(join(template, VERSION_FILE))) === null) return false
  if (!(await copyDirectory(template, dataDir))) return false
  if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, dataDir])
  return true
}

/** Copies what is in a directory, with its rights; false, and nothing there, when that fails. */
export async function copyDirectory(from: string, to: string): Promise<boolean> {
  try {
    await mkdir(to, { recursive: true, mode: 0o700 })
    await run('cp', ['-Rp', `${from}/.`, to])
    return true
  } catch {
    await rm(to, { recursive: true, force: true })
    await mkdir(to, { mode: 0o700 })
    return false
  }
}

async function initialize(cluster: Cluster): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const options = [...locale, `--username=${SUPERUSER}`, '--no-sync', '--no-instructions']
  if (process.platform === 'win32') return initializeLoopback(cluster, options)
  await runInitdb(cluster, [...options, '--auth=trust'])
}

async function initializeLoopback(cluster: Cluster, options: string[]): Promise<void> {
  const loopback = await newLoopback()
  const passwordFile = `${cluster.dataDir}.password`
  await writeFile(passwordFile, loopback.password, { mode: 0o600 })
  await runInitdb(cluster, [...options, '--auth=scram-sha-256', `--pwfile=${passwordFile}`])
  await rm(passwordFile)
  await writeFile(join(cluster.dataDir, LOOPBACK_FILE), JSON.stringify(loopback))
}

async function runInitdb(cluster: Cluster, options: string[]): Promise<void> {
  const target = await dataDirAsSeen(cluster)
  await run(join(cluster.binaries, 'bin', 'initdb'), ['-D', target, ...options], {
    ...cluster.account,
    cwd: cluster.dataDir,
    env: SERVER_ENVIRONMENT,
  })
}

/** Loses gracefully to another process that made the same directory meanwhile. */
async function moveIntoPlace(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    await rm(from, { recursive: true, force: true })
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return false
    throw error
  }
}
