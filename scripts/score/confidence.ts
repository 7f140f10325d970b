import { writeFileSync } from 'node:fs'
import { fitLogistic, probability, type Example, type Weights } from './logistic.ts'
import { readRealRows, type RealRow } from './real-rows.ts'

const FILE = `${import.meta.dirname}/../../src/core/enrichment/confidence/weights.csv`

const FOLDS = 10
const RIDGE = 1

/**
 * How right a row is whose class was mended after the list had been read: the next row of its kind
 * may be of a class that nobody has seen.
 */
const MENDED = 0.4

/** A row with the confidence that a model gives it which was fitted without it. */
export interface Unseen extends RealRow {
  leaf: number
  family: number
}

/** Fits the weights of confidence to all real rows and writes them; prints the check on unseen. */
export function fitConfidence(): void {
  const rows = readRealRows()
  if (rows.length === 0) throw new Error('the labelled lists are not here (ASSAY_SAMPLES_DIR)')
  const [leaf, family] = [fit(rows, 'isExact'), fit(rows, 'isFamily')]
  const lines = [...leaf.keys()].toSorted().map((name) => {
    return [name, leaf.get(name)!.toFixed(2), family.get(name)!.toFixed(2)].join(',')
  })
  writeFileSync(FILE, `feature,leaf,family\n${lines.join('\n')}\n`)
  console.log(`${rows.length} rows, ${lines.length} features: ${FILE}`)
}

/** Each real row by a model that was fitted on the other nine tenths. */
export function crossValidate(rows: readonly RealRow[]): Unseen[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const isOwn = (_: RealRow, index: number): boolean => index % FOLDS === fold
    const others = rows.filter((row, index) => !isOwn(row, index))
    const [leaf, family] = [fit(others, 'isExact'), fit(others, 'isFamily')]
    return rows.filter(isOwn).map((row) => {
      const sure = probability(row.features, leaf)
      return { ...row, leaf: sure, family: Math.max(sure, probability(row.features, family)) }
    })
  })
}

function fit(rows: readonly RealRow[], what: 'isExact' | 'isFamily'): Weights {
  const examples = rows.map((row): Example => {
    const right = row[what] ? 1 : 0
    const isMended = what === 'isExact' && row.isExact && row.wasWrong
    return { features: row.features, target: isMended ? MENDED : right }
  })
  return fitLogistic(examples, RIDGE)
}
