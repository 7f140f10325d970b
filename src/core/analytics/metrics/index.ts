import type { Metric } from '../metric.ts'
import { BALANCE_METRICS } from './balance.ts'
import { CASH_FLOW_METRICS } from './cash-flow.ts'
import { DATA_QUALITY_METRICS } from './data-quality.ts'
import { DEBT_METRICS } from './debt.ts'
import { DEPOSIT_METRICS } from './deposits.ts'
import { FORECAST_METRICS } from './forecast.ts'
import { IDENTITY_METRICS } from './identity.ts'
import { POSITION_METRICS } from './positions.ts'
import { REVENUE_METRICS } from './revenue.ts'
import { RISK_FLAG_METRICS } from './risk-flag.ts'
import { scoreMetrics } from './score.ts'

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
