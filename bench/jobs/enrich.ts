import { enrichInputOf } from '../../fixtures/deals/enrich-input.ts'
import { generateDeals } from '../../fixtures/deals/generate.ts'
import { createReader } from '../../src/core/enrichment/descriptor/lexicon.ts'
import { enrich, type EnrichInput } from '../../src/core/enrichment/enrich.ts'
import type { Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'

const DEALS = 40
/** Categories of these deals that may be unknown before the measurement is of something else. */
const UNCATEGORIZED_MAX = 0.15

/** Times by processor time of this process: what else the machine does is not ours. */
export const enrichJob: Job = {
  name: 'enrich',
  meaning: 'transactions of generated deals per second of one core, beside `split` by blanks',
  run(rounds) {
    const deals = [...generateDeals({ seed: 'bench', count: DEALS })].map(enrichInputOf)
    const wishes = [
      { name: 'read: words, registries, group key', unit: 'per s' as const, goal: 'ratio ≥ 0.43' },
      { name: 'enrich: whole deals', unit: 'per s' as const, goal: '' },
    ]
    return compare(wishes, {
      rounds,
      ours: async () => [rate(deals, () => readAll(deals)), rate(deals, () => enrichAll(deals))],
      limit: async () => {
        const floor = rate(deals, () => splitAll(deals))
        return [floor, floor]
      },
    })
  },
}

function rate(deals: readonly EnrichInput[], work: () => void): Measured {
  const rows = deals.reduce((sum, { transactions }) => sum + transactions.length, 0)
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return { value: (rows / (user + system)) * 1e6, cpuMicros: (user + system) / rows }
}

function readAll(deals: readonly EnrichInput[]): void {
  for (const { transactions } of deals) {
    const read = createReader([])
    for (const { description } of transactions) read(description)
  }
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
