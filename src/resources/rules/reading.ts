import type { Ledger } from '../../core/analytics/ledger.ts'
import { computeMetric, type MetricResult } from '../../core/analytics/metric.ts'
import { toMetricValue } from '../../core/analytics/metric/value.ts'
import { findMetric } from '../../core/analytics/metrics/index.ts'
import { windowNamed } from '../../core/analytics/metric/gate.ts'
import type { Reading, Slots } from '../../core/decisions/compile.ts'
import type { MetricRef, Scalar } from '../../core/decisions/condition.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import { loadLedger, getDataState } from '../ledgers/ledgers.ts'
import { findSnapshot, type MetricValues } from './snapshots/store.ts'

/** Evidence that a stored result repeats; the link leads to all of it. */
const EVIDENCE_IDS_MAX = 10

/** The metrics of one submission as rules see them, and what stands behind them. */
export interface SubmissionReading extends Reading {
  ledger: Ledger
  /** By slot. */
  results: MetricResult[]
  isPartial: boolean[]
  analyticsVersion: number
}

/**
 * The metrics in the slots, of the submission's data now or as of a day. Throws
 * `submission_not_found`.
 */
export async function readSubmission(
  ctx: Context,
  submissionId: string,
  { slots, asOf }: { slots: Slots; asOf?: PlainDate | undefined },
): Promise<SubmissionReading> {
  const { dataVersion: analyticsVersion } = await getDataState(ctx, submissionId)
  const ledger = await loadLedger(ctx, submissionId, { asOf })
  const computed = slots.refs.map((ref) => computeRef(ledger, ref))
  const before = await metricsBefore(ctx, submissionId, analyticsVersion)
  return {
    ledger,
    analyticsVersion,
    currency: ledger.currency,
    values: computed.map(({ value }) => value),
    previous: slots.refs.map(({ key }) => before[key] ?? null),
    isPartial: computed.map(({ result }) => isPartial(result)),
    results: computed.map(({ result }) => result),
  }
}

/** A metric as rules compare it: unrounded, null when it is not known (formulas C3, C15). */
export function computeRef(
  ledger: Ledger,
  { metric, parameters, dateRange }: MetricRef,
): { value: Scalar | null; result: MetricResult } {
  const window = dateRange === null ? null : windowNamed(ledger, dateRange)
  const result = computeMetric(ledger, findMetric(metric.name)!, { window, parameters })
  const { exact } = result
  const isScalar = exact !== null && typeof exact !== 'object'
  return { value: isScalar ? exact : null, result }
}

/** Whether a number comes of incomplete data. */
export function isPartial({ status }: MetricResult): boolean {
  return status === 'partially_available'
}

/** How far a metric can be relied on, and the rows behind it. */
export function presentBacking({ ledger, results }: SubmissionReading, slot: number) {
  const result = results[slot]!
  const { evidence } = toMetricValue(result, ledger)
  const ids = evidence.transaction_ids.slice(0, EVIDENCE_IDS_MAX)
  return {
    metricStatus: result.status,
    metricReasons: result.reasons as string[],
    evidence: { ...evidence, transaction_ids: ids },
  }
}

/** What the metrics were before the data last changed; nothing when that was not kept. */
async function metricsBefore(
  ctx: Context,
  submissionId: string,
  dataVersion: number,
): Promise<MetricValues> {
  const kept = await findSnapshot(ctx, submissionId)
  if (kept === null) return {}
  return kept.dataVersion === dataVersion ? kept.previous : kept.metrics
}
