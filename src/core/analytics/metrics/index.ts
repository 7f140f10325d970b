import type { Metric } from '../metric.ts'
import { BALANCE_METRICS } from './balance-metrics.ts'
import { CASH_FLOW_METRICS } from './cash-flow-metrics.ts'
import { DATA_QUALITY_METRICS } from './data-quality-metrics.ts'
import { DEBT_METRICS } from './debt-metrics.ts'
import { DEPOSIT_METRICS } from './deposit-metrics.ts'
import { FORECAST_METRICS } from './forecast-metrics.ts'
import { IDENTITY_METRICS } from './identity-metrics.ts'
import { POSITION_METRICS } from './position-metrics.ts'
import { REVENUE_METRICS } from './revenue-metrics.ts'
import { RISK_FLAG_METRICS } from './risk-flag-metrics.ts'
import { scoreMetrics } from './score-metrics.ts'

const FAMILIES: readonly Metric[] = [
  ...DATA_QUALITY_METRICS,
  ...BALANCE_METRICS,
  ...DEPOSIT_METRICS,
  ...REVENUE_METRICS,
  ...CASH_FLOW_METRICS,
  ...POSITION_METRICS,
  ...DEBT_METRICS,
  ...RISK_FLAG_METRICS,
  ...FORECAST_METRICS,
  ...IDENTITY_METRICS,
]

/** Every metric, by family (formulas section 22). */
export const METRICS: readonly Metric[] = [...FAMILIES, ...scoreMetrics(FAMILIES)]

const BY_NAME = new Map(METRICS.map((metric) => [metric.name, metric]))

/** The metric of a name, or null. */
export function findMetric(name: string): Metric | null {
  return BY_NAME.get(name) ?? null
}
