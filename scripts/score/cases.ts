import type { Deal, DealRow } from '../../fixtures/deals/deal.ts'
import type { Enriched } from '../../src/core/enrichment/enrich.ts'
import { percent } from './tally.ts'

/** One deal with what enrichment made of it. */
export interface Judged {
  deal: Deal
  enriched: Enriched
  rowById: ReadonlyMap<string, DealRow>
}

/** A name, how many there are, how many are right, and what is wrong. */
export interface Count {
  of: number
  right: number
  wrong: string[]
}

/** Counts one case under a name; `wrong` describes the error. */
export function countCase(
  counts: Map<string, Count>,
  name: string,
  { isRight, wrong }: { isRight: boolean; wrong: string },
): void {
  const count = counts.get(name) ?? { of: 0, right: 0, wrong: [] }
  counts.set(name, count)
  count.of += 1
  if (isRight) count.right += 1
  else count.wrong.push(wrong)
}

/** The value that most of the items share, with its share; null of nothing. */
export function majority<T>(values: readonly T[]): { value: T; count: number } | null {
  let best: { value: T; count: number } | null = null
  for (const [value, of] of Map.groupBy(values, (each) => each)) {
    if (!best || of.length > best.count) best = { value, count: of.length }
  }
  return best
}

/** The lines of a table of counts. */
export function toLines(counts: ReadonlyMap<string, Count>): (string | number)[][] {
  return [...counts].map(([name, { of, right }]) => [name, of, right, percent(right, of)])
}
