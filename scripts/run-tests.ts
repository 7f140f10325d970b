import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../src/platform/postgres/processes.ts'
import { bundleAll } from './bundle/bundle.ts'
import { isDashboardStale } from '../src/resources/dashboard/build.ts'
import { startPostgres } from '../src/platform/postgres/launch.ts'
import { runCommand, type Outcome } from './run-command.ts'
import { addUp, dealBySeconds, readSeconds, takes, type Seconds } from './test-seconds.ts'

interface TestOutcome extends Outcome {
  /** What each file took. */
  seconds?: Seconds
}

const TEST_FILES = ['src', 'test', 'scripts', 'fixtures', 'bench', 'dashboard/src'].map(
  (dir) => `${dir}/**/*.test.ts`,
)
/** One more than the cores of a small machine: tests wait for children, leases and clocks. */
const PROCESSES = 3
/**
 * Tests of what is computed without a copy of the service, whose modules take a process three
 * seconds of the processor to load.
 */
const PLAIN = /^(?:src\/core|dashboard|fixtures)\//
/**
 * Three turns of each process, so few that starting them costs little, and the last ones short, so
 * that all end at about the same time.
 */
const SHARES = { whole: [6, 6, 6, 3, 3, 3, 1, 1, 1], plain: [1] }
/** A test that hangs fails, and a handle that a test forgot does not keep its process from ending. */
const TEST_FLAGS = [
  '--test',
  '--test-isolation=none',
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  '--test-reporter=./scripts/seconds-reporter.ts',
  '--test-timeout=120000',
  '--test-force-exit',
  // What tests make is short-lived: with the usual 16 MB a seventh of their time goes to collecting it.
  '--max-semi-space-size=64',
]

const COUNTS = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo']
/** The data is thrown away, so nothing waits for a disk. */
const NO_DURABILITY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The test files whose path contains one of the words; all of them when there is no word. */
export function findTestFiles(words: string[]): string[] {
  const files = globSync(TEST_FILES).toSorted()
  return files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
}

/**
 * Runs test files in a few processes over one database server (`TEST_DATABASE_URL`, or one of its own), and ends with the closing summary of
 * the test runner, added up. A run without a single test fails.
 */
export async function runTests(
  files: string[],
  signal: AbortSignal,
  given = process.env.TEST_DATABASE_URL,
): Promise<TestOutcome> {
  if (files.length === 0) return { isPassed: false, output: 'no test file matches' }
  const startedAt = performance.now()
  await bundleAll()
  // Once, before files that run side by side would each build it.
  const built = await buildDashboard(signal)
  if (!built.isPassed) return built
  const outcomes = await withTestDatabase(given, (databaseUrl) =>
    workOff(deal(files), (shard) => runShard(shard, databaseUrl, signal)),
  )
  const parts = outcomes.map((outcome) => splitFailures(outcome.output))
  const output = parts.map(({ listed }) => listed)
  const totals = COUNTS.map((name) => [name, sum(output.map((text) => readCount(text, name)))])
  const summary = totals.map(([name, total]) => `ℹ ${name} ${total}`)
  summary.push(`ℹ duration_ms ${Math.round(performance.now() - startedAt)}`)
  const hasRun = totals[0]?.[1] !== 0
  return {
    isPassed: hasRun && outcomes.every((outcome) => outcome.isPassed),
    output: [...output.map(withoutCounts), ...summary].join('\n'),
    failures: parts.flatMap(({ failures }) => failures || []).join('\n\n'),
    seconds: addUp(outcomes.map((outcome) => outcome.lines).join('')),
  }
}

async function runShard(
  files: string[],
  databaseUrl: string,
  signal: AbortSignal,
): Promise<Outcome & { lines: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-seconds-'))
  const path = join(folder, 'seconds.csv')
  const args = [...TEST_FLAGS, `--test-reporter-destination=${path}`, ...files]
  const outcome = await runCommand(args, { signal, env: { TEST_DATABASE_URL: databaseUrl } })
  // A process that was killed may not have written any.
  const lines = await readFile(path, 'utf8').catch(() => '')
  await rm(folder, { recursive: true })
  return { ...outcome, lines }
}

async function buildDashboard(signal: AbortSignal): Promise<Outcome> {
  if (!isDashboardStale()) return { isPassed: true, output: '' }
  return runCommand(['dashboard/build.ts'], { signal })
}

function deal(files: string[]): string[][] {
  const { plain = [], whole = [] } = Object.groupBy(files, (file) =>
    PLAIN.test(file) ? 'plain' : 'whole',
  )
  const seconds = readSeconds()
  const shards = [
    ...dealBySeconds(whole, SHARES.whole, seconds),
    ...dealBySeconds(plain, SHARES.plain, seconds),
  ]
  return shards.toSorted((a, b) => takes(b, seconds) - takes(a, seconds))
}

/** Each process takes the next when it is done with one. */
async function workOff<T, R>(items: T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await run(item)
  }
  await Promise.all(Array.from({ length: PROCESSES }, work))
  return results
}

/** What the test runner says at its end of the tests that failed, apart from the list of all. */
function splitFailures(output: string): { listed: string; failures: string } {
  const [listed = '', failures = ''] = output.split('\n✖ failing tests:\n')
  return { listed, failures: failures.trim() }
}

// ℹ tests 128
function readCount(output: string, name: string): number {
  return Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0)
}

function withoutCounts(output: string): string {
  return output
    .split('\n')
    .filter(
      (line) => !/^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(line),
    )
    .join('\n')
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** The server at `given`, or else a PostgreSQL of its own that is gone afterwards. */
export async function withTestDatabase<T>(
  given: string | undefined,
  use: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (given) return use(given)
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), `assay-test-${process.pid}-`))
  const server = await startPostgres({ dataDir, log: () => {}, settings: NO_DURABILITY })
  try {
    return await use(server.connectionString)
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
}

/** The servers and data of runs that were killed; starting one finds it, whether it runs or not. */
async function removeLeftovers(): Promise<void> {
  for (const name of globSync('assay-test-*', { cwd: tmpdir() })) {
    // assay-test-4242-Xy12ab
    const pid = Number(name.split('-')[2])
    if (await isAlive(pid)) continue
    const dataDir = join(tmpdir(), name)
    const server = await startPostgres({ dataDir, log: () => {} })
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
}
