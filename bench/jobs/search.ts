import { join } from 'node:path'
import { Agent, request } from 'undici'
import { generateDeals } from '../../fixtures/deals/generate.ts'
import { seeded } from '../../fixtures/model/random.ts'
import { makeServiceCopy } from '../../scripts/service-process.ts'
import { createReader } from '../../src/core/enrichment/descriptor/lexicon.ts'
import { connectionStringTo, openPool, type Pool } from '../../src/platform/db/server/connect.ts'
import { startPostgres } from '../../src/platform/postgres/launch.ts'
import { computeSpread, type Figure, type Job } from '../figure.ts'
import { isBig } from '../sizes.ts'
import { settle } from '../queue.ts'
import {
  searchNamed,
  measureIngest,
  measureRecall,
  NAMED,
  type SearchResponse,
  type Search,
} from '../search-proofs.ts'

const ROWS = isBig() ? 1_000_000 : 100_000
const ROWS_PER_SUBMISSION = 2_000
/** Of a hundred rows so many have a descriptor of their own (performance.md §7). */
const DISTINCT_SHARE = 0.11
const QUERIES_PER_KIND = 120
const RECALL_WORDS = 200
const NAMES = ['Riverbend', 'Oakhurst', 'Summit', 'Lakeside', 'Copper', 'Juniper', 'Harbor']
const TRADES = ['Bakery', 'Plumbing', 'Freight', 'Dental', 'Roofing', 'Cafe', 'Motors', 'Florist']

/** Queries over HTTP in one tenant of many rows, beside what a plain `ilike` by date takes. */
export const searchJob: Job = {
  name: 'search',
  meaning: `milliseconds of GET /v1/search?limit=20 among ${ROWS.toLocaleString('en')} transactions of one tenant, ${QUERIES_PER_KIND} queries of each kind, median and 95th percentile; limit: the same words by ilike over the rows, newest first`,
  run: async (rounds) => {
    const copy = await makeServiceCopy({ NODE_ENV: '', RATE_LIMIT_PER_SECOND: '0' })
    const service = await copy.start()
    const server = await startPostgres({ dataDir: join(copy.dataDir, 'postgres'), log: () => {} })
    const connectionString = connectionStringTo(server.connectionString, 'assay')
    const pool = openPool({ connectionString, connectionsMax: 1 })
    const agent = new Agent({ connections: 1, bodyTimeout: 0, headersTimeout: 0 })
    try {
      const descriptors = makeDescriptors()
      await fill(pool, await readEnvironmentId(pool), descriptors)
      const indexed = await index(pool)
      const kinds = Object.entries(buildQueries(descriptors))
      await makeNamed(copy.url, copy.readKey())
      await settle(pool)
      const search: Search = (q) => sendQuery(agent, copy.url, { key: copy.readKey(), q })
      const figures: Figure[] = [indexed, ...(await searchNamed(search))]
      figures.push(await measureRecall(knownWords(descriptors), search))
      for (const [name, queries] of kinds) {
        figures.push(...(await measure({ name, queries, rounds, search, pool })))
      }
      const target = { url: copy.url, key: copy.readKey(), pool }
      figures.push(await measureIngest(target, rounds))
      return figures
    } finally {
      await agent.close()
      await pool.end()
      await server.stop()
      await service.kill('SIGTERM')
      await copy.remove()
    }
  },
}

/** Enriched generated rows, with words added until there are enough of them. */
function makeDescriptors(): string[] {
  const random = seeded('search')
  const rows = [...generateDeals({ seed: 'search', count: 40 })].flatMap((deal) => deal.rows)
  const read = createReader([])
  const plain = [...new Set(rows.map(({ description }) => read(description).normalized))]
  const words = [...new Set(plain.flatMap((text) => text.split(' ')))].filter((word) =>
    /^[A-Z]{4,}$/.test(word),
  )
  const wanted = Math.max(plain.length, Math.round(ROWS * DISTINCT_SHARE))
  while (plain.length < wanted) plain.push(`${random.pick(plain)} ${random.pick(words)}`)
  return plain
}

async function readEnvironmentId(pool: Pool): Promise<string> {
  const { rows } = await pool.query(`select id from environments where mode = 'test'`)
  return rows[0].id
}

/** Submissions with an account and their rows, written directly into the database, as writing is not timed. */
async function fill(pool: Pool, environmentId: string, descriptors: string[]): Promise<void> {
  const count = ROWS / ROWS_PER_SUBMISSION
  const names = Array.from(
    { length: count },
    (_, at) => `${NAMES[at % NAMES.length]} ${TRADES[at % TRADES.length]} ${at}`,
  )
  await pool.query(
    `insert into submissions (environment_id, id, name, external_id)
     select $1, gen_random_uuid(), name, 'crm-' || at
     from unnest($2::text[]) with ordinality as r (name, at)`,
    [environmentId, names],
  )
  await pool.query(
    `insert into accounts (environment_id, id, submission_id, fingerprint, name, type, currency, is_included)
     select environment_id, id, id, id::text, 'Checking', 'checking', 'USD', true from submissions
     where external_id like 'crm-%'`,
  )
  await pool.query(
    'create unlogged table bench_descriptors as select text, at - 1 as at from unnest($1::text[]) with ordinality as r (text, at)',
    [descriptors],
  )
  await pool.query('create index on bench_descriptors (at)')
  // The squared chance makes some descriptors common, as in real statements.
  await pool.query(
    `insert into transactions (environment_id, id, submission_id, account_id, external_id, source, date,
       amount, currency, raw_description, description, normalized_description, merchant_name)
     select s.environment_id, gen_random_uuid(), s.id, s.id, s.external_id || '-' || n, 'api',
       date '2023-01-01' + n % 730, (random() * 1e6)::bigint - 500000, 'USD', d.text, d.text, d.text, null
     from submissions s
     cross join generate_series(1, ${ROWS_PER_SUBMISSION}) n
     cross join lateral (select floor(power(random(), 2) * ${descriptors.length} + 0 * n)::bigint as at offset 0) r
     join bench_descriptors d on d.at = r.at
     where s.external_id like 'crm-%'`,
  )
  await pool.query('drop table bench_descriptors')
  await pool.query('analyze')
}

/** Has the service's own jobs take all rows into the index, and times them. */
async function index(pool: Pool): Promise<Figure> {
  const startedAt = performance.now()
  await pool.query(
    `insert into jobs (environment_id, id, kind, payload)
     select environment_id, gen_random_uuid(), 'index-submission', jsonb_build_object('submissionId', id)
     from submissions where external_id like 'crm-%'`,
  )
  await settle(pool)
  const perSecond = (ROWS * 1000) / (performance.now() - startedAt)
  await pool.query('analyze')
  return figure('rows taken into the index', { unit: 'per s', ours: [perSecond], limit: null })
}

function buildQueries(descriptors: readonly string[]): Record<string, string[]> {
  const random = seeded('queries')
  const spelt = descriptors
    .flatMap((text) => text.split(' '))
    .filter((word) => /^[A-Z]{5,}$/.test(word))
  const draw = (make: () => string): string[] => Array.from({ length: QUERIES_PER_KIND }, make)
  const word = (): string => random.pick(spelt).toLowerCase()
  return {
    'a word': draw(word),
    'two words': draw(() => random.pick(descriptors).split(' ').slice(0, 2).join(' ')),
    'a beginning': draw(() => word().slice(0, 4)),
    'a misspelt word': draw(() => swapped(word())),
    'an amount': draw(() => (random.integer(1, 500_000) / 100).toFixed(2)),
    'an external id': draw(() => `crm-${random.integer(1, 400)}-${random.integer(1, 2000)}`),
    'a part of a company name': draw(
      () => `${random.pick(NAMES).toLowerCase()} ${random.pick(TRADES).slice(0, 4)}`,
    ),
  }
}

/** Two letters swapped. */
function swapped(word: string): string {
  return word.slice(0, 2) + word[3] + word[2] + word.slice(4)
}

/** Two hundred words that can be misspelt, of the descriptors that are there. */
function knownWords(descriptors: readonly string[]): string[] {
  const random = seeded('recall')
  const words = descriptors
    .flatMap((text) => text.split(' '))
    .filter((word) => /^[A-Z]{5,}$/.test(word))
  return Array.from({ length: RECALL_WORDS }, () => random.pick(words).toLowerCase())
}

async function makeNamed(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const response = await request(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const { data } = (await response.body.json()) as { data: { id: string } }
    if (response.statusCode >= 300) throw new Error(`${path} returned ${response.statusCode}`)
    return data
  }
  const { id } = await post('/v1/submissions', NAMED.body)
  await post('/v1/transactions/bulk', { submission_id: id, transactions: NAMED.rows })
}

interface SearchQuery {
  key: string
  q: string
}

async function sendQuery(
  agent: Agent,
  url: string,
  { key, q }: SearchQuery,
): Promise<SearchResponse> {
  const startedAt = performance.now()
  const response = await request(`${url}/v1/search?limit=20&q=${encodeURIComponent(q)}`, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${key}` },
  })
  const body = (await response.body.json()) as Pick<SearchResponse, 'data'>
  if (response.statusCode !== 200) throw new Error(`${q}: ${JSON.stringify(body)}`)
  return { ms: performance.now() - startedAt, data: body.data }
}

interface Kind {
  name: string
  queries: string[]
  rounds: number
  search: Search
  pool: Pool
}

async function measure({ name, queries, rounds, search, pool }: Kind): Promise<Figure[]> {
  const medians: number[] = []
  const worst: number[] = []
  const plain: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const times: number[] = []
    let empty = 0
    for (const q of queries) {
      const { ms, data } = await search(q)
      times.push(ms)
      if (data.length === 0) empty += 1
    }
    if (name === 'a word' && empty > 0) throw new Error(`${empty} words find nothing`)
    times.sort((a, b) => a - b)
    medians.push(times[Math.floor(times.length / 2)]!)
    worst.push(times[Math.floor(times.length * 0.95)]!)
    plain.push(await byLike(pool, queries[round]!))
  }
  return [
    figure(`${name}, median`, { unit: 'ms', ours: medians, limit: plain, goal: '≤ 3 ms' }),
    figure(`${name}, 95th percentile`, { unit: 'ms', ours: worst, limit: null, goal: '≤ 20 ms' }),
  ]
}

async function byLike(pool: Pool, q: string): Promise<number> {
  const startedAt = performance.now()
  await pool.query(
    `select id from transactions where normalized_description ilike '%' || $1 || '%'
     order by date desc, id desc limit 20`,
    [q],
  )
  return performance.now() - startedAt
}

interface Values {
  unit: Figure['unit']
  ours: number[]
  limit: number[] | null
  goal?: string
}

function figure(name: string, { unit, ours, limit, goal = '–' }: Values): Figure {
  return {
    name,
    unit,
    rounds: ours.length,
    ours: computeSpread(ours),
    limit: limit && computeSpread(limit),
    ratio: limit && computeSpread(ours.map((value, round) => value / limit[round]!)),
    cpuMicros: null,
    goal,
  }
}
