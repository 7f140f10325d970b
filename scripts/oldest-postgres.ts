import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serverAccount, type ServerAccount } from '../src/platform/postgres/account.ts'
import { isAlive } from '../src/platform/postgres/processes.ts'
import { runTests } from './run-tests.ts'
import type { Outcome } from './run-command.ts'

/** What the README promises. */
const PROMISED = 15
/** The embedded one, which all other tests run on. */
const EMBEDDED = 18
/** From upload to reports and archive: what a statement that a server does not know would break. */
const FILES = ['test/main-job.test.ts']
const RUN_MS_MAX = 60_000
const SETTINGS = {
  listen_addresses: '',
  unix_socket_directories: '.',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_locks_per_transaction: '128',
}

interface Installed {
  major: number
  /** The folder with `initdb` and `pg_ctl`. */
  bin: string
}

/** Runs the main job on the oldest server that is promised, where Debian's package of it is installed. */
export async function runOnOldestPostgres(signal: AbortSignal): Promise<Outcome> {
  const oldest = findOldest()
  if (oldest === undefined) {
    const skipped = `Debian's postgresql-${PROMISED} is not installed, so nothing ran on the oldest server that is promised`
    return { isPassed: true, output: '', skipped }
  }
  const server = await start(oldest).catch((error: Error) => error)
  if (server instanceof Error) {
    const skipped = `PostgreSQL ${oldest.major} is installed and does not start here: ${server.message}`
    return { isPassed: true, output: '', skipped }
  }
  const tests = runTests(FILES, signal, server.url)
  const { isPassed, output } = await tests.finally(() => server.stop())
  if (oldest.major === PROMISED) return { isPassed, output }
  const skipped = `the main job ran on PostgreSQL ${oldest.major}; ${PROMISED} is promised and not installed`
  return { isPassed, output, skipped }
}

function findOldest(): Installed | undefined {
  return globSync('/usr/lib/postgresql/*/bin/pg_ctl')
    .map((path) => ({ major: Number(path.split('/')[4]), bin: path.slice(0, -'/pg_ctl'.length) }))
    .filter(({ major }) => major >= PROMISED && major < EMBEDDED)
    .toSorted((one, other) => one.major - other.major)[0]
}

async function start({ bin }: Installed): Promise<{ url: string; stop(): Promise<void> }> {
  await removeLeftovers(bin)
  const folder = await mkdtemp(join(tmpdir(), `assay-oldest-${process.pid}-`))
  const account = await serverAccount(folder)
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
  const dataDir = join(folder, 'data')
  const run = runner(bin, account, folder)
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  const options = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  const log = ['-l', join(folder, 'log')]
  try {
    await run('initdb', ['-D', dataDir, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale])
    await run('pg_ctl', ['start', '-w', '-D', dataDir, ...log, '-o', options.join(' ')])
  } catch (error) {
    await stop(bin, folder)
    throw error
  }
  const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(dataDir)}`
  return { url, stop: () => stop(bin, folder) }
}

/** The servers and data of runs that were killed. */
async function removeLeftovers(bin: string): Promise<void> {
  for (const name of globSync('assay-oldest-*', { cwd: tmpdir() })) {
    // assay-oldest-4242-Xy12ab
    if (!(await isAlive(Number(name.split('-')[2])))) await stop(bin, join(tmpdir(), name))
  }
}

async function stop(bin: string, folder: string): Promise<void> {
  const run = runner(bin, await serverAccount(folder), folder)
  // What does not run need not be stopped.
  await run('pg_ctl', ['stop', '-m', 'immediate', '-D', join(folder, 'data')]).catch(() => {})
  await rm(folder, { recursive: true, force: true })
}

type Runner = (name: string, args: string[]) => Promise<unknown>

/** PostgreSQL refuses to be root, and takes PG* variables for options. None of it may hang a check. */
function runner(bin: string, account: ServerAccount | null, cwd: string): Runner {
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' }
  const options = { ...account, cwd, env, timeout: RUN_MS_MAX }
  return (name, args) => promisify(execFile)(join(bin, name), args, options)
}
