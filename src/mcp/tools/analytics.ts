import { tool, type Tool } from './declare.ts'

const DEAL = ['submission_id=id', 'date_range']
const DAYS = ['start_date', 'end_date']
const HEAD = 'submission_id as_of date_range currency status'

interface Report {
  purpose: string
  picks?: string[]
  /** Beyond what every report begins with. */
  shows: string
}

function report(name: string, path: string, { purpose, picks = [], shows }: Report): Tool {
  return tool(`service_get_${name}`, `GET /v1/submissions/:id/${path}`, {
    purpose,
    picks: [...DEAL, ...picks],
    shows: `${HEAD} reasons{code text} ${shows}`,
  })
}

export const ANALYTICS_TOOLS: readonly Tool[] = [
  report('scorecard', 'scorecard', {
    purpose: 'Metrics with grades; include=evidence names the transactions behind each.',
    picks: [...DAYS, 'account_ids', 'include', 'profile'],
    shows:
      'paper_grade overall_score risk_grade grade_note ' +
      'sections{name grade metrics{name value unit grade status}} suggested_terms ' +
      'positions_summary{active monthly_payments holdback_ratio is_stacking ' +
      'positions{id funder_name status payment_amount payment_cadence remaining}} ' +
      'anomalies_summary{total by_severity} data_quality{score review_required notes}',
  }),
  report('cashflow', 'cashflow', {
    purpose: 'Profit and loss by period: revenue, expenses, debt, net.',
    picks: [...DAYS, 'account_ids', 'granularity'],
    shows:
      'granularity totals{lines{key amount} ratios opening_balance closing_balance} trend ' +
      'periods{start_date is_partial closing_balance lines{key amount}}',
  }),
  report('risk_score', 'risk-score', {
    purpose: 'Risk score with its band and what moved it.',
    shows:
      'score grade paper_grade coverage factors{name metric weight input points lost_points} ' +
      'adverse_action{statements notice_rule}',
  }),
  report('balances', 'balances', {
    purpose: 'Daily or monthly balances: average, lowest, negative days.',
    picks: [...DAYS, 'account_ids', 'granularity', 'limit', 'cursor'],
    shows:
      'accounts{account_id name} summary ' +
      'monthly{month average min max ending negative_days low_days} ' +
      'daily{date closing min_intraday inflow outflow is_negative source}',
  }),
  report('anomalies', 'anomalies', {
    purpose: 'Unusual deposits, payments and documents, worst first, with evidence.',
    picks: [...DAYS, 'kind', 'severity', 'limit', 'cursor'],
    shows:
      'anomalies_count summary{by_severity} ' +
      'anomalies{id kind severity title explanation date amount transaction_ids}',
  }),
  report('forecasts', 'forecast', {
    purpose: 'Balance and revenue ahead: low, mid, high.',
    picks: ['horizon'],
    shows:
      'horizon_days model mase start_balance summary predicted_revenue revenue ' +
      'scheduled{kind name amount dates} ' +
      'daily{date predicted_balance lower_80 upper_80 probability_negative}',
  }),
  report('statistics', 'statistics', {
    purpose: 'Counts, sums, averages of a deal; by month: cashflow; by day: balances.',
    picks: [...DAYS, 'account_ids'],
    shows:
      'transactions deposits withdrawals channels distribution round_number_share seasonality ' +
      'nsf{total months{month nsf_count overdraft_count nsf_days nsf_overdraft_fees}} by_weekday',
  }),
  report('recurring', 'recurring', {
    purpose: 'Recurring payments and income: payee, amount, frequency, last seen.',
    picks: ['direction', 'status', 'stream_type'],
    shows:
      'summary streams{id direction stream_type merchant_name cadence status average_amount ' +
      'monthly_equivalent occurrence_count last_date next_date}',
  }),
  report('merchant_summary', 'merchants', {
    purpose: 'Top payers and payees with volume and share.',
    picks: [...DAYS, 'direction', 'sort', 'limit', 'cursor'],
    shows:
      'merchants_count unidentified concentration{settlement_share sources{name share}} ' +
      'merchants{merchant_id name category transactions_count inflow outflow share_of_inflow ' +
      'share_of_outflow last_date}',
  }),
]
