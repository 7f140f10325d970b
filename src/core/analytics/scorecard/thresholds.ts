import type { GradeThresholds } from '../settings.ts'

const up = { isHigherBetter: true } as const
const down = { isHigherBetter: false } as const
const critical = { isCritical: true } as const
const other = { isCritical: false } as const

/**
 * Default cut-offs of formulas section 18, in the units of the wire. They blend public lender
 * guides with choices of our own; a tenant can replace the table.
 */
export const DEFAULT_THRESHOLDS: readonly GradeThresholds[] = [
  { metric: 'time_in_business_months', section: 'profile', ...critical, ...up, A: 24, B: 12, C: 6, D: 3 },
  { metric: 'monthly_true_revenue', section: 'revenue', ...critical, ...up, A: 50_000, B: 25_000, C: 15_000, D: 10_000 },
  { metric: 'average_daily_balance', section: 'balances', ...other, ...up, A: 5_000, B: 2_000, C: 1_000, D: 500 },
  { metric: 'adb_to_revenue', section: 'balances', ...other, ...up, A: 0.15, B: 0.08, C: 0.04, D: 0.02 },
  { metric: 'nsf_overdraft_count', section: 'risk_events', ...critical, ...down, A: 2, B: 5, C: 10, D: 15 },
  { metric: 'negative_days_worst_month', section: 'risk_events', ...critical, ...down, A: 3, B: 7, C: 12, D: 15 },
  { metric: 'active_mca_positions', section: 'debt', ...critical, ...down, A: 1, B: 2, C: 3, D: 4 },
  { metric: 'holdback_ratio', section: 'debt', ...critical, ...down, A: 0.09, B: 0.14, C: 0.18, D: 0.25 },
  { metric: 'owner_fico', section: 'profile', ...other, ...up, A: 700, B: 650, C: 600, D: 500 },
  { metric: 'monthly_deposit_count', section: 'revenue', ...other, ...up, A: 15, B: 10, C: 6, D: 4 },
  { metric: 'revenue_trend', section: 'revenue', ...other, ...up, A: 0, B: -0.03, C: -0.06, D: -0.1 },
  { metric: 'revenue_cv', section: 'revenue', ...other, ...down, A: 0.2, B: 0.3, C: 0.45, D: 0.6 },
  { metric: 'debt_service_coverage_ratio', section: 'debt', ...other, ...up, A: 1.5, B: 1.25, C: 1.1, D: 1 },
  { metric: 'revenue_concentration_top1', section: 'revenue', ...other, ...down, A: 0.25, B: 0.4, C: 0.6, D: 0.8 },
  { metric: 'document_authenticity', section: 'data_quality', ...critical, ...up, A: 85, B: 70, C: 60, D: 30 },
  { metric: 'reconciliation_rate', section: 'data_quality', ...other, ...up, A: 1, B: 0.99, C: 0.9, D: 0.75 },
] // prettier-ignore

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

/** Formulas section 18, indicative terms per paper: public guides, to fill suggested offers only. */
export const PAPER_TERMS: Readonly<Record<string, PaperTerms>> = {
  A: { factor: [1.15, 1.28], termMonths: [9, 18], advanceShare: [1, 1.25], holdback: [0.06, 0.09] },
  B: { factor: [1.28, 1.4], termMonths: [6, 12], advanceShare: [0.75, 1], holdback: [0.1, 0.14] },
  C: { factor: [1.4, 1.49], termMonths: [4, 9], advanceShare: [0.5, 0.75], holdback: [0.14, 0.18] },
  D: { factor: [1.49, 1.6], termMonths: [3, 6], advanceShare: [0.25, 0.5], holdback: [0.18, 0.25] },
}

/** Reason codes of formulas section 19 by the metric that shows them. */
export const REASON_CODES: Readonly<Record<string, { code: string; text: string }>> = {
  monthly_true_revenue: { code: 'RC01', text: 'Business income insufficient for the amount requested' },
  revenue_trend: { code: 'RC02', text: 'Declining business revenue' },
  revenue_cv: { code: 'RC03', text: 'Irregular business revenue' },
  monthly_deposit_count: { code: 'RC04', text: 'Too few deposits in the review period' },
  average_daily_balance: { code: 'RC05', text: 'Average bank balance insufficient' },
  adb_to_revenue: { code: 'RC05', text: 'Average bank balance insufficient' },
  negative_days_worst_month: { code: 'RC06', text: 'Number of days with a negative balance' },
  nsf_overdraft_count: { code: 'RC07', text: 'Number of returned items or overdrafts' },
  holdback_ratio: { code: 'RC09', text: 'Excessive obligations in relation to income' },
  active_mca_positions: { code: 'RC10', text: 'Number of outstanding advances or loans' },
  debt_service_coverage_ratio: { code: 'RC11', text: 'Cash flow insufficient to cover obligations' },
  time_in_business_months: { code: 'RC12', text: 'Length of time in business' },
  owner_fico: { code: 'RC13', text: 'Credit history of owner or guarantor' },
  reconciliation_rate: {
    code: 'RC15',
    text: 'Unable to verify income: statements incomplete or not reconciled',
  },
  document_authenticity: { code: 'RC16', text: 'Unable to verify the information provided' },
}
