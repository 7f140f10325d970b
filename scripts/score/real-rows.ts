import { parseRows } from '../../src/core/values/rows/rows.ts'
import { readFileSync } from 'node:fs'
import { text, range } from '../../src/core/values/rows/cells.ts'
import { readFeatures, type Features } from '../../src/core/enrichment/confidence/features.ts'
import { readDealRows } from '../../src/core/enrichment/deal-rows.ts'
import { classifyRows } from '../../src/core/enrichment/passes.ts'
import { collectCandidates } from '../../src/core/enrichment/rules/classify.ts'
import {
  alone,
  bareRow,
  judgeBattery,
  judgeLabelled,
  type Judged,
} from '../../fixtures/labelled.ts'

/** Lists of descriptors that others printed and labelled. */
const LABELLED = ['labelled-sample', 'labelled-real-2', 'labelled-uk-sample', 'labelled-uk-2']
/** Lists that others wrote after what banks print. */
const BATTERIES = ['battery-1', 'battery-2', 'battery-3', 'battery-4']

/** A labelled descriptor with what its confidence is estimated from. */
export interface RealRow extends Judged {
  list: string
  features: Features
  /** Whether it was wrong when the list was first read; its class has been mended since. */
  wasWrong: boolean
}

const FIRST = new URL('../../fixtures/first-contact/enrichment/wrong-at-first.csv', import.meta.url)

/** The rows of the lists that are present; the battery always is. */
export function readRealRows(): RealRow[] {
  const first = parseRows(
    { name: 'wrong-at-first.csv', text: readFileSync(FIRST, 'utf8') },
    { list: text, row: range(1, 9999) },
    ['list', 'row'],
  )
  const wrong = new Set(first.map(({ list, row }) => `${list} ${row[0]}`))
  return [
    ...LABELLED.map((list) => ({ list, judged: judgeLabelled(`${list}.csv`) ?? [] })),
    ...BATTERIES.map((list) => ({ list, judged: judgeBattery(`${list}.csv`) })),
  ].flatMap(({ list, judged }) =>
    judged.map((one, index): RealRow => {
      const { description, amount } = one
      const wasWrong = wrong.has(`${list} ${index + 1}`)
      return { ...one, list, features: readLineFeatures(description, amount), wasWrong }
    }),
  )
}

function readLineFeatures(description: string, amount: number): Features {
  const deal = readDealRows(alone([bareRow(description, amount, 0)]))
  const { context } = classifyRows(deal)
  const [row] = deal.rows
  const [candidate, runnerUp = null] = collectCandidates(row!, context)
  return readFeatures({ candidate: candidate!, runnerUp, row: row! })
}
