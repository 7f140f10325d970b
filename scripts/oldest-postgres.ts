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
  const { isPassed, output } = await onServer(oldest, (databaseUrl) =>
    runTests(FILES, signal, databaseUrl),
  )
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

async function onServer<T>(
  { bin }: Installed,
  use: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  await removeLeftovers(bin)
  const folder = await mkdtemp(join(tmpdir(), `assay-oldest-${process.pid}-`))
  const account = await serverAccount(folder)
  if (account) await chown(folder, account.uid, account.gid)
  await chmod(folder, 0o700)
  const dataDir = join(folder, 'data')
  const run = runner(bin, account, folder)
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  await run('initdb', ['-D', dataDir, '-U', 'postgres', '--auth=trust', '--no-sync', ...locale])
  const options = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  const start = ['start', '-w', '-D', dataDir, '-l', join(folder, 'log'), '-o', options.join(' ')]
  try {
    await run('pg_ctl', start)
    return await use(`postgresql://postgres@/postgres?host=${encodeURIComponent(dataDir)}`)
  } finally {
    await stop(bin, folder)
  }
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

/** PostgreSQL refuses to be root, and takes PG* variables for options. */
function runner(bin: string, account: ServerAccount | null, cwd: string): Runner {
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' }
  // The server would hold a pipe of ours open, so what it prints goes to its log.
  return (name, args) => promisify(execFile)(join(bin, name), args, { ...account, cwd, env })
}
