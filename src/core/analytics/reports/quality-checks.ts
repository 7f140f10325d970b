import { Type, type Static } from 'typebox'
import { QUALITY_LIMITS } from '../figures/quality.ts'
import type { Ledger } from '../ledger.ts'
import { computeMetric } from '../metric.ts'
import { toMetricValue } from '../metric/value.ts'
import { findMetric } from '../metrics/index.ts'
import { Figure, Nullable, Shape } from '../schemas.ts'

/** One check of the data-quality gate as the scorecard shows it. */
export const QualityCheck = Shape({
  id: Type.String(),
  name: Type.String(),
  label: Type.String(),
  value: Figure,
  limit: Figure,
  /** Null when the value is unknown, or when the check has no limit. */
  is_passed: Nullable(Type.Boolean()),
})

interface Check {
  id: string
  metric: string
  limit: number | null
}

/** Q1 to Q7 with the limits of formulas section 2. */
const CHECKS: readonly Check[] = [
  { id: 'Q1', metric: 'reconciliation_rate', limit: QUALITY_LIMITS.reconciliationRate },
  { id: 'Q2', metric: 'coverage_ratio', limit: QUALITY_LIMITS.coverageRatio },
  { id: 'Q3', metric: 'categorization_gap_ratio', limit: QUALITY_LIMITS.categorizationGap },
  { id: 'Q4', metric: 'history_days', limit: QUALITY_LIMITS.historyDays },
  { id: 'Q5', metric: 'unmatched_transfer_ratio', limit: QUALITY_LIMITS.unmatchedTransfers },
  { id: 'Q6', metric: 'document_authenticity', limit: QUALITY_LIMITS.authenticity },
  { id: 'Q7', metric: 'data_quality_score', limit: null },
]

/** The gate, check by check, over each metric's own date range. */
export function qualityChecks(ledger: Ledger): Static<typeof QualityCheck>[] {
  return CHECKS.map(({ id, metric, limit }) => {
    const result = computeMetric(ledger, findMetric(metric)!)
    const { isHigherBetter, label } = result.metric
    const exact = typeof result.exact === 'number' ? result.exact : null
    const isKnown = exact !== null && limit !== null
    const value = toMetricValue(result, ledger).value as number | null
    const is_passed = isKnown ? (isHigherBetter ? exact >= limit : exact <= limit) : null
    return { id, name: metric, label, value, limit, is_passed }
  })
}
