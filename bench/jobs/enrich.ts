import { execFileSync } from 'node:child_process'
import { toEnrichInput } from '../../fixtures/deals/enrich-input.ts'
import { generateDeals } from '../../fixtures/deals/generate.ts'
import { createReader } from '../../src/core/enrichment/descriptor/lexicon.ts'
import { enrich, type EnrichInput } from '../../src/core/enrichment/enrich.ts'
import { listFlags } from '../../src/core/enrichment/flags.ts'
import { toRows } from '../../src/core/enrichment/row.ts'
import { buildContext } from '../../src/core/enrichment/rules/context.ts'
import { createClassifier } from '../../src/core/enrichment/rules/classify.ts'
import { EMPTY_TENANT_LAYER, indexTenantLayer } from '../../src/core/enrichment/tenant-layer.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured, type Target } from '../harness.ts'

const DEALS = { short: 12, usual: 40, big: 40 }
/** More unknown categories than this mean that the measurement is of something else. */
const UNCATEGORIZED_MAX = 0.15

/** Times are processor time of this process, without other load on the machine. */
export const enrichJob: Job = {
  name: 'enrich',
  meaning:
    'transactions of generated deals that were not seen before, per second of one core, beside `split` by blanks; what loading the registries and the model takes in a new process. fastText is no dependency and is not compared',
  async run(rounds, { scale }) {
    const unit = 'per s'
    const targets: Target[] = [
      { name: 'read: words, registries, group key', unit, goal: 'ratio ≥ 0.43' },
      { name: 'row by row: read, brand, category, flags', unit, goal: 'ratio ≥ 0.43' },
      { name: 'enrich: whole deals', unit, goal: '' },
    ]
    const count = DEALS[scale]
    const [ours, limit] = [newDeals('ours', count), newDeals('limit', count)]
    const rates = await compare(targets, {
      rounds,
      ours: async () => [rate(ours(), readAll), rate(ours(), classifyAll), rate(ours(), enrichAll)],
      limit: async () => {
        const floor = rate(limit(), splitAll)
        return [floor, floor, floor]
      },
    })
    if (scale === 'short') return rates
    return [...rates, ...(await compare(LOADING, { rounds, ours: load }))]
  },
}

const LOADING: readonly Target[] = [
  { name: 'load: registries and model, processor time', unit: 'ms', goal: '≤ 100 ms' },
  { name: 'load: registries and model, memory', unit: 'MiB', goal: '≤ 60 MiB' },
]

/** The modules are read before: a service that starts has them in its compile cache. */
const LOAD = `
  const { createReader } = await import('./src/core/enrichment/descriptor/lexicon.ts')
  const { predictLeaf } = await import('./src/core/enrichment/model/predict.ts')
  gc()
  const [memory, time] = [process.memoryUsage.rss(), process.cpuUsage()]
  createReader([])('COSTCO WHSE')
  predictLeaf('COSTCO WHSE')
  const { user, system } = process.cpuUsage(time)
  gc()
  console.log(JSON.stringify([(user + system) / 1e3, (process.memoryUsage.rss() - memory) / 2 ** 20]))`

async function load(): Promise<Measured[]> {
  const node = ['--expose-gc', '--input-type=module', '--eval', LOAD]
  const output = execFileSync(process.execPath, node, { encoding: 'utf8' })
  return (JSON.parse(output) as number[]).map((value) => ({ value }))
}

/** New deals each time, as in requests, so that caches of other deals do not help. */
function newDeals(seed: string, count: number): () => EnrichInput[] {
  let drawn = 0
  return () => {
    drawn += 1
    const deals = [...generateDeals({ seed: `${seed}-${drawn}`, count })].map(toEnrichInput)
    return JSON.parse(JSON.stringify(deals)) as EnrichInput[]
  }
}

function rate(deals: EnrichInput[], work: (deals: readonly EnrichInput[]) => void): Measured {
  const rows = deals.reduce((sum, { transactions }) => sum + transactions.length, 0)
  const before = process.cpuUsage()
  work(deals)
  const { user, system } = process.cpuUsage(before)
  return { value: (rows / (user + system)) * 1e6, cpuMicros: (user + system) / rows }
}

function readAll(deals: readonly EnrichInput[]): void {
  for (const { transactions } of deals) {
    const read = createReader([])
    for (const { description } of transactions) read(description)
  }
}

/** What a row gives by itself; `enrichAll` compares it with the others. */
function classifyAll(deals: readonly EnrichInput[]): void {
  const tenantIndex = indexTenantLayer(EMPTY_TENANT_LAYER)
  let flags = 0
  for (const { transactions, accounts, company } of deals) {
    const rows = toRows(transactions, { accounts, ownName: company.name, tenantIndex })
    const context = buildContext(rows, { company, partners: new Map(), series: [], tenantIndex })
    const classify = createClassifier(context)
    for (const row of rows) {
      const { slug } = classify(row).categories[0]!
      flags += listFlags(row, { ...ALONE, slug }).length
    }
  }
  if (flags === 0) throw new Error('No row has a flag')
}

const ALONE = {
  feeKind: null,
  partner: null,
  isRevenue: false,
  isRecurring: false,
  isMca: false,
  isRelatedParty: false,
  needsReview: false,
}

function enrichAll(deals: readonly EnrichInput[]): void {
  for (const deal of deals) {
    const { transactions } = enrich(deal)
    const unknown = transactions.filter(({ categories }) =>
      categories[0]!.slug.startsWith('uncategorized.'),
    )
    if (unknown.length > transactions.length * UNCATEGORIZED_MAX) {
      throw new Error(`${unknown.length} of ${transactions.length} rows have no category`)
    }
  }
}

function splitAll(deals: readonly EnrichInput[]): void {
  let words = 0
  for (const { transactions } of deals) {
    for (const { description } of transactions) words += description.split(' ').length
  }
  if (words === 0) throw new Error('There was nothing to split')
}
