import type { ReasonCode } from './reasons.ts'
import type { GradeThresholds } from '../settings.ts'

type Cuts = [A: number, B: number, C: number, D: number]

/**
 * Default cut-offs of formulas section 18, in the units of the wire. They blend public lender
 * guides with choices of our own; a tenant can replace the table.
 */
export const DEFAULT_THRESHOLDS: readonly GradeThresholds[] = [
  critical('time_in_business_months', 'profile', [24, 12, 6, 3]),
  critical('monthly_true_revenue', 'revenue', [50_000, 25_000, 15_000, 10_000]),
  other('average_daily_balance', 'balances', [5_000, 2_000, 1_000, 500]),
  other('adb_to_revenue', 'balances', [0.15, 0.08, 0.04, 0.02]),
  critical('nsf_overdraft_count', 'risk_events', [2, 5, 10, 15]),
  critical('negative_days_worst_month', 'risk_events', [3, 7, 12, 15]),
  critical('active_mca_positions', 'debt', [1, 2, 3, 4]),
  critical('holdback_ratio', 'debt', [0.09, 0.14, 0.18, 0.25]),
  other('owner_fico', 'profile', [700, 650, 600, 500]),
  other('monthly_deposit_count', 'revenue', [15, 10, 6, 4]),
  other('revenue_trend', 'revenue', [0, -0.03, -0.06, -0.1]),
  other('revenue_cv', 'revenue', [0.2, 0.3, 0.45, 0.6]),
  other('debt_service_coverage_ratio', 'debt', [1.5, 1.25, 1.1, 1]),
  other('revenue_concentration_top1', 'revenue', [0.25, 0.4, 0.6, 0.8]),
  critical('document_authenticity', 'data_quality', [85, 70, 60, 30]),
  other('reconciliation_rate', 'data_quality', [1, 0.99, 0.9, 0.75]),
]

function critical(metric: string, section: string, [A, B, C, D]: Cuts): GradeThresholds {
  return { metric, section, isCritical: true, A, B, C, D }
}

function other(metric: string, section: string, cuts: Cuts): GradeThresholds {
  return { ...critical(metric, section, cuts), isCritical: false }
}

/** Sections of the scorecard in their order. */
export const SECTIONS: readonly { name: string; label: string }[] = [
  { name: 'revenue', label: 'Revenue' },
  { name: 'balances', label: 'Balances' },
  { name: 'risk_events', label: 'Risk events' },
  { name: 'debt', label: 'Debt' },
  { name: 'profile', label: 'Profile' },
  { name: 'data_quality', label: 'Data quality' },
]

/** Indicative terms of one paper grade; the advance is a share of monthly revenue. */
export interface PaperTerms {
  factor: readonly [number, number]
  termMonths: readonly [number, number]
  advanceShare: readonly [number, number]
  holdback: readonly [number, number]
}

/** Indicative terms of formulas section 18: public guides, to fill suggested offers only. */
export const PAPER_TERMS: Readonly<Record<string, PaperTerms>> = {
  A: { factor: [1.15, 1.28], termMonths: [9, 18], advanceShare: [1, 1.25], holdback: [0.06, 0.09] },
  B: { factor: [1.28, 1.4], termMonths: [6, 12], advanceShare: [0.75, 1], holdback: [0.1, 0.14] },
  C: { factor: [1.4, 1.49], termMonths: [4, 9], advanceShare: [0.5, 0.75], holdback: [0.14, 0.18] },
  D: { factor: [1.49, 1.6], termMonths: [3, 6], advanceShare: [0.25, 0.5], holdback: [0.18, 0.25] },
}

/** Reason codes of formulas section 19 by the metric that shows them. */
export const REASON_CODES: Readonly<Record<string, ReasonCode>> = {
  monthly_true_revenue: 'RC01',
  revenue_trend: 'RC02',
  revenue_cv: 'RC03',
  monthly_deposit_count: 'RC04',
  average_daily_balance: 'RC05',
  adb_to_revenue: 'RC05',
  negative_days_worst_month: 'RC06',
  nsf_overdraft_count: 'RC07',
  holdback_ratio: 'RC09',
  active_mca_positions: 'RC10',
  debt_service_coverage_ratio: 'RC11',
  time_in_business_months: 'RC12',
  owner_fico: 'RC13',
  reconciliation_rate: 'RC15',
  document_authenticity: 'RC16',
}
