import { numberWithin, text } from '../../src/core/values/rows/cells.ts'
import { readRows } from '../../src/core/values/rows/rows.ts'
import type { Judged } from '../../fixtures/labelled.ts'
import type { Unseen } from './confidence.ts'
import type { Agreement } from './ocrolus.ts'
import { figureTable } from '../markdown.ts'
import { isExact, isFamily, percent, type Scored, type Tally } from './tally.ts'

export interface Sample {
  name: string
  judged: readonly Judged[]
}

const PURPOSE =
  'Written by `npm run score -- enrichment`. A row is **exact** when its first category is the leaf ' +
  'that it was generated from, and right in its **family** when both are fees, transfers, debt, ' +
  'income or expense. The deals are drawn by `fixtures/deals` from words of its own, but its pools ' +
  'of parties are finite and rules were improved by looking at what it draws: its figures are an ' +
  'upper bound. The descriptors of `fixtures/descriptors` are written by us after what banks print, ' +
  'two or more for each leaf: one list is studied, the other is only scored. The sample files are descriptors that others printed and labelled, measured; ' +
  'they are the nearest to what an unknown statement gives; only the confidence is fitted to them.\n\n' +
  'Brands are those of name-suggestion-index (BSD-3-Clause, `data/brands.LICENSE.md`) by leaf, and ' +
  'the model is a linear one over the letters of names, trained on the same index with one name in ' +
  'ten held out; `npm run registry` writes both and prints how many of the held out names it gets ' +
  'right. Lists, brands and phrases are compiled into `registry/registry.json` (2 MB, a golden), which ' +
  'is opened with the first transaction. A guess below 0.6 is for review.'

const CALIBRATION =
  'What each confidence is worth on generated deals of another seed than the one that is scored, where ' +
  'a layer said it twenty times or more. The weights were not fitted to them: generated deals are ' +
  'easier than real rows, so more is right than is said. Layers that need what deals do not carry ' +
  '(merchant codes, a provider, a tenant) keep the confidence that the taxonomy gives them.'

/** Fewest rows for which a share is shown. */
const MIN_ROWS = 20

const REAL =
  'Descriptors that others printed and labelled, each by a model that was fitted without it (ten folds). ' +
  'The lists have been read since their first contact, and classes of errors were mended: ' +
  '`fixtures/first-contact/enrichment/scores.csv` has what they scored before. A row of a mended class ' +
  'counts as 0.4 right in the fit, because the next of its kind may be of a class that nobody has seen. ' +
  '`npm run score -- confidence` fits the weights anew.'

const count = numberWithin(0, 9_999)

/** What each list scored when it was read for the first time. */
const FIRST_SCORES = readRows(
  new URL('../../fixtures/first-contact/enrichment/scores.csv', import.meta.url),
  {
    list: text,
    date: text,
    commit: text,
    rows: count,
    exact: count,
    family: count,
    'said_with_0.9_or_more': count,
    of_these_wrong: count,
    'said_with_0.95_or_more': count,
    of_these_right: count,
  },
  ['list'],
)

interface PageData {
  samples: readonly Sample[]
  /** Real rows with their cross-validated confidence. */
  unseen: readonly Unseen[]
  deals: number
  /** Rows of the deals from which confidence is taken. */
  calibration: readonly Scored[]
  agreements: readonly Agreement[] | null
}

/** The page of figures of enrichment. */
export function enrichmentPage(
  tally: Tally,
  { samples, deals, calibration, agreements, unseen }: PageData,
): string {
  const { rows } = tally
  const sections = [
    ['# Accuracy of enrichment', PURPOSE],
    ['## In all', overall(tally, { samples, deals })],
    ['## Confidence on real rows', REAL, byList(unseen), byBand(unseen)],
    ['## By confidence', byConfidence(rows)],
    ['## By layer', bySource(rows)],
    ['## Calibration', CALIBRATION, byLayerConfidence(calibration)],
    ["## Agreement with a provider's tags", byTag(agreements)],
    ['## Worst confusions', confusions(rows)],
    ['## By leaf', byLeaf(rows)],
  ]
  return `${sections.flat().join('\n\n')}\n`
}

function overall(
  { rows, inflowCents, rightlyDecidedCents }: Tally,
  { samples, deals }: { samples: readonly Sample[]; deals: number },
): string {
  return figureTable(
    ['', 'rows', 'exact at first contact', 'exact', 'family', 'revenue or not, by amount'],
    [
      [
        `${deals} generated deals`,
        rows.length,
        '',
        percent(rows.filter(isExact).length, rows.length),
        percent(rows.filter(isFamily).length, rows.length),
        percent(rightlyDecidedCents, inflowCents),
      ],
      ...samples.map(({ name, judged }) => [
        name,
        judged.length,
        readFirstScore(name),
        percent(judged.filter((one) => one.isExact).length, judged.length),
        percent(judged.filter((one) => one.isFamily).length, judged.length),
        '',
      ]),
    ],
  )
}

/** What a list scored before anything was changed for it; empty where that was not measured. */
function readFirstScore(name: string): string {
  const first = FIRST_SCORES.find(({ list }) => list === name)
  return first ? percent(first.exact, first.rows) : ''
}

const BANDS = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01]

/** Of each list: what is sure enough to be taken as it is, and how much of it is right. */
function byList(unseen: readonly Unseen[]): string {
  const lines = [...Map.groupBy(unseen, ({ list }) => list), ['all', unseen] as const].map(
    ([name, of]) => {
      const [sure, surer] = [0.9, 0.95].map((least) => of.filter(({ leaf }) => leaf >= least))
      const families = of.filter(({ family }) => family >= 0.95)
      return [
        name,
        of.length,
        percent(sure!.length, of.length),
        percent(sure!.filter(({ isExact }) => isExact).length, sure!.length),
        percent(surer!.length, of.length),
        percent(surer!.filter(({ isExact }) => isExact).length, surer!.length),
        percent(families.filter(({ isFamily }) => isFamily).length, families.length),
      ]
    },
  )
  const columns = ['', 'rows', '0.9 or more', 'exact', '0.95 or more', 'exact', 'family at 0.95']
  return figureTable(columns, lines)
}

function byBand(unseen: readonly Unseen[]): string {
  const lines = BANDS.slice(0, -1).flatMap((from, at) => {
    const band = unseen.filter(({ leaf }) => leaf >= from && leaf < BANDS[at + 1]!)
    if (band.length === 0) return []
    const mean = band.reduce((sum, { leaf }) => sum + leaf, 0)
    const right = band.filter(({ isExact }) => isExact).length
    const to = Math.min(BANDS[at + 1]!, 1).toFixed(2)
    const shares = [percent(mean, band.length), percent(right, band.length)]
    return [[`${from.toFixed(2)} to ${to}`, band.length, ...shares]]
  })
  return figureTable(['confidence', 'rows', 'mean confidence', 'exact'], lines)
}

function byConfidence(rows: readonly Scored[]): string {
  const lines = BANDS.slice(0, -1).flatMap((from, at) => {
    const to = BANDS[at + 1]!
    const band = rows.filter(({ confidence }) => confidence >= from && confidence < to)
    if (band.length === 0) return []
    const mean = band.reduce((sum, { confidence }) => sum + confidence, 0)
    return [
      [
        `${from.toFixed(2)} to ${Math.min(to, 1).toFixed(2)}`,
        percent(band.length, rows.length),
        percent(mean, band.length),
        percent(band.filter(isExact).length, band.length),
      ],
    ]
  })
  return figureTable(['confidence', 'share of rows', 'mean confidence', 'exact'], lines)
}

function bySource(rows: readonly Scored[]): string {
  const layers = Map.groupBy(rows, ({ source, ruleId }) => formatLayer(source, ruleId))
  const lines = [...layers]
    .toSorted(([, left], [, right]) => right.length - left.length)
    .map(([name, of]) => [
      name,
      percent(of.length, rows.length),
      percent(
        of.reduce((sum, { confidence }) => sum + confidence, 0),
        of.length,
      ),
      percent(of.filter(isExact).length, of.length),
    ])
  return figureTable(['layer', 'share of rows', 'mean confidence', 'exact'], lines)
}

function byLayerConfidence(rows: readonly Scored[]): string {
  const groups = Map.groupBy(
    rows,
    ({ source, ruleId, confidence }) => `${formatLayer(source, ruleId)}|${confidence.toFixed(2)}`,
  )
  const lines = [...groups]
    .filter(([, of]) => of.length >= MIN_ROWS)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, of]) => [
      ...name.split('|'),
      of.length,
      percent(of.filter(isExact).length, of.length),
    ])
  return figureTable(['layer', 'said', 'rows', 'exact'], lines)
}

function formatLayer(source: string, ruleId: string | null): string {
  return `${source} ${(ruleId ?? '').split(':')[0]}`.trim()
}

function byTag(agreements: readonly Agreement[] | null): string {
  if (agreements === null) return 'The example rows of the provider were not present.'
  return figureTable(
    ['tag of Ocrolus', 'rows', 'agreed'],
    agreements.map(({ tag, rows, agreed }) => [tag, rows, agreed]),
  )
}

function confusions(rows: readonly Scored[]): string {
  const wrong = Map.groupBy(
    rows.filter((row) => !isExact(row)),
    ({ truth, slug }) => `${truth} ${slug}`,
  )
  const worst = [...wrong].toSorted(([, left], [, right]) => right.length - left.length)
  return figureTable(
    ['is', 'was said to be', 'rows'],
    worst.slice(0, 10).map(([pair, of]) => [...pair.split(' '), of.length]),
  )
}

function byLeaf(rows: readonly Scored[]): string {
  const predicted = Map.groupBy(rows, ({ slug }) => slug)
  const lines = [...Map.groupBy(rows, ({ truth }) => truth)]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([slug, of]) => {
      const right = of.filter(isExact).length
      return [
        slug,
        of.length,
        percent(right, of.length),
        percent(right, predicted.get(slug)?.length ?? 0),
      ]
    })
  return figureTable(['leaf', 'rows', 'found', 'right when said'], lines)
}
