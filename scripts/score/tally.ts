import { getFamily } from '../../src/core/values/categories.ts'
import type { DealRow } from '../../fixtures/deals/deal.ts'
import type { EnrichedTransaction } from '../../src/core/values/transaction.ts'

/** One row of a deal with its truth. */
export interface Scored {
  description: string
  truth: string
  slug: string
  confidence: number
  source: string
  ruleId: string | null
}

/** What has been counted so far; amounts in cents. */
export interface Tally {
  rows: Scored[]
  inflowCents: number
  rightlyDecidedCents: number
}

export function emptyTally(): Tally {
  return { rows: [], inflowCents: 0, rightlyDecidedCents: 0 }
}

/** Adds a row with the result of enrichment. */
export function countRow(tally: Tally, { truth }: DealRow, row: EnrichedTransaction): void {
  const { slug, confidence, source, ruleId } = row.categories[0]!
  const { description } = row
  tally.rows.push({ description, truth: truth.slug, slug, confidence, source, ruleId })
  if (row.amount <= 0) return
  tally.inflowCents += row.amount
  if (row.isRevenue === truth.isRevenue) tally.rightlyDecidedCents += row.amount
}

export function isExact({ slug, truth }: Scored): boolean {
  return slug === truth
}

export function isFamily(row: Scored): boolean {
  return isExact(row) || getFamily(row.slug) === getFamily(row.truth)
}

/** `95.4 %`; empty for nothing. */
export function percent(part: number, all: number): string {
  return all === 0 ? '' : `${((part / all) * 100).toFixed(1)} %`
}
