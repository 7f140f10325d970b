import { scanPages, toPdf, WEARS } from '../../bench/scans.ts'
import { corpusStatement } from '../../fixtures/corpus.ts'
import { DAMAGES } from '../../fixtures/damage/index.ts'
import { seeded } from '../../fixtures/model/random.ts'
import {
  toExpectedStatement,
  isFlagged,
  classifyOutcome,
  type Outcome,
} from '../../fixtures/outcome.ts'
import type { Tools } from '../../src/core/statements/formats/format.ts'
import { readStatement } from '../../src/core/statements/read-statement.ts'

/** Layouts that differ in what a scan may lose: fonts, rules, signs, columns, languages. */
const LAYOUTS = [
  'running-balance',
  'check-list',
  'card',
  'cycle-card',
  'credit-union',
  'sections-daily-balance',
  'debit-credit-columns',
  'world/uk-day-groups',
  'world/sg-brought-forward',
  'two-line-rows',
  'trailing-minus-totals',
  'world/fr-debit-credit',
]
/** Of so many the same statement is read again with a forged amount on the paper. */
const FORGED = 2
const FORGERY = 'altered row amount'
const WEAR = WEARS.find(({ name }) => name === 'office')!
const SEED = 0

export interface ScanMeasurement {
  layout: string
  isForged: boolean
  pages: number
  rows: number
  outcome: Outcome
  /** Figures read otherwise than at first because only so the statement closes. */
  repaired: number
}

/** What becomes of statements that were printed, scanned and sent as pictures. */
export async function measureScans(tools: Tools): Promise<ScanMeasurement[]> {
  const found: ScanMeasurement[] = []
  for (const [at, layout] of LAYOUTS.entries()) {
    for (const isForged of at < FORGED ? [false, true] : [false]) {
      const measurement = await measure(layout, isForged, tools)
      if (measurement) found.push(measurement)
      console.error(`${measurement?.outcome} ${layout}${isForged ? `, ${FORGERY}` : ''}`)
    }
  }
  return found
}

async function measure(
  layout: string,
  isForged: boolean,
  tools: Tools,
): Promise<ScanMeasurement | null> {
  const original = await corpusStatement(layout, SEED)
  const { apply } = DAMAGES.find(({ name }) => name === FORGERY)!
  const pdf = isForged ? await apply(original, seeded(`scan/${layout}`)) : original.pdf
  if (!pdf) return null
  const pages = scanPages(tools.pdf, pdf, WEAR)
  const reading = await readStatement(await toPdf(pages, WEAR), { filename: 'scan.pdf' }, tools)
  const { statements } = original.truth
  const honest = classifyOutcome(reading, statements.map(toExpectedStatement))
  return {
    layout,
    isForged,
    pages: pages.length,
    rows: statements.reduce((sum, { rows }) => sum + rows.length, 0),
    outcome: isForged ? (isFlagged(reading) ? 'flagged' : 'wrong') : honest,
    repaired: reading.problems.filter(({ code }) => code === 'figure_repaired').length,
  }
}

const PURPOSE =
  'Written by `npm run accuracy -- --scans`. Generated statements were printed, scanned in gray at ' +
  `${WEAR.dpi} dpi ${WEAR.skew} degree askew with noise, and compressed as JPEG; the built-in engine ` +
  'read them. *Exact*, *flagged* and *wrong* are as in `accuracy.md`; a forged amount has to be ' +
  'flagged. *Repaired* are figures read otherwise than at first because only so the statement ' +
  'closes; each is marked.'

/** The page of figures on scans. */
export function scansPage(measurements: readonly ScanMeasurement[]): string {
  const rows = measurements.map(({ layout, isForged, pages, rows: count, outcome, repaired }) =>
    [layout, isForged ? FORGERY : '', pages, count, outcome, repaired].join(' | '),
  )
  const counts = (['exact', 'flagged', 'wrong'] as const).map(
    (outcome) => `${measurements.filter((each) => each.outcome === outcome).length} ${outcome}`,
  )
  const head = 'layout | forged | pages | rows | outcome | repaired'
  const table = [head, '--- | --- | --: | --: | --- | --:', ...rows].map((row) => `| ${row} |`)
  return `# Accuracy of reading scans\n\n${PURPOSE}\n\nIn all: ${counts.join(', ')}.\n\n${table.join('\n')}\n`
}
