import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { generateDeals } from '../../fixtures/deals/generate.ts'
import { connectionStringTo, openPool, type Pool } from '../../src/platform/db/server/connect.ts'
import { makeServiceCopy, type ServiceCopy } from '../../scripts/service-process.ts'
import type { Figure, Job } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'
import { readPostmasterPid, sumCpuMicros, sumMemory } from '../processes.ts'
import { settle } from '../queue.ts'
import { openCounts, startCountingServer } from '../sent.ts'

/** Rows of a request are NDJSON of at most so many lines. */
const ROWS_MAX = 100_000

/** Rows in one request, checked, enriched and stored, beside the same rows by COPY from a file. */
export const ingestJob: Job = {
  name: 'ingest',
  meaning:
    'transactions per second, as NDJSON in one request: until its response, when they are stored and enriched, and until its jobs have settled (scorecard, search); limit: COPY of what a deal needs of a row from a file on the server into a table written by hand with three indexes',
  run: async (rounds, { rows }) => {
    if (rows > ROWS_MAX) throw new Error(`A request takes up to ${ROWS_MAX} rows`)
    const copy = await makeServiceCopy({ NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' })
    const server = await startCountingServer(copy.dataDir)
    const service = await copy.start()
    const connectionString = connectionStringTo(server.connectionString, 'assay')
    const pool = openPool({ connectionString, connectionsMax: 1 })
    try {
      const postmaster = readPostmasterPid(copy.dataDir)
      const roots = [service.pid, postmaster]
      return await measureIngest({ copy, pool, roots, postmaster, lines: toLines(rows), rounds })
    } finally {
      await pool.end()
      await server.stop()
      await service.kill('SIGTERM')
      await copy.remove()
    }
  },
}

interface Ingest {
  copy: ServiceCopy
  pool: Pool
  /** The service and its database. */
  roots: number[]
  postmaster: number
  lines: readonly string[]
  rounds: number
}

async function measureIngest({ copy, pool, roots, ...run }: Ingest): Promise<Figure[]> {
  const { lines, postmaster, rounds } = run
  const rows = lines.length
  const idleMb = sumMemory(roots).proportionalMb
  const file = await readFilePath(pool)
  const sends: Send[] = []
  const first = await send(copy, { lines, queue: pool, roots })
  await prepareLimit(pool, first.id, file)
  const counts = await openCounts(pool)
  const limit = async (): Promise<Measured[]> => {
    const before = sumCpuMicros([postmaster])
    const value = perSecond(rows, await timed(() => copyRows(pool, file)))
    const copied = { value, cpuMicros: (sumCpuMicros([postmaster]) - before) / rows }
    return [copied, copied]
  }
  const ours = async (): Promise<Measured[]> => {
    const before = sumCpuMicros(roots)
    await counts.take(1)
    const sent = await send(copy, { lines, queue: pool, roots })
    sends.push(sent)
    const cpuMicros = (sumCpuMicros(roots) - before) / rows
    return [
      { value: perSecond(rows, sent.responseMs) },
      { value: perSecond(rows, sent.settledMs), cpuMicros, sent: await counts.take(1) },
    ]
  }
  const rates = await compare(buildTargets(rows), { rounds, ours, limit })
  const stored = await compare([STORED], { rounds: 1, ours: () => bytesPerRow(pool) })
  const seen = sends.map(({ pauseMs, peakMb }) => [{ value: pauseMs }, { value: peakMb - idleMb }])
  return [
    ...rates,
    ...stored,
    ...(await compare([PAUSE, PEAK], { rounds, ours: async () => seen.shift()! })),
  ]
}

function buildTargets(rows: number): Target[] {
  const unit = 'per s'
  return [
    { name: `${rows} rows, stored and enriched`, unit, goal: 'ratio ≥ 0.4' },
    { name: `${rows} rows, settled`, unit, goal: '' },
  ]
}

/** Bytes of the rows, their indexes, their search and their columns. */
const STORED: Target = { name: 'stored per transaction', unit: 'B', goal: '≤ 600 B' }

async function bytesPerRow(pool: Pool): Promise<Measured[]> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select (select sum(pg_total_relation_size(name::regclass))::float8
       from unnest(array['transactions', 'descriptors', 'search_words', 'kept_rows']) as name)
       / (select count(*) from transactions) as bytes`,
  )
  return [{ value: rows[0]!.bytes }]
}

/** Other callers wait while the process does one thing. */
const PAUSE: Target = { name: 'longest wait of /health meanwhile', unit: 'ms', goal: '≤ 100 ms' }
/** Of all processes, shared pages by their share. */
const PEAK: Target = { name: 'memory over idle, at its most', unit: 'MiB', goal: '≤ 300 MiB' }

/** Rows of whole deals, each account of each deal an account of its own. */
function toLines(rows: number): string[] {
  const lines: string[] = []
  let index = 0
  for (const deal of generateDeals({ seed: 'ingest', count: rows })) {
    for (const { accountId, date, amountCents, description } of deal.rows) {
      if (lines.length === rows) return lines
      const account = { number: `${index}${accountId}`.slice(0, 34) }
      lines.push(JSON.stringify({ date, amount: amountCents / 100, description, account }))
    }
    index += 1
  }
  throw new Error(`The deals have only ${lines.length} rows`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function perSecond(rows: number, durationMs: number): number {
  return (rows * 1000) / durationMs
}

/** One request and the jobs that follow. */
interface Send {
  id: string
  responseMs: number
  settledMs: number
  /** The longest that another caller waited for the smallest response. */
  pauseMs: number
  /** The most memory that was seen. */
  peakMb: number
}

interface Sending {
  lines: readonly string[]
  queue: Pool
  roots: readonly number[]
}

async function send(copy: ServiceCopy, { lines, queue, roots }: Sending): Promise<Send> {
  const startedAt = performance.now()
  const health = watch(SAMPLE_MS, () => timed(() => requestHealth(copy.url)))
  const memory = watch(MEMORY_MS, async () => sumMemory(roots).proportionalMb)
  const id = await ingest(copy.url, copy.readKey(), lines)
  const responseMs = performance.now() - startedAt
  await settle(queue)
  const settledMs = performance.now() - startedAt
  return { id, responseMs, settledMs, pauseMs: await health.end(), peakMb: await memory.end() }
}

async function requestHealth(url: string): Promise<void> {
  const { body } = await request(`${url}/health`)
  await body.dump()
}

const SAMPLE_MS = 20
/** The kernel counts pages at each look. */
const MEMORY_MS = 250

/** The largest of what is sampled until the end. */
function watch(everyMs: number, sample: () => Promise<number>): { end: () => Promise<number> } {
  let isOver = false
  const largest = (async () => {
    let most = 0
    // oxlint-disable-next-line no-unmodified-loop-condition -- end() sets it
    while (!isOver) {
      most = Math.max(most, await sample())
      await sleep(everyMs)
    }
    return most
  })()
  return {
    end: () => {
      isOver = true
      return largest
    },
  }
}

/** Stores the rows in a submission of their own and returns its id. */
async function ingest(url: string, key: string, lines: readonly string[]): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const name = JSON.stringify({ name: 'Bench', auto_process: false })
  const created = await request(`${url}/v1/submissions`, {
    method: 'POST',
    headers: json,
    body: name,
  })
  const { data: submission } = (await created.body.json()) as { data: { id: string } }
  const response = await request(`${url}/v1/transactions/bulk?submission_id=${submission.id}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const { data } = (await response.body.json()) as { data: { created: number } }
  if (data?.created !== lines.length) throw new Error(`Ingest returned ${response.statusCode}`)
  return submission.id
}

/** A file that the server may write and read. */
async function readFilePath(pool: Pool): Promise<string> {
  const { rows } = await pool.query('show data_directory')
  return join(rows[0].data_directory, 'bench-rows')
}

/** What the numbers of a deal need of a row. */
const LIMIT_COLUMNS = `environment_id, id, submission_id, account_id, date, amount, description,
  normalized_description, category_slug, is_revenue, merchant_id, descriptor_key`

/** The rows as a file on the server; a table for them: by id, by deal and day, by descriptor. */
async function prepareLimit(pool: Pool, submissionId: string, file: string): Promise<void> {
  await pool.query(`
    create table limit_rows (environment_id uuid, id uuid, submission_id uuid not null,
      account_id uuid not null, date date not null, amount bigint not null,
      description text not null, normalized_description text, category_slug text,
      is_revenue boolean not null, merchant_id uuid, descriptor_key bigint,
      primary key (environment_id, id));
    create index on limit_rows (environment_id, submission_id, date desc, id desc);
    create index on limit_rows (environment_id, descriptor_key, date desc, id desc);
    copy (select ${LIMIT_COLUMNS} from transactions where submission_id = '${submissionId}') to '${file}'`)
}

async function copyRows(pool: Pool, file: string): Promise<void> {
  await pool.query('truncate limit_rows')
  await pool.query(`copy limit_rows (${LIMIT_COLUMNS}) from '${file}'`)
}
