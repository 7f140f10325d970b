import { join } from 'node:path'
import { request } from 'undici'
import { generateDeals } from '../../fixtures/deals/generate.ts'
import { connectionStringTo, openPool, type Pool } from '../../src/platform/db/connect.ts'
import { startPostgres } from '../../src/platform/postgres/launch.ts'
import { makeServiceCopy } from '../../scripts/service-process.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { settle } from '../queue.ts'

const ROWS = 20_000
const DEALS = 60

/** Rows in one request, checked, enriched and stored, beside the same rows by COPY from a file. */
export const ingestJob: Job = {
  name: 'ingest',
  meaning:
    'rows per second of 20,000 as NDJSON in one request, until they are enriched; limit: COPY of the stored rows from a file on the server into a table with the same indexes',
  run: async (rounds) => {
    const copy = await makeServiceCopy({ NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' })
    const service = await copy.start()
    const server = await startPostgres({ dataDir: join(copy.dataDir, 'postgres'), log: () => {} })
    const connectionString = connectionStringTo(server.connectionString, 'assay')
    const pool = openPool({ connectionString, connectionsMax: 1 })
    const lines = toLines()
    const file = await fileOf(pool)
    try {
      const first = await ingest(copy.url, copy.readKey(), lines)
      await settle(pool)
      await prepareLimit(pool, first, file)
      const wish = { name: `${ROWS} rows`, unit: 'per s' as const, goal: 'ratio ≥ 0.5' }
      return await compare([wish], {
        rounds,
        ours: async () => [
          await timed(async () => {
            await ingest(copy.url, copy.readKey(), lines)
            await settle(pool)
          }),
        ],
        limit: async () => [await timed(() => copyRows(pool, file))],
      })
    } finally {
      await pool.end()
      await server.stop()
      await service.kill('SIGTERM')
      await copy.remove()
    }
  },
}

/** Rows of whole deals, each account of each deal an account of its own. */
function toLines(): string {
  const lines: string[] = []
  for (const [index, deal] of [...generateDeals({ seed: 'ingest', count: DEALS })].entries()) {
    for (const { accountId, date, amountCents, description } of deal.rows) {
      if (lines.length === ROWS) return lines.join('\n')
      const account = { number: `${index}${accountId}`.slice(0, 34) }
      lines.push(JSON.stringify({ date, amount: amountCents / 100, description, account }))
    }
  }
  throw new Error(`${DEALS} deals have only ${lines.length} rows`)
}

async function timed(work: () => Promise<unknown>): Promise<Measured> {
  const startedAt = performance.now()
  await work()
  return { value: (ROWS * 1000) / (performance.now() - startedAt) }
}

/** Stores the rows in a submission of their own and answers its id. */
async function ingest(url: string, key: string, lines: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const name = JSON.stringify({ name: 'Bench', auto_process: false })
  const created = await request(`${url}/v1/submissions`, {
    method: 'POST',
    headers: json,
    body: name,
  })
  const { data: submission } = (await created.body.json()) as { data: { id: string } }
  const answer = await request(`${url}/v1/transactions/bulk?submission_id=${submission.id}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: lines,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const { data } = (await answer.body.json()) as { data: { created: number } }
  if (data?.created !== ROWS) throw new Error(`Ingest answered ${answer.statusCode}`)
  return submission.id
}

/** A file that the server may write and read. */
async function fileOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query('show data_directory')
  return join(rows[0].data_directory, 'bench-rows')
}

/** The stored rows as a file on the server, and a table like theirs. */
async function prepareLimit(pool: Pool, submissionId: string, file: string): Promise<void> {
  await pool.query('create table bench_rows (like transactions including all)')
  await pool.query(
    `copy (select * from transactions where submission_id = '${submissionId}') to '${file}'`,
  )
}

async function copyRows(pool: Pool, file: string): Promise<void> {
  await pool.query('truncate bench_rows')
  await pool.query(`copy bench_rows from '${file}'`)
}
