import { writeFileSync } from 'node:fs'
import type { Deal, DealRow } from '../../fixtures/deals/deal.ts'
import { enrichInputOf } from '../../fixtures/deals/enrich-input.ts'
import { generateDeals } from '../../fixtures/deals/generate.ts'
import { enrich, type Enriched } from '../../src/core/enrichment/enrich.ts'
import { countPositions, positionLines, type PositionCounts } from './positions.ts'
import { countStreams, streamLines } from './streams.ts'
import { tableOf } from './tally.ts'
import { countTransfers, transferLines } from './transfers.ts'

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

/** The seed of the scored deals; what is tuned is looked at with others. */
const SEED = 'score'
const PAGE_DEALS = 200

const PURPOSE =
  'Written by `npm run score -- links`: what enrichment ties together in generated deals of ' +
  '`fixtures/deals`, against what is true of them. A **position** is found when most of its rows ' +
  'are in one that holds no others in number; it is invented when most rows of one with a ' +
  'confidence of 0.5 or more are of no financing. A **transfer** is right when both sides are ' +
  'named to each other.'

interface LinkOptions {
  deals: number
  isListing: boolean
  seed?: string
}

/** Scores positions, transfers, returns and streams, and writes docs/links-accuracy.md. */
export function scoreLinks({ deals, isListing, seed = SEED }: LinkOptions): void {
  const positions: PositionCounts = new Map()
  const transfers = new Map<string, Count>()
  const streams = new Map<string, Count>()
  for (const deal of generateDeals({ seed, count: deals })) {
    const judged = judgedOf(deal)
    countPositions(positions, judged)
    countTransfers(transfers, judged)
    countStreams(streams, judged)
  }
  const page = [
    '# Accuracy of links',
    PURPOSE,
    `${deals} generated deals.`,
    '## Positions',
    tableOf(['', 'of', 'right', ''], positionLines(positions)),
    '## Transfers and returns',
    tableOf(['', 'of', 'right', ''], transferLines(transfers)),
    '## Streams',
    tableOf(['', 'of', 'right', ''], streamLines(streams)),
  ].join('\n\n')
  if (deals === PAGE_DEALS && seed === SEED) {
    writeFileSync(`${import.meta.dirname}/../../docs/links-accuracy.md`, `${page}\n`)
  }
  console.log(isListing ? listOf([positions, transfers, streams]) : page)
}

function judgedOf(deal: Deal): Judged {
  const rowById = new Map(deal.rows.map((row) => [row.id, row]))
  return { deal, enriched: enrich(enrichInputOf(deal)), rowById }
}

function listOf(counts: readonly ReadonlyMap<string, Count>[]): string {
  return counts
    .flatMap((each) => [...each])
    .flatMap(([name, { wrong }]) => wrong.map((line) => `${name}\t${line}`))
    .join('\n')
}

/** Counts one case under a name; `wrong` says what was wrong with it. */
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
