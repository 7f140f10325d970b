import { groupsOfLeaves } from '../../../core/enrichment/merchants/registry.ts'
import type { EnrichedTransaction } from '../../../core/values/transaction.ts'

/** A merchant named by the rows of one submission. */
export interface SeenMerchant {
  id: string
  key: string
  name: string
  seenCategory: string
  groupSlugs: string[]
  totals: Totals[]
}

/** In minor units of one currency, both positive. */
export interface Totals {
  currency: string
  transactionsCount: number
  inflow: number
  outflow: number
  firstDate: string
  lastDate: string
}

/**
 * The merchants of enriched rows, whose `merchantId` is still the key; duplicates are not counted.
 */
export function collectMerchants(
  rows: readonly EnrichedTransaction[],
  idOf: (key: string) => string,
): SeenMerchant[] {
  const named = rows.filter(({ merchantId, isDuplicate }) => merchantId !== null && !isDuplicate)
  const byKey = Map.groupBy(named, ({ merchantId }) => merchantId!)
  return [...byKey].map(([key, own]) => {
    const seenCategory = mostFrequent(own.map(({ categories }) => categories[0]!.slug))
    return {
      id: idOf(key),
      key,
      name: own[0]!.merchantName!,
      seenCategory,
      groupSlugs: groupsOfLeaves([seenCategory]),
      totals: [...Map.groupBy(own, ({ currency }) => currency)].map(([currency, rowsOf]) =>
        computeTotals(currency, rowsOf),
      ),
    }
  })
}

function mostFrequent(words: readonly string[]): string {
  const counted = [...Map.groupBy(words, (word) => word)]
  return counted.toSorted(([, a], [, b]) => b.length - a.length)[0]![0]
}

function computeTotals(currency: string, rows: readonly EnrichedTransaction[]): Totals {
  const totals = {
    currency,
    transactionsCount: rows.length,
    inflow: 0,
    outflow: 0,
    firstDate: rows[0]!.date,
    lastDate: rows[0]!.date,
  }
  for (const { amount, date } of rows) {
    totals[amount > 0 ? 'inflow' : 'outflow'] += Math.abs(amount)
    if (date < totals.firstDate) totals.firstDate = date
    if (date > totals.lastDate) totals.lastDate = date
  }
  return totals
}
