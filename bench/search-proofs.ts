import { request } from 'undici'
import { generateDeals } from '../fixtures/deals/generate.ts'
import { seeded } from '../fixtures/model/random.ts'
import type { Pool } from '../src/platform/db/server/connect.ts'
import type { Figure } from './figure.ts'
import { computeSpread } from './figure.ts'
import { settle } from './queue.ts'

/** The part of a search's response that a bench reads. */
export interface SearchResponse {
  ms: number
  data: { type: string; title: string; subtitle: string | null; matched_by: string }[]
}
export type Search = (q: string) => Promise<SearchResponse>

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const INGESTED_ROWS = 10_000

/**
 * Of misspelt words, each a known one with a letter added, removed, replaced or swapped, the share of
 * which the first page holds a row with the word itself.
 */
export async function measureRecall(words: readonly string[], search: Search): Promise<Figure> {
  const random = seeded('misspellings')
  let found = 0
  for (const [index, word] of words.entries()) {
    const at = random.integer(1, word.length - 2)
    const letter = random.pick([...LETTERS])
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    const misspelt = [
      `${head}${letter}${tail}`,
      `${head}${tail.slice(1)}`,
      `${head}${letter}${tail.slice(1)}`,
      `${head}${tail[1]}${tail[0]}${tail.slice(2)}`,
    ][index % 4]!
    const { data } = await search(misspelt)
    if (data.some(({ title }) => title.toLowerCase().includes(word))) found += 1
  }
  const share = [found / words.length]
  return only('words found when they are misspelt by one edit', share, 'ratio ≥ 0.95')
}

/** The searches that issue 6 names, each with what must be on the first page or the run ends. */
export async function searchNamed(search: Search): Promise<Figure[]> {
  const expectations: [q: string, type: string, title: RegExp][] = [
    ['stripe', 'transaction', /stripe/i],
    ['strpie', 'transaction', /stripe/i],
    ['amzn mktp', 'transaction', /amzn mktp/i],
    ['riverb bake', 'submission', /Riverbend Bakery/],
    ['1234.56', 'transaction', /./],
    [NAMED.ein, 'submission', /Riverbend Bakery/],
    ['crm-1-7', 'transaction', /./],
  ]
  const figures: Figure[] = []
  for (const [q, type, title] of expectations) {
    const times: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      const { ms, data } = await search(q)
      times.push(ms)
      const first = data.find((hit) => hit.type === type && title.test(hit.title))
      if (!first) throw new Error(`${q} finds ${JSON.stringify(data[0])}`)
      if (turn === 0)
        console.log(
          `  ${q}: ${first.title} (${first.subtitle}), ${first.matched_by}, ${ms.toFixed(1)} ms`,
        )
    }
    figures.push({ ...only(`"${q}" finds what is meant`, times, '≤ 20 ms'), unit: 'ms' })
  }
  return figures
}

/** What is made through the API so that it can be found: an EIN is sealed, an amount is exact. */
export const NAMED = {
  ein: '47-1234567',
  body: {
    name: 'Riverbend Bakery LLC',
    company_info: { name: 'Riverbend Bakery LLC', ein: '47-1234567' },
  },
  rows: [
    { date: '2025-06-02', amount: 1234.56, description: 'STRIPE TRANSFER ST-K4J8' },
    { date: '2025-06-03', amount: -48.12, description: 'AMZN MKTP US*2K4RT1' },
  ],
}

interface Target {
  url: string
  key: string
  pool: Pool
}

/**
 * Rows a second until all jobs have settled, beside the same without search: without the job that
 * indexes a submission and without the indexes of transactions that only search reads.
 */
export async function measureIngest(target: Target, rounds: number): Promise<Figure> {
  const lines = buildLines()
  const [ours, limit]: number[][] = [[], []]
  await ingest(target, lines)
  for (let round = 0; round < rounds; round += 1) {
    ours!.push(await ingest(target, lines))
    for (const statement of WITHOUT_SEARCH) await target.pool.query(statement)
    limit!.push(await ingest(target, lines))
    for (const statement of WITH_SEARCH) await target.pool.query(statement)
  }
  return {
    ...only('ingest with search, beside without', ours!, 'ratio ≥ 0.9'),
    unit: 'per s',
    limit: computeSpread(limit!),
    ratio: computeSpread(ours!.map((value, round) => value / limit![round]!)),
  }
}

const WITHOUT_SEARCH = [
  'drop index transactions_by_descriptor_and_day, transactions_by_amount_and_day',
  `create function no_indexing() returns trigger language plpgsql as 'begin return null; end'`,
  `create trigger no_indexing before insert on jobs for each row when (new.kind = 'index-submission') execute function no_indexing()`,
]

const WITH_SEARCH = [
  'drop trigger no_indexing on jobs',
  'drop function no_indexing',
  'create index transactions_by_descriptor_and_day on transactions (environment_id, descriptor_key, date) where descriptor_key is not null',
  'create index transactions_by_amount_and_day on transactions (environment_id, amount, date)',
]

function buildLines(): string[] {
  const deals = generateDeals({ seed: 'search-ingest', count: INGESTED_ROWS })
  const lines: string[] = []
  for (const { rows } of deals) {
    for (const { date, amountCents, description } of rows)
      lines.push(
        JSON.stringify({
          date,
          amount: amountCents / 100,
          description,
          account: { number: '4711' },
        }),
      )
    if (lines.length >= INGESTED_ROWS) break
  }
  return lines
}

async function ingest({ url, key, pool }: Target, lines: readonly string[]): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const made = await request(`${url}/v1/submissions`, {
    method: 'POST',
    headers,
    body: '{"name":"Ingest"}',
  })
  const { data } = (await made.body.json()) as { data: { id: string } }
  const startedAt = performance.now()
  const response = await request(`${url}/v1/transactions/bulk?submission_id=${data.id}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  await response.body.dump()
  if (response.statusCode >= 300) throw new Error(`Ingest returned ${response.statusCode}`)
  await settle(pool)
  return (lines.length * 1000) / (performance.now() - startedAt)
}

function only(name: string, ours: number[], goal: string): Figure {
  const nothing = { limit: null, ratio: null, cpuMicros: null }
  return { name, unit: 'ratio', rounds: ours.length, ours: computeSpread(ours), ...nothing, goal }
}
