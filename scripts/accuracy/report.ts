import { DAMAGES } from '../../fixtures/damage/index.ts'
import type { Outcome } from '../../fixtures/outcome.ts'
import { figureTable } from '../markdown.ts'
import type { BundleScore } from './first-contact/bundles.ts'
import type { Judgement } from './first-contact/judge.ts'
import { formatBundles, formatFirstContact, formatStraightThrough } from './first-contact/page.ts'
import type { Measurement } from './measure.ts'
import { formatNeverWrong } from './never-wrong.ts'
import type { SampleMeasurement } from './samples.ts'

type Measured = Pick<Measurement, 'outcome' | 'outcomeUnaided' | 'isPlainExact'>

const HEAD = [
  '',
  'read',
  'exact',
  'flagged',
  'wrong',
  'exact unaided',
  'wrong unaided',
  'plain exact',
]
const PURPOSE =
  'Written by `npm run accuracy`. A statement is **exact** when opening and closing balance, period, ' +
  'and date, amount and words of every row are those it was printed from, for every account in the ' +
  'file; **flagged** when it is not, and its reconciliation or a problem says so; **wrong** is the ' +
  'rest. *Unaided* is read without any layout data. *Plain* is `pdftotext -layout` and one pattern ' +
  'over date, description and amount, judged by dates and amounts alone; it flags nothing. ' +
  'How well the rows are categorized stands in [enrichment-accuracy.md](enrichment-accuracy.md).'

/** What is read of files that were not drawn for this. */
interface Files {
  samples: readonly SampleMeasurement[]
  read: readonly Judgement[]
  bundles: BundleScore
}

/** The page of figures; sample files are named, their content is not. */
export function accuracyPage(
  measurements: readonly Measurement[],
  { samples, read, bundles }: Files,
): string {
  const undamaged = measurements.filter(({ damage }) => damage === 'none')
  const kinds = new Map(DAMAGES.map(({ name, expectation }) => [name, expectation]))
  const sections = [
    ['# Accuracy of reading PDF statements', PURPOSE],
    [
      '## In all',
      table([
        ['all', measurements],
        ['undamaged', undamaged],
        ...byExpectation(measurements, kinds),
      ]),
    ],
    ['## First contact', formatFirstContact()],
    ['## Straight through today', formatStraightThrough(read)],
    ['## Several documents in a file', formatBundles(bundles)],
    ['## Never silently wrong', formatNeverWrong()],
    ['## By damage', table(groups(measurements, ({ damage }) => damage))],
    ['## By layout', table(groups(measurements, ({ layout }) => layout))],
    ['## Sample files', sampleTable(samples)],
  ]
  return `${sections.flat().join('\n\n')}\n`
}

function byExpectation(
  measurements: readonly Measurement[],
  kinds: ReadonlyMap<string, string>,
): [string, readonly Measured[]][] {
  const names: Record<string, string> = {
    exact: 'other file or print, same content',
    safe: 'something is lost or added',
    flagged: 'a digit is altered',
  }
  return groups(
    measurements.filter(({ damage }) => damage !== 'none'),
    ({ damage }) => names[kinds.get(damage)!]!,
  )
}

function groups(
  measurements: readonly Measurement[],
  key: (measurement: Measurement) => string,
): [string, readonly Measured[]][] {
  return [...Map.groupBy(measurements, key)]
}

function table(rows: readonly (readonly [string, readonly Measured[]])[]): string {
  const lines = rows.map(([name, all]) => [name, ...formatCounts(all)])
  return figureTable(HEAD, lines)
}

function formatCounts(all: readonly Measured[]): string[] {
  const count = (outcome: Outcome): number => all.filter((each) => each.outcome === outcome).length
  const unaided = (outcome: Outcome): number =>
    all.filter((each) => each.outcomeUnaided === outcome).length
  const plain = all.filter(({ isPlainExact }) => isPlainExact !== null)
  return [
    String(all.length),
    share(count('exact'), all.length),
    share(count('flagged'), all.length),
    share(count('wrong'), all.length),
    share(unaided('exact'), all.length),
    share(unaided('wrong'), all.length),
    plain.length === 0
      ? '–'
      : share(plain.filter((each) => each.isPlainExact).length, plain.length),
  ]
}

/** `98 (96.1 %)`; nothing at all stays 0. */
function share(count: number, total: number): string {
  return count === 0 ? '0' : `${count} (${((100 * count) / total).toFixed(1)} %)`
}

function sampleTable(samples: readonly SampleMeasurement[]): string {
  if (samples.length === 0) return 'The samples were not at hand.'
  const rows = samples.map(({ name, outcome, outcomeUnaided, isPlainExact }) => {
    const plain = isPlainExact === null ? '–' : isPlainExact ? 'exact' : 'wrong'
    return `| ${name} | ${outcome} | ${outcomeUnaided} | ${plain} |`
  })
  return ['| file | outcome | unaided | plain |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
