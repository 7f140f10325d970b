import type { Static } from 'typebox'
import type { PlainDate } from '../../values/dates.ts'
import { toMajor } from '../../values/money.ts'
import { computeRatio, roundNumber } from '../arithmetic.ts'
import { toBucket, type Grain } from './buckets.ts'
import {
  METRIC_SCALE,
  PORTFOLIO_METRICS,
  REVENUE_BANDS,
  type Contribution,
  type Facet,
} from './contribution.ts'
import type { Portfolio } from './schema.ts'
import { REASON_STATEMENTS } from '../settings/reasons.ts'
import { quantilesOfBins, RELATIVE_ACCURACY } from './sketch.ts'

type Body = Static<typeof Portfolio>

/** A counter of the series with the first day of its bucket. */
export type DatedContribution = readonly [bucket: PlainDate, ...Contribution]

/** The input of a portfolio's numbers. */
export interface Counted {
  since: PlainDate | null
  until: PlainDate | null
  granularity: Grain
  /** A distribution of fewer values has no quantile and no mean. */
  leastN: number
  totals: readonly Contribution[]
  series: readonly DatedContribution[]
}

/** What the series counts. */
export const SERIES_COUNTERS: readonly (readonly [facet: Facet, key: string])[] = [
  ['submission', ''],
  ['processed', ''],
  ['status', 'failed'],
  ['stage', 'funded'],
]

const RATE_DECIMALS = 4
/** The quantiles of a distribution: p10, p25, p50, p75, p90. */
const QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9] as const

/** Numbers that the service has no source for yet; each is null, with its reason. */
const MISSING = [
  [
    'funders',
    'no_submissions_to_funders',
    'What was sent to funders is not counted here; each funder shows its own.',
  ],
  [
    'policies',
    'no_evaluations',
    'Results of policies are not counted here; each policy shows its own.',
  ],
  ['outcomes.amount', 'no_outcomes', 'No funded amount is reported to Assay.'],
  ['outcomes.default_rate', 'no_outcomes', 'No default is reported to Assay.'],
] as const

/** The numbers of a portfolio from its counters; a rate of nothing is null. */
export function summarizePortfolio(counted: Counted): Body {
  const tree = buildTree(counted.totals)
  const { total, keys } = createReaders(tree)
  const volume = buildVolume(tree)
  return {
    period: { since: counted.since, until: counted.until },
    submissions: {
      total: total('submission'),
      by_status: keys('status'),
      by_stage: keys('stage'),
      by_grade: keys('grade'),
      by_source: keys('source'),
      processed_rate: rate(total('processed'), total('submission')),
      median_processing_seconds: quantile(tree, 'processing_seconds', 0.5),
    },
    volume: { documents: total('document'), pages: total('page'), ...volume },
    quality: {
      reconciliation_rate: rate(total('reconciled'), total('judged')),
      review_rate: rate(total('review'), total('analyzed')),
      failed_documents_by_code: keys('failure'),
      tamper_rate: rate(total('suspicious'), total('checked')),
      altered_documents: total('suspicious'),
      examined_documents: total('checked'),
    },
    distributions: Object.keys(PORTFOLIO_METRICS).flatMap((name) =>
      buildDistributions(tree, name, counted.leastN),
    ),
    relative_accuracy: RELATIVE_ACCURACY,
    revenue_bands: buildRevenueBands(keys('band')),
    industries: ranked(keys('industry')).map(([industry, submissions]) => ({
      industry,
      submissions,
    })),
    states: ranked(keys('state')).map(([state, submissions]) => ({ state, submissions })),
    funders: null,
    positions: { total: total('funder'), by_funder: ranked(keys('funder')).map(toFunder) },
    anomalies: { by_kind: keys('anomaly') },
    policies: null,
    declines: ranked(keys('decline')).map(([code, count]) => ({
      code,
      text: nameReason(code),
      count,
    })),
    outcomes: { funded: keys('stage')['funded'] ?? 0, amount: null, default_rate: null },
    series: buildSeries(counted),
    groups: [],
    reasons: listReasons(volume.by_currency.length),
  }
}

/** The sentence of a reason; null for a code of an older version. */
function nameReason(code: string): string | null {
  return Object.entries(REASON_STATEMENTS).find(([name]) => name === code)?.[1] ?? null
}

type Tree = Map<string, Map<string, { count: number; sum: number }>>

function buildTree(totals: readonly Contribution[]): Tree {
  const tree: Tree = new Map()
  for (const [facet, key, count, sum] of totals) {
    const known = tree.get(facet) ?? new Map()
    tree.set(facet, known.set(key, { count, sum }))
  }
  return tree
}

function createReaders(tree: Tree): {
  total: (facet: Facet) => number
  keys: (facet: Facet) => Record<string, number>
} {
  const keys = (facet: Facet): Record<string, number> => {
    const entries = [...(tree.get(facet) ?? [])].map(([key, { count }]) => [key, count] as const)
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
  const total = (facet: Facet): number =>
    [...(tree.get(facet)?.values() ?? [])].reduce((sum, { count }) => sum + count, 0)
  return { total, keys }
}

function rate(part: number, whole: number): number | null {
  return roundNumber(computeRatio(part, whole), RATE_DECIMALS)
}

/** The greatest first, the name decides between equals. */
function ranked(counts: Record<string, number>): [string, number][] {
  return Object.entries(counts).sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
}

/** Amounts of several currencies have no sum. */
function buildVolume(
  tree: Tree,
): Pick<Body['volume'], 'transactions' | 'amount' | 'currency' | 'by_currency'> {
  const by_currency = [...(tree.get('transaction') ?? [])]
    .map(([currency, { count, sum }]) => ({
      currency,
      transactions: count,
      amount: toMajor(sum, currency),
    }))
    .toSorted((a, b) => b.transactions - a.transactions || (a.currency < b.currency ? -1 : 1))
  const transactions = by_currency.reduce((sum, own) => sum + own.transactions, 0)
  const only = by_currency.length === 1 ? by_currency[0]! : null
  return {
    transactions,
    amount: only?.amount ?? null,
    currency: only?.currency ?? null,
    by_currency,
  }
}

function listReasons(currencies: number): Body['reasons'] {
  const amount =
    currencies > 1
      ? ([['volume.amount', 'several_currencies', 'Amounts stand by currency.']] as const)
      : currencies === 0
        ? ([['volume.amount', 'no_transactions', 'There are no transactions.']] as const)
        : []
  return [...MISSING, ...amount].map(([field, code, text]) => ({ field, code, text }))
}

interface Distribution {
  bins: Map<number, number>
  count: number
  sum: number
}

/** The distributions of a metric by currency; `''` where it has none. */
function readSketches(tree: Tree, name: string): Map<string, Distribution> {
  const sketches = new Map<string, Distribution>()
  for (const [key, { count, sum }] of tree.get(`metric:${name}`) ?? []) {
    const cut = key.indexOf('|')
    const [currency, bin] = [key.slice(0, cut), key.slice(cut + 1)]
    const known = sketches.get(currency) ?? { bins: new Map(), count: 0, sum: 0 }
    known.bins.set(Number(bin), count)
    known.count += count
    known.sum += sum
    sketches.set(currency, known)
  }
  return sketches
}

function quantile(tree: Tree, name: string, share: number): number | null {
  const bins = readSketches(tree, name).get('')?.bins ?? new Map<number, number>()
  return roundNumber(quantilesOfBins(bins, [share])[0]!, PORTFOLIO_METRICS[name]!.decimals)
}

function buildDistributions(tree: Tree, name: string, leastN: number): Body['distributions'] {
  const { unit, decimals } = PORTFOLIO_METRICS[name]!
  const byCurrency = [...readSketches(tree, name)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return byCurrency.map(([currency, { bins, count, sum }]) => {
    const isKnown = count >= leastN
    const values = isKnown ? quantilesOfBins(bins, QUANTILES) : []
    const at = (index: number): number | null => roundNumber(values[index] ?? null, decimals)
    return {
      metric: name,
      unit,
      currency: currency === '' ? null : currency,
      p10: at(0),
      p25: at(1),
      p50: at(2),
      p75: at(3),
      p90: at(4),
      mean: isKnown ? roundNumber(sum / count / METRIC_SCALE, Math.max(decimals, 2)) : null,
      n: count,
    }
  })
}

function buildRevenueBands(counts: Record<string, number>): Body['revenue_bands'] {
  return Object.entries(counts)
    .map(([key, submissions]) => {
      const [currency = '', bound] = key.split('|')
      const from = Number(bound)
      const to = REVENUE_BANDS.find((other) => other > from) ?? null
      return { currency, from, to, submissions }
    })
    .toSorted((a, b) =>
      a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : a.from - b.from,
    )
}

function toFunder([key, positions]: [string, number]): Body['positions']['by_funder'][number] {
  const cut = key.indexOf('|')
  const id = key.slice(0, cut)
  return { funder_id: id === '' ? null : id, name: key.slice(cut + 1), positions }
}

/** By the day on which submissions were created; periods without any are left out. */
function buildSeries({ series, granularity }: Counted): Body['series'] {
  const periods = Map.groupBy(series, ([bucket]) => toBucket(granularity, bucket))
  return [...periods]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, own]) => {
      const count = (facet: Facet, key: string): number =>
        own.reduce(
          (sum, [, name, value, each]) => (name === facet && value === key ? sum + each : sum),
          0,
        )
      return {
        period: period.slice(0, PERIOD_LENGTH[granularity]),
        created: count('submission', ''),
        processed: count('processed', ''),
        failed: count('status', 'failed'),
        funded: count('stage', 'funded'),
      }
    })
}

const PERIOD_LENGTH: Record<Grain, number> = { year: 4, month: 7, day: 10 }
