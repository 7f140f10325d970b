import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { generateDeals } from '../../fixtures/deals/generate.ts'
import { connectionStringTo, openPool, type Pool } from '../../src/platform/db/server/connect.ts'
import { startPostgres } from '../../src/platform/postgres/launch.ts'
import { makeServiceCopy, type ServiceCopy } from '../../scripts/service-process.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'
import { settle } from '../queue.ts'

/** Rows of a request are NDJSON of at most so many lines. */
const ROWS_MAX = 100_000

/** Rows in one request, checked, enriched and stored, beside the same rows by COPY from a file. */
export const ingestJob: Job = {
  name: 'ingest',
  meaning:
    'transactions per second, as NDJSON in one request: until its response, when they are stored and enriched, and until its jobs have settled (scorecard, search); limit: COPY of the stored rows from a file on the server into a table with the same indexes',
  run: async (rounds, { rows }) => {
    if (rows > ROWS_MAX) throw new Error(`A request takes up to ${ROWS_MAX} rows`)
    const copy = await makeServiceCopy({ NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' })
    const service = await copy.start()
    const server = await startPostgres({ dataDir: join(copy.dataDir, 'postgres'), log: () => {} })
    const connectionString = connectionStringTo(server.connectionString, 'assay')
    const pool = openPool({ connectionString, connectionsMax: 1 })
    const lines = toLines(rows)
    const file = await readFilePath(pool)
    const sends: Send[] = []
    try {
      const { id } = await send(copy, lines, pool)
      await prepareLimit(pool, id, file)
      const limit = async (): Promise<Measured[]> => {
        const copied = perSecond(rows, await timed(() => copyRows(pool, file)))
        return [copied, copied]
      }
      const ours = async (): Promise<Measured[]> => {
        const sent = await send(copy, lines, pool)
        sends.push(sent)
        return [perSecond(rows, sent.responseMs), perSecond(rows, sent.settledMs)]
      }
      const rates = await compare(buildTargets(rows), { rounds, ours, limit })
      const stored = await compare([STORED], { rounds: 1, ours: () => bytesPerRow(pool) })
      const pauses = sends.map(({ pauseMs }) => ({ value: pauseMs }))
      const waits = await compare([PAUSE], { rounds, ours: async () => [pauses.shift()!] })
      return [...rates, ...stored, ...waits]
    } finally {
      await pool.end()
      await server.stop()
      await service.kill('SIGTERM')
      await copy.remove()
    }
  },
}

function buildTargets(rows: number): Target[] {
  const unit = 'per s'
  return [
    { name: `${rows} rows, stored and enriched`, unit, goal: 'ratio ≥ 0.5' },
    { name: `${rows} rows, settled`, unit, goal: '' },
  ]
}

/** Bytes of the rows, their indexes, their search and their columns. */
const STORED: Target = { name: 'stored per transaction', unit: 'B', goal: '≤ 310 B' }

async function bytesPerRow(pool: Pool): Promise<Measured[]> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select (select sum(pg_total_relation_size(name::regclass))::float8
       from unnest(array['transactions', 'descriptors', 'search_words', 'kept_rows']) as name)
       / (select count(*) from transactions) as bytes`,
  )
  return [{ value: rows[0]!.bytes }]
}

/** Other callers wait while the process does one thing. */
const PAUSE: Target = { name: 'longest wait of /health meanwhile', unit: 'ms', goal: '≤ 1,000 ms' }

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

function perSecond(rows: number, durationMs: number): Measured {
  return { value: (rows * 1000) / durationMs }
}

/** One request and the jobs that follow. */
interface Send {
  id: string
  responseMs: number
  settledMs: number
  /** The longest that another caller waited for the smallest response. */
  pauseMs: number
}

async function send(copy: ServiceCopy, lines: readonly string[], queue: Pool): Promise<Send> {
  const startedAt = performance.now()
  const watch = watchHealth(copy.url)
  const id = await ingest(copy.url, copy.readKey(), lines)
  const responseMs = performance.now() - startedAt
  await settle(queue)
  return { id, responseMs, settledMs: performance.now() - startedAt, pauseMs: await watch.end() }
}

async function requestHealth(url: string): Promise<void> {
  const { body } = await request(`${url}/health`)
  await body.dump()
}

function watchHealth(url: string): { end: () => Promise<number> } {
  let isOver = false
  const longest = (async () => {
    let waitMs = 0
    // oxlint-disable-next-line no-unmodified-loop-condition -- end() sets it
    while (!isOver) {
      waitMs = Math.max(waitMs, await timed(() => requestHealth(url)))
      await sleep(20)
    }
    return waitMs
  })()
  return {
    end: () => {
      isOver = true
      return longest
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

/** The stored rows as a file on the server, and a table like theirs. */
async function prepareLimit(pool: Pool, submissionId: string, file: string): Promise<void> {
  await pool.query('create table bench_rows (like transactions including all)')
  await pool.query(
    `copy (select ${await readColumns(pool)} from transactions where submission_id = '${submissionId}') to '${file}'`,
  )
}

async function copyRows(pool: Pool, file: string): Promise<void> {
  await pool.query('truncate bench_rows')
  await pool.query(`copy bench_rows (${await readColumns(pool)}) from '${file}'`)
}

/** Those that are written; the server makes the generated ones itself. */
async function readColumns(pool: Pool): Promise<string> {
  const { rows } = await pool.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'transactions'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  return rows[0].columns
}
