import type { Ledger } from '../src/core/analytics/ledger.ts'
import { daysBetween } from '../src/core/values/dates.ts'
import { getExponent } from '../src/core/values/money.ts'
import { computeMetric, type Metric, type MetricParameters } from '../src/core/analytics/metric.ts'
import { recompute } from '../src/core/analytics/metric/recompute.ts'
import { resolveBasis } from '../src/core/analytics/metric/resolved.ts'
import { METRICS } from '../src/core/analytics/metrics/index.ts'
import type { Window } from '../src/core/analytics/window.ts'

/** Parameters for the metrics that take some. */
const PARAMETERS: MetricParameters = { slug: 'expenses.rent', target: 50_000 }

/** Why a metric cannot be recomputed from rows and days. */
export const WITHOUT_BASIS: Readonly<Record<string, string>> = {
  anomaly_count: 'a finding may rest on documents alone',
  high_anomaly_count: 'a finding may rest on documents alone',
  negative_days_by_account: 'a list; negative_days with account_ids gives each',
  revenue_gap_days: 'counts days without a row',
  daily_mca_burden: 'follows from positions',
  estimated_mca_balance: 'follows from positions',
  leverage_ratio: 'follows from positions',
  max_concurrent_positions: 'follows from positions',
  stacking: 'follows from positions',
  largest_recent_mca_advance: 'follows from positions',
  reconciliation_rate: 'follows from statements',
  coverage_ratio: 'follows from statements',
  history_days: 'follows from statements',
  staleness_days: 'follows from the day of the computation',
  account_count: 'follows from accounts',
  duplicate_account_pairs: 'follows from accounts',
  coverage_gap_days: 'follows from statements',
  document_authenticity: 'follows from documents',
  data_quality_score: 'follows from other metrics',
}

/** A value that its own evidence does not add up to. */
export interface Mismatch {
  metric: string
  window: string
  value: unknown
  recomputed: unknown
}

/** Metrics that are neither recomputed nor explained. */
export function listUnexplained(): string[] {
  return METRICS.filter(
    ({ name, basis, group }) =>
      basis === null &&
      !(name in WITHOUT_BASIS) &&
      !['identity', 'forecast', 'score'].includes(group),
  ).map(({ name }) => name)
}

/** Recomputes every metric of a ledger from its evidence; a window of null is its default one. */
export function recomputeAll(
  ledger: Ledger,
  window: Window | null = null,
): { tried: number; mismatches: Mismatch[] } {
  const mismatches: Mismatch[] = []
  let tried = 0
  for (const metric of METRICS) {
    if (metric.basis === null || metric.group === 'identity') continue
    const result = computeMetric(ledger, metric, { window, parameters: PARAMETERS })
    if (result.exact === null) continue
    tried += 1
    const limits = {
      target: Number(PARAMETERS['target']),
      lowBalance: ledger.settings.lowBalanceThreshold / 10 ** getExponent(ledger.currency),
    }
    const raw = recompute(resolveBasis(ledger, result)!, limits)
    const recomputed = toUnit(ledger, metric, raw)
    if (!isEqual(result.exact, recomputed))
      mismatches.push({
        metric: metric.name,
        window: result.window.name,
        value: result.exact,
        recomputed,
      })
  }
  return { tried, mismatches }
}

/** Days since a date follow from it. */
function toUnit({ asOf }: Ledger, { unit }: Metric, value: unknown): unknown {
  const isAge = unit === 'days' && typeof value === 'string'
  return isAge && asOf !== null ? daysBetween(value, asOf) : value
}

function isEqual(value: unknown, recomputed: unknown): boolean {
  if (typeof value !== 'number' || typeof recomputed !== 'number') return value === recomputed
  return Math.abs(value - recomputed) <= 1e-9 * Math.max(1, Math.abs(value)) + 1e-7
}
