import type { Static } from 'typebox'
import type { PlainDate } from '../../values/dates.ts'
import type { Reason, Status } from '../metric/gate.ts'
import type { Metric } from '../metric.ts'
import type { MetricValue } from '../metric/value.ts'
import type { Body, ReportHead } from '../report.ts'
import { listMetricGroups, type METRICS_SCHEMA } from '../reports/metrics-report.ts'
import type { Basis, KeptMetric, VersionBody } from './snapshot.ts'

/** A version as it was kept. */
export interface PastVersion extends VersionBody {
  version: number
  dataVersion: number
  asOf: PlainDate | null
  takenAt: string
}

/**
 * The metrics of a version as the report of metrics shows them. Ids of rows are not kept with a
 * version, only how many there were; a metric that the version does not have is left out.
 */
export function pastMetrics(
  submissionId: string,
  past: PastVersion,
  wanted: readonly Metric[],
): Static<typeof METRICS_SCHEMA> & { formulas: object } {
  const found = wanted.filter(({ name }) => past.metrics[name] !== undefined)
  const metrics = found.map((metric) => pastValue(metric, past.metrics[metric.name]!, past.basis))
  const isKnown = metrics.some(({ status }) => status !== 'not_available')
  const days = past.metrics['total_deposits'] ?? null
  return {
    ...buildReportHead(submissionId, past, { isKnown, days }),
    metrics,
    groups: listMetricGroups(found),
    formulas: {},
  }
}

/** One metric of a version; its parts are not kept. */
export function pastMetric(submissionId: string, past: PastVersion, metric: Metric): Body | null {
  const days = past.metrics[metric.name]
  if (days === undefined) return null
  const value = pastValue(metric, days, past.basis)
  const head = buildReportHead(submissionId, past, { isKnown: value.value !== null, days })
  return { ...head, ...value, granularity: 'month', series: [], by_month: [], by_account: [] }
}

function pastValue(metric: Metric, kept: KeptMetric, basis: Basis): MetricValue {
  const count = kept.rows.reduce((sum, [, rows]) => sum + rows, 0)
  return {
    name: metric.name,
    label: metric.label,
    value: kept.value,
    unit: metric.unit,
    currency: metric.unit === 'amount' ? basis.currency : null,
    status: kept.status as Status,
    reasons: [...(kept.reasons ?? [])],
    date_range: { name: metric.defaultWindow, start_date: kept.start, end_date: kept.end },
    formula_id: metric.formulaId,
    formula: null,
    inputs: {},
    breakdown: [],
    evidence: { transactions_count: count, transaction_ids: [], href: null },
    grade: null,
    threshold: null,
    higher_is_better: metric.isHigherBetter,
    has_overrides: basis.corrected > 0,
    previous_value: null,
  }
}

function buildReportHead(
  submissionId: string,
  { version, dataVersion, asOf, takenAt, basis }: PastVersion,
  { isKnown, days }: { isKnown: boolean; days: KeptMetric | null },
): ReportHead {
  const reasons = (days?.reasons ?? []) as Reason[]
  return {
    submission_id: submissionId,
    as_of: asOf,
    date_range: { name: 'custom', start_date: days?.start ?? null, end_date: days?.end ?? null },
    currency: basis.currency,
    status: !isKnown ? 'not_available' : reasons.length > 0 ? 'partially_available' : 'available',
    reasons,
    analytics_version: dataVersion,
    settings_version: basis.settings.version,
    formula_version: basis.formulaVersion,
    taxonomy_version: basis.taxonomyVersion,
    computed_at: takenAt,
    has_overrides: basis.corrected > 0,
    warnings: [
      {
        code: 'past_version',
        message: `Version ${version}, as it was kept; the data may have changed since.`,
        severity: 'info',
      },
    ],
  }
}
