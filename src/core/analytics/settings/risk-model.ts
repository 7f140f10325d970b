import { REASON_STATEMENTS, type ReasonCode } from './reasons.ts'

/** A point of a factor's curve: at this input, this share of the weight. */
export type Knot = readonly [input: number, share: number]

/** One factor of the score (formulas section 19). */
export interface RiskFactor {
  name: string
  label: string
  weight: number
  /** Ascending by input; linear in between, flat outside. */
  knots: readonly Knot[]
  /** Reason code and statement when the factor costs points. */
  code: string
  statement: string
}

/** The whole model: with it the computation can be redone by hand. */
export interface RiskModel {
  id: string
  version: string
  name: string
  factors: readonly RiskFactor[]
}

/** Points of the industry by the tier a tenant gives it. */
export const INDUSTRY_SHARES: Readonly<Record<string, number>> = {
  low: 1,
  medium: 0.6,
  high: 0.25,
  restricted: 0,
}

/** What a running position that is late costs of the factor's share. */
export const LATE_PENALTY = 0.2

/** The default model (formulas section 19); weights sum to 100. */
export const DEFAULT_RISK_MODEL: RiskModel = {
  id: 'default',
  version: '2026-11-21',
  name: 'Points model',
  factors: [
    factor('RC01', 'revenue_level', {
      label: 'Monthly true revenue', weight: 11, knots: [[5_000, 0], [10_000, 0.3], [25_000, 0.5], [50_000, 0.75], [100_000, 1]],
    }),
    factor('RC02', 'revenue_trend', { label: 'Monthly revenue trend', weight: 7, knots: [[-0.1, 0], [-0.03, 0.4], [0, 0.7], [0.03, 1]] }),
    factor('RC03', 'revenue_consistency', {
      label: 'Variation in monthly revenue', weight: 6, knots: [[0.1, 1], [0.2, 0.75], [0.3, 0.5], [0.5, 0.2], [0.75, 0]],
    }),
    factor('RC04', 'deposit_activity', { label: 'Deposits per month', weight: 5, knots: [[2, 0], [5, 0.4], [10, 0.7], [20, 1]] }),
    factor('RC05', 'adb_to_revenue', { label: 'Average daily balance to revenue', weight: 10, knots: [[0.01, 0], [0.05, 0.4], [0.1, 0.75], [0.2, 1]] }),
    factor('RC06', 'negative_days', { label: 'Negative days per month', weight: 8, knots: [[0, 1], [2, 0.7], [5, 0.4], [8, 0.1], [10, 0]] }),
    factor('RC07', 'nsf_overdraft', {
      label: 'NSF, overdraft and returned items in 90 days', weight: 7, knots: [[0, 1], [2, 0.8], [5, 0.5], [10, 0.2], [15, 0]],
    }),
    factor('RC08', 'low_balance_days', { label: 'Low-balance days per month', weight: 3, knots: [[0, 1], [8, 0.5], [15, 0]] }),
    factor('RC09', 'holdback', { label: 'Holdback', weight: 10, knots: [[0, 1], [0.05, 0.8], [0.12, 0.5], [0.2, 0.2], [0.3, 0]] }),
    factor('RC10', 'active_positions', { label: 'Active MCA positions', weight: 7, knots: [[0, 1], [1, 0.85], [2, 0.6], [3, 0.35], [4, 0.1], [5, 0]] }),
    factor('RC11', 'debt_service_coverage', { label: 'Debt service coverage', weight: 5, knots: [[0.8, 0], [1, 0.4], [1.25, 0.7], [2, 1]] }),
    factor('RC12', 'time_in_business', { label: 'Months in business', weight: 5, knots: [[3, 0], [6, 0.3], [12, 0.6], [24, 0.8], [60, 1]] }),
    factor('RC13', 'owner_credit', { label: 'Owner’s FICO score', weight: 5, knots: [[500, 0], [550, 0.3], [600, 0.5], [650, 0.75], [720, 1]] }),
    // The input is the tier's share itself (`INDUSTRY_SHARES`).
    factor('RC14', 'industry', { label: 'Industry tier', weight: 3, knots: [[0, 0], [1, 1]] }),
    factor('RC15', 'data_reliability', { label: 'Data reliability (lower of reconciliation rate and coverage)', weight: 4, knots: [[0.5, 0], [0.98, 1]] }),
    factor('RC16', 'document_authenticity', { label: 'Document authenticity', weight: 4, knots: [[40, 0], [70, 0.5], [95, 1]] }),
  ],
}

/** A factor whose reason code has its usual statement. */
function factor(
  code: ReasonCode,
  name: string,
  facts: Pick<RiskFactor, 'label' | 'weight' | 'knots'>,
): RiskFactor {
  return { code, name, statement: REASON_STATEMENTS[code], ...facts }
}
