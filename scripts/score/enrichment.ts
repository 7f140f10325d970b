import { writeFileSync } from 'node:fs'
import { toEnrichInput } from '../../fixtures/deals/enrich-input.ts'
import { judgeList } from '../../fixtures/descriptors/judge.ts'
import type { TruthList } from '../../fixtures/descriptors/truth-list.ts'
import { HELD_OUT, STUDIED } from '../../fixtures/descriptors/index.ts'
import { generateDeals } from '../../fixtures/deals/generate.ts'
import type { Judged } from '../../fixtures/labelled.ts'
import { getFamily } from '../../src/core/values/categories.ts'
import { enrich } from '../../src/core/enrichment/enrich.ts'
import { enrichmentPage, type Sample } from './report.ts'
import type { ScoreOptions } from './options.ts'
import { crossValidate } from './confidence.ts'
import { agreeWithOcrolus } from './ocrolus.ts'
import { readRealRows } from './real-rows.ts'
import { countRow, emptyTally, isExact, type Scored, type Tally } from './tally.ts'

/** The seed of the scored deals; training and tuning use others. */
const SEED = 'score'
/** The seed of the deals from which the confidence of each layer is taken. */
const CALIBRATION_SEED = 'calibrate'

/** Enriches generated deals and labelled samples, and writes docs/enrichment-accuracy.md. */
export function scoreEnrichment({ deals, isListing }: ScoreOptions): void {
  const tally = tallyDeals(SEED, deals)
  const calibration = tallyDeals(CALIBRATION_SEED, deals).rows
  const real = readRealRows()
  const samples: Sample[] = [
    { name: 'descriptors studied', judged: judgeTruthList(STUDIED) },
    { name: 'descriptors held out', judged: judgeTruthList(HELD_OUT) },
    ...[...Map.groupBy(real, ({ list }) => list)].map(([name, judged]) => ({ name, judged })),
  ]
  const page = enrichmentPage(tally, {
    samples,
    unseen: crossValidate(real),
    deals,
    calibration,
    agreements: agreeWithOcrolus(),
  })
  if (deals === 200) {
    writeFileSync(`${import.meta.dirname}/../../docs/enrichment-accuracy.md`, page)
  }
  console.log(isListing ? formatErrors(tally, samples) : page.split('\n## By leaf')[0])
}

function judgeTruthList(list: TruthList): Judged[] {
  return judgeList(list).map(({ truth, assigned, description, amount }) => ({
    description,
    amount,
    label: truth,
    assigned,
    isExact: assigned.slug === truth,
    isFamily: getFamily(assigned.slug) === getFamily(truth),
  }))
}

function tallyDeals(seed: string, count: number): Tally {
  const tally = emptyTally()
  for (const deal of generateDeals({ seed, count })) {
    const { transactions } = enrich(toEnrichInput(deal))
    for (const [index, row] of transactions.entries()) countRow(tally, deal.rows[index]!, row)
  }
  return tally
}

/** Every kind of error with an example, the most frequent first; every wrong sample. */
function formatErrors({ rows }: Tally, samples: readonly Sample[]): string {
  const wrong = Map.groupBy(
    rows.filter((row) => !isExact(row)),
    ({ truth, slug, ruleId }) => `${truth} → ${slug} by ${ruleId}`,
  )
  const lines = [...wrong]
    .toSorted(([, left], [, right]) => right.length - left.length)
    .map(([what, of]) => `${of.length}\t${what}\t${formatExamples(of)}`)
  const missed = samples.flatMap(({ judged }) =>
    judged.filter((one) => !one.isExact).map(formatLine),
  )
  return [...lines, ...missed].join('\n')
}

function formatExamples(rows: readonly Scored[]): string {
  return [rows[0]!, rows[Math.floor(rows.length / 2)]!].map((row) => row.description).join(' ¦ ')
}

function formatLine({ label, assigned, description }: Judged): string {
  return `sample\t${label} → ${assigned.slug} by ${assigned.ruleId}\t${description}`
}
