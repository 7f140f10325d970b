import { roundNumber } from '../arithmetic.ts'
import { Type, type Static } from 'typebox'
import {
  BENCHMARK_METRICS,
  BENCHMARK_SCOPES,
  PEER_GROUPS,
  PEERS_MIN,
  peersIn,
  sharedOut,
  computeStanding,
  type Peer,
  type PeerGroup,
} from '../benchmarks/peers.ts'
import { judge, windowNamed, type Reason } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { computeMetric, roundValue, type Metric, computeExact } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'
import { REVENUE } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { DateRangeHead, Figure, Nullable, Shape, StatusName, Text } from '../schemas.ts'
import { buildQuerySchema } from './paging.ts'

const Benchmark = Shape({
  name: Type.String(),
  label: Type.String(),
  unit: Type.String(),
  value: Figure,
  /** The own range of the metric, which is that of the peers' values too. */
  date_range: DateRangeHead,
  higher_is_better: Nullable(Type.Boolean()),
  status: StatusName,
  reasons: Type.Array(Type.String()),
  percentile: Figure,
  rank: Nullable(Type.Integer()),
  sample_size: Type.Integer(),
  p10: Figure,
  p25: Figure,
  p50: Figure,
  p75: Figure,
  p90: Figure,
  standing: Text,
  peer_group: Text,
  scope: Type.String(),
})

const schema = reportSchema({
  metrics: Type.Array(Benchmark),
  /** What is held against what, as a sentence. */
  comparison: Type.String(),
  minimum_sample_size: Type.Integer(),
  peers_count: Type.Integer(),
})

const KEPT = 'as it was when its numbers last changed. Nothing of theirs is shown but quantiles.'

const COMPARISONS: Readonly<Record<(typeof BENCHMARK_SCOPES)[number], string>> = {
  tenant:
    'Each metric over its own date range, compared with those of the other businesses of this ' +
    `environment with the same currency: the latest processed submission of each, ${KEPT}`,
  network:
    'Each metric over its own date range, compared with those of the businesses of all tenants that ' +
    'let theirs take part, at most a quarter of any one tenant’s, with the same currency: the ' +
    `latest processed submission of each, ${KEPT}`,
}

/** Where the business stands among those of the same portfolio (formulas section 17). */
export const benchmarks: Report = {
  name: 'benchmarks',
  title: 'Benchmarks',
  description:
    'Percentile and rank of twelve metrics among at least 30 businesses of the own portfolio, ' +
    'or with scope=network of all tenants that opted in (benchmarks_opt_in).',
  defaultWindow: 'all',
  query: buildQuerySchema({
    scope: Type.Optional(Type.Enum(BENCHMARK_SCOPES, { default: 'tenant' })),
    peer_group: Type.Optional(Type.Enum(PEER_GROUPS)),
  }),
  schema,
  needsPeers: true,
  compute: computeBenchmarks,
}

/** The exact values of the metrics that are compared, as a portfolio keeps them. */
export function benchmarkValues(ledger: Ledger): Peer['values'] {
  const values = BENCHMARK_METRICS.map((name) => [name, computeExact(ledger, findMetric(name)!)])
  return Object.fromEntries(values) as Peer['values']
}

function computeBenchmarks(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? windowNamed(ledger, 'all')
  const { blocks, weakens } = judge(ledger, window, REVENUE)
  const peers = request.peers ?? []
  const metrics = BENCHMARK_METRICS.map((name) =>
    buildBenchmark(ledger, findMetric(name)!, request),
  )
  const isKnown = blocks.length === 0 && metrics.some(({ percentile }) => percentile !== null)
  const few: Reason[] = blocks.length === 0 && !isKnown ? ['insufficient_peers'] : []
  const reasons = blocks.length > 0 ? blocks : [...weakens, ...few]
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons }),
    metrics,
    comparison: COMPARISONS[readScope(request)],
    minimum_sample_size: PEERS_MIN,
    peers_count: peers.length,
  }
}

/** The closest group with enough peers that have the metric decides (formulas K3). */
function buildBenchmark(
  ledger: Ledger,
  metric: Metric,
  request: ReportRequest,
): Static<typeof Benchmark> {
  const { peers, options } = request
  // Peers are kept over the metric's own range; another one would compare days that are not alike.
  const { exact, reasons: why, window } = computeMetric(ledger, metric)
  const value = typeof exact === 'number' ? exact : null
  const own = {
    naicsCode: ledger.company.naicsCode,
    monthlyRevenue: computeExact(ledger, findMetric('monthly_true_revenue')!),
  }
  const requestedGroup = options['peer_group'] as PeerGroup | undefined
  const groups = requestedGroup === undefined ? PEER_GROUPS : [requestedGroup]
  const samples = groups.map((group) => ({
    group,
    values: listPeerValues(metric, peersIn(group, own, peers ?? [])),
  }))
  const chosen = samples.find(({ values }) => values.length >= PEERS_MIN) ?? null
  const standing =
    value === null || chosen === null
      ? null
      : computeStanding(value, chosen.values, metric.isHigherBetter)
  const round = (number: number | null): number | null =>
    roundValue(number, metric, ledger.currency) as number | null
  const reasons: Reason[] = value === null ? why : standing === null ? ['insufficient_peers'] : []
  return {
    name: metric.name,
    label: metric.label,
    unit: metric.unit,
    value: round(value),
    date_range: { name: window.name, start_date: window.startDate, end_date: window.endDate },
    higher_is_better: metric.isHigherBetter,
    status: standing === null ? 'not_available' : 'available',
    reasons,
    percentile: roundNumber(standing?.percentile ?? null, 1),
    rank: standing?.rank ?? null,
    sample_size: chosen?.values.length ?? 0,
    p10: round(standing?.quantiles.p10 ?? null),
    p25: round(standing?.quantiles.p25 ?? null),
    p50: round(standing?.quantiles.p50 ?? null),
    p75: round(standing?.quantiles.p75 ?? null),
    p90: round(standing?.quantiles.p90 ?? null),
    standing: standing?.standing ?? null,
    peer_group: chosen?.group ?? null,
    scope: readScope(request),
  }
}

function readScope({ options }: ReportRequest): (typeof BENCHMARK_SCOPES)[number] {
  return options['scope'] === 'network' ? 'network' : 'tenant'
}

/** The metric's values of those peers that have it. */
function listPeerValues({ name }: Metric, peers: readonly Peer[]): number[] {
  const having = peers.filter(({ values }) => (values[name] ?? null) !== null)
  return sharedOut(having).map(({ values }) => values[name]!)
}
