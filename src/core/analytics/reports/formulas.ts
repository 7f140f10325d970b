import { Type, type Static, type TObject } from 'typebox'
import { findMetric } from '../metrics/index.ts'
import type { Report } from '../report.ts'
import { Nullable, Shape } from '../schemas.ts'

/** By which formula a figure of a report is made, and the metric of the same value. */
export const FormulaNotes = Type.Record(
  Type.String(),
  Shape({
    formula_id: Type.String(),
    /** Its rows are those of this metric over the same days; null = no metric has its value. */
    metric: Nullable(Type.String()),
  }),
)

/**
 * By figure: the metric that has its value over the same days, by name; where there is none, the id
 * of its formula.
 */
type Notes = Readonly<Record<string, string>>

/** The same figures under several names of their parents. */
function under(parents: readonly string[], notes: Notes): Notes {
  const named = parents.flatMap((parent) =>
    Object.entries(notes).map(([name, note]) => [`${parent}.${name}`, note]),
  )
  return Object.fromEntries(named) as Notes
}

const BANK_ROWS: Notes = {
  beginning_balance: 'B9',
  ending_balance: 'B9',
  total_credits: 'R1',
  total_debits: 'D7',
  credits_count: 'R1',
  debits_count: 'D7',
  true_revenue: 'true_revenue',
  non_revenue: 'non_revenue_deposits',
  revenue_deposits_count: 'D2',
  average_daily_balance: 'average_daily_balance',
  business_day_average_balance: 'average_weekday_balance',
  average_balance_to_revenue_ratio: 'B17',
  low_balance_days: 'low_balance_days',
  negative_balance_days: 'negative_days',
  nsf_count: 'nsf_count',
  overdraft_count: 'overdraft_count',
  additional_overdraft_transfers: 'N10',
  nsf_overdraft_days: 'nsf_days',
  mca_credits: 'L15',
  mca_debits: 'L7',
  mca_count: 'L1',
  holdback_actual: 'L8',
  holdback_expected: 'P20',
  days_covered: 'G3',
}

const NSF: Notes = {
  nsf_count: 'nsf_count',
  overdraft_count: 'overdraft_count',
  returned_item_count: 'returned_item_count',
  nsf_overdraft_count: 'nsf_overdraft_count',
  nsf_days: 'nsf_days',
  nsf_overdraft_fees: 'nsf_overdraft_fees',
  returned_deposit_count: 'returned_deposit_count',
}

const PERIOD_RATIOS: Notes = {
  'ratios.gross_margin': 'gross_margin',
  'ratios.operating_margin': 'operating_margin',
  'ratios.payroll_to_revenue': 'payroll_to_revenue',
  'ratios.rent_to_revenue': 'rent_to_revenue',
  'ratios.cogs_to_revenue': '11',
  'ratios.personal_spend_ratio': 'personal_spend_ratio',
  'ratios.cash_withdrawal_ratio': '11',
  'ratios.fee_ratio': '11',
  opening_balance: 'B9',
  closing_balance: 'B9',
  unexplained_difference: '11',
  'lines[].amount': '11',
}

/** Formulas of the figures of each report; what is a metric value names its own. */
export const FORMULAS: Readonly<Record<string, Notes>> = {
  scorecard: {
    paper_grade: 'paper_grade',
    overall_score: 'risk_score',
    suggested_terms: '18',
    'positions_summary.active': 'active_mca_positions',
    'positions_summary.total_remaining.mid': 'estimated_mca_balance',
    'positions_summary.monthly_payments': 'L7',
    'positions_summary.holdback_ratio': 'holdback_ratio',
    'data_quality.score': 'data_quality_score',
  },
  metrics: {},
  cashflow: {
    ...under(['periods[]', 'totals'], PERIOD_RATIOS),
    'average.lines[].amount': '11',
    'trend.revenue_trend': 'R9',
    'trend.revenue_growth_mom': 'R10',
    'trend.revenue_growth_qoq': 'R10',
  },
  balances: {
    'daily[].balance': 'B4',
    'monthly[].average': 'average_daily_balance',
    'monthly[].weekday_average': 'average_weekday_balance',
    'monthly[].min': 'minimum_balance',
    'monthly[].max': 'maximum_balance',
    'monthly[].ending': 'B9',
    'monthly[].negative_days': 'negative_days',
    'monthly[].low_days': 'low_balance_days',
    'summary.average_daily_balance': 'average_daily_balance',
    'summary.average_weekday_balance': 'average_weekday_balance',
    'summary.average_of_months': 'B7',
    'summary.min': 'minimum_balance',
    'summary.max': 'maximum_balance',
    'summary.negative_days': 'negative_days',
    'summary.negative_business_days': 'B11',
    'summary.low_balance_days': 'low_balance_days',
    'summary.longest_negative_run': 'longest_negative_run',
    'summary.trend': 'balance_trend',
  },
  statistics: {
    'transactions.count': 'transaction_count',
    'deposits.deposit_count': 'deposit_count',
    'deposits.revenue_deposit_count': 'D2',
    'deposits.deposit_days': 'deposit_days',
    'deposits.average_deposit': 'average_deposit',
    'deposits.median_deposit': 'median_deposit',
    'deposits.large_deposit_count': 'large_deposit_count',
    'deposits.max_deposit_share': 'D6',
    'withdrawals.withdrawal_count': 'withdrawal_count',
    'withdrawals.withdrawal_total': 'total_withdrawals',
    ...under(['nsf.total', 'nsf.months[]'], NSF),
    'channels.cash.amount': 'cash_deposits',
    'channels.check.amount': 'check_deposits',
    'channels.card.amount': 'card_sales',
    'channels.p2p.amount': 'p2p_deposits',
    'channels.wire.amount': 'wire_deposits',
    'seasonality[].true_revenue': 'true_revenue',
    'benford.mad': '12',
  },
  recurring: {
    'streams[].monthly_equivalent': 'S12',
    'streams[].confidence': 'S8',
    'summary.inflow_monthly': 'S12',
    'summary.outflow_monthly': 'S12',
  },
  anomalies: { 'anomalies[].score': '12', 'summary.by_severity': '12' },
  merchants: {
    'concentration.top1': 'revenue_concentration_top1',
    'concentration.top5': 'revenue_concentration_top5',
    'concentration.hhi': 'revenue_hhi',
  },
  categories: { 'categories[].net': '11', 'uncategorized.amount': 'Q3' },
  coverage: {
    'reconciliation.rate': 'reconciliation_rate',
    'accounts[].coverage_ratio': 'G7',
    'summary.history_days': 'history_days',
    'summary.gap_days': 'coverage_gap_days',
    'summary.coverage_ratio': 'coverage_ratio',
    missing_accounts_count: 'missing_account_count',
  },
  'risk-score': {
    score: 'risk_score',
    grade: 'risk_grade',
    paper_grade: 'paper_grade',
    coverage: '19',
    'factors[].points': '19',
  },
  forecast: {
    'daily[].predicted_balance': 'F7',
    mase: 'F4',
    'summary.min_balance': 'F7',
    'summary.average_balance': 'F7',
    'summary.probability_negative': 'F7',
    'summary.expected_nsf_days': 'F7',
    'summary.runway_days': 'F7',
    'revenue[].predicted': 'F5',
    'projection.monthly_revenue': 'F9',
  },
  benchmarks: { 'metrics[].percentile': 'K1', 'metrics[].rank': 'K7', peers_count: 'K2' },
  'bank-summary': under(['rows[]', 'totals'], BANK_ROWS),
  financials: { 'combined[].by_source.bank': '11' },
  offers: { 'limits[].amount': 'O10' },
  disclosures: { projection: 'F9' },
  'adverse-action': { reasons: '19' },
  stips: { items: 'G6' },
}

/** The report with the formulas of its figures beside them. */
export function withFormulas(report: Report): Report {
  const formulas = buildNotes(FORMULAS[report.name] ?? {})
  const { properties } = report.schema as TObject
  return {
    ...report,
    schema: Shape({ ...properties, formulas: FormulaNotes }),
    compute: (ledger, request) => ({ ...report.compute(ledger, request), formulas }),
  }
}

function buildNotes(notes: Notes): Static<typeof FormulaNotes> {
  const entries = Object.entries(notes).map(([figure, note]) => {
    const metric = findMetric(note)
    return [figure, { formula_id: metric?.formulaId ?? note, metric: metric?.name ?? null }]
  })
  return Object.fromEntries(entries) as Static<typeof FormulaNotes>
}
