import type { Cents } from '../../values/money.ts'
import { toBin } from './sketch.ts'

/** What a portfolio counts of one submission, as its rows are. */
export interface SubmissionFacts {
  status: string
  dealStage: string | null
  source: string
  declineReasons: readonly string[]
  isProcessed: boolean
  paperGrade: string | null
  industry: string | null
  state: string | null
  /** Null until it has been analyzed. */
  needsReview: boolean | null
  /** From the start of the last run that succeeded to its end. */
  processingSeconds: number | null
  /** Of `metrics`; null until there are any. */
  currency: string | null
  /** Exact values by metric name, amounts in major units. */
  metrics: Readonly<Record<string, number | null>>
  anomalies: Readonly<Record<string, number>>
  documents: { count: number; pages: number; checked: number; suspicious: number }
  /** Documents that failed, by error code. */
  failures: Readonly<Record<string, number>>
  data: DataFacts
}

/** What follows from the rows of a submission; it changes with the data version alone. */
export interface DataFacts {
  /** By currency: how many transactions, and the sum of their absolute amounts. */
  volume: Readonly<Record<string, readonly [count: number, cents: Cents]>>
  /** Statements that are judged by their balances, and those of them that reconcile. */
  statements: readonly [judged: number, reconciled: number]
  /** Positions that were not rejected, by `funder id|name`. */
  positions: Readonly<Record<string, number>>
}

/** Facts of a submission without any data. */
export const NO_DATA: DataFacts = { volume: {}, statements: [0, 0], positions: {} }

/** What one submission adds to one counter: how often, and a sum in the facet's own unit. */
export type Contribution = readonly [facet: Facet, key: string, count: number, sum: number]

/** What is counted; a distribution is a facet of its own, `metric:<name>`. */
export type Facet =
  | 'submission' | 'status' | 'stage' | 'grade' | 'source' | 'processed' | 'industry' | 'state'
  | 'band' | 'analyzed' | 'review' | 'decline' | 'document' | 'page' | 'failure' | 'checked'
  | 'suspicious' | 'transaction' | 'judged' | 'reconciled' | 'funder' | 'anomaly'
  | `metric:${string}` // prettier-ignore

/** Sums of a distribution are in ten thousandths, so that adding them is exact. */
export const METRIC_SCALE = 10_000

/** Lower bounds of the bands of monthly true revenue, in major units. */
export const REVENUE_BANDS = [
  0, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
] as const

/** Metrics whose distribution a portfolio keeps; amounts are kept by currency. */
export const PORTFOLIO_METRICS: Readonly<Record<string, { unit: Unit; decimals: number }>> = {
  monthly_true_revenue: { unit: 'amount', decimals: 2 },
  average_daily_balance: { unit: 'amount', decimals: 2 },
  revenue_trend: { unit: 'ratio', decimals: 4 },
  holdback_ratio: { unit: 'ratio', decimals: 4 },
  debt_service_coverage_ratio: { unit: 'ratio', decimals: 4 },
  negative_days: { unit: 'days', decimals: 0 },
  nsf_overdraft_count: { unit: 'n', decimals: 0 },
  active_mca_positions: { unit: 'n', decimals: 0 },
  risk_score: { unit: 'score', decimals: 1 },
  processing_seconds: { unit: 'seconds', decimals: 1 },
}

/** Every facet there is. */
export const FACETS: readonly Facet[] = [
  'submission', 'status', 'stage', 'grade', 'source', 'processed', 'industry', 'state', 'band',
  'analyzed', 'review', 'decline', 'document', 'page', 'failure', 'checked', 'suspicious',
  'transaction', 'judged', 'reconciled', 'funder', 'anomaly',
  ...Object.keys(PORTFOLIO_METRICS).map((name) => `metric:${name}` as const),
] // prettier-ignore

type Unit = 'amount' | 'ratio' | 'days' | 'n' | 'score' | 'seconds'

/** Everything that one submission adds to the counters of its portfolio; unknown adds nothing. */
export function listContributions(facts: SubmissionFacts): Contribution[] {
  return [
    ['submission', '', 1, 0],
    ['status', facts.status, 1, 0],
    ['source', facts.source, 1, 0],
    ...one('stage', facts.dealStage),
    ...one('grade', facts.paperGrade),
    ...one('industry', facts.industry),
    ...one('state', facts.state),
    ...counted('processed', facts.isProcessed ? 1 : 0),
    ...counted('analyzed', facts.needsReview === null ? 0 : 1),
    ...counted('review', facts.needsReview === true ? 1 : 0),
    ...[...new Set(facts.declineReasons)].flatMap((code) => one('decline', code)),
    ...ofDocuments(facts),
    ...ofData(facts.data),
    ...each('anomaly', facts.anomalies),
    ...ofMetrics(facts),
  ]
}

/** What is to be added to counters that hold `before` so that they hold `after`. */
export function computeDifference(
  before: readonly Contribution[],
  after: readonly Contribution[],
): Contribution[] {
  const sums = new Map<string, [Facet, string, number, number]>()
  const add = (sign: 1 | -1, [facet, key, count, sum]: Contribution): void => {
    const name = `${facet}\n${key}`
    const known = sums.get(name) ?? [facet, key, 0, 0]
    sums.set(name, [facet, key, known[2] + sign * count, known[3] + sign * sum])
  }
  for (const contribution of before) add(-1, contribution)
  for (const contribution of after) add(1, contribution)
  return [...sums.values()].filter(([, , count, sum]) => count !== 0 || sum !== 0)
}

function ofDocuments({ documents, failures }: SubmissionFacts): Contribution[] {
  return [
    ...counted('document', documents.count),
    ...counted('page', documents.pages),
    ...counted('checked', documents.checked),
    ...counted('suspicious', documents.suspicious),
    ...each('failure', failures),
  ]
}

function ofData({ volume, statements, positions }: DataFacts): Contribution[] {
  const rows = Object.entries(volume).map(([currency, [count, cents]]): Contribution => [
    'transaction',
    currency,
    count,
    cents,
  ])
  const [judged, reconciled] = statements
  return [
    ...rows,
    ...counted('judged', judged),
    ...counted('reconciled', reconciled),
    ...each('funder', positions),
  ]
}

function ofMetrics({ metrics, currency, processingSeconds }: SubmissionFacts): Contribution[] {
  const values = { ...metrics, processing_seconds: processingSeconds }
  const distributions = Object.entries(PORTFOLIO_METRICS).flatMap(([name, { unit }]) => {
    const value = values[name as keyof typeof values] ?? null
    if (value === null || (unit === 'amount' && currency === null)) return []
    const key = `${unit === 'amount' ? currency : ''}|${toBin(value)}`
    const sum = Math.round(value * METRIC_SCALE)
    return [[`metric:${name}`, key, 1, sum] satisfies Contribution]
  })
  const revenue = metrics['monthly_true_revenue'] ?? null
  if (revenue === null || currency === null) return distributions
  const bound = REVENUE_BANDS.findLast((from) => revenue >= from) ?? 0
  return [...distributions, ['band', `${currency}|${bound}`, 1, 0]]
}

function one(facet: Facet, key: string | null): Contribution[] {
  return key === null || key === '' ? [] : [[facet, key, 1, 0]]
}

function counted(facet: Facet, count: number): Contribution[] {
  return count === 0 ? [] : [[facet, '', count, 0]]
}

function each(facet: Facet, counts: Readonly<Record<string, number>>): Contribution[] {
  return Object.entries(counts).map(([key, count]) => [facet, key, count, 0])
}
