import { writeFileSync } from 'node:fs'
import type { Deal } from '../../fixtures/deals/deal.ts'
import { toEnrichInput } from '../../fixtures/deals/enrich-input.ts'
import { generateDeals } from '../../fixtures/deals/generate.ts'
import { enrich } from '../../src/core/enrichment/enrich.ts'
import { figureTable } from '../markdown.ts'
import { toLines, type Count, type Judged } from './cases.ts'
import type { ScoreOptions } from './options.ts'
import { countPositions } from './positions.ts'
import { countStreams } from './streams.ts'
import { countTransfers } from './transfers.ts'

/** The seed of the scored deals; tuning uses others. */
const SEED = 'score'
const PAGE_DEALS = 200

const PURPOSE =
  'Written by `npm run score -- links`: what enrichment ties together in generated deals of ' +
  '`fixtures/deals`, against what is true of them. A **position** is found when most of its rows ' +
  'are in one that holds no others in number; it is invented when most rows of one with a ' +
  'confidence of 0.5 or more are of no financing. A **transfer** is right when both sides are ' +
  'named to each other.'

/** Scores positions, transfers, returns and streams, and writes docs/links-accuracy.md. */
export function scoreLinks({ deals, isListing }: ScoreOptions): void {
  const positions = new Map<string, Count>()
  const transfers = new Map<string, Count>()
  const streams = new Map<string, Count>()
  for (const deal of generateDeals({ seed: SEED, count: deals })) {
    const judged = judgeDeal(deal)
    countPositions(positions, judged)
    countTransfers(transfers, judged)
    countStreams(streams, judged)
  }
  const page = [
    '# Accuracy of links',
    PURPOSE,
    `${deals} generated deals.`,
    '## Positions',
    figureTable(['', 'of', 'right', ''], toLines(positions)),
    '## Transfers and returns',
    figureTable(['', 'of', 'right', ''], toLines(transfers)),
    '## Streams',
    figureTable(['', 'of', 'right', ''], toLines(streams)),
  ].join('\n\n')
  if (deals === PAGE_DEALS) {
    writeFileSync(`${import.meta.dirname}/../../docs/links-accuracy.md`, `${page}\n`)
  }
  console.log(isListing ? formatErrors([positions, transfers, streams]) : page)
}

function judgeDeal(deal: Deal): Judged {
  const rowById = new Map(deal.rows.map((row) => [row.id, row]))
  return { deal, enriched: enrich(toEnrichInput(deal)), rowById }
}

function formatErrors(counts: readonly ReadonlyMap<string, Count>[]): string {
  return counts
    .flatMap((each) => [...each])
    .flatMap(([name, { wrong }]) => wrong.map((line) => `${name}\t${line}`))
    .join('\n')
}
