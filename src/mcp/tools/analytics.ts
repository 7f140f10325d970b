import { tool, type Tool } from './declare.ts'

const DEAL = ['submission_id=id', 'date_range']
const DAYS = ['start_date', 'end_date']

function report(name: string, path: string, rest: { purpose: string; picks?: string[] }): Tool {
  const { purpose, picks = [] } = rest
  const endpoint = `GET /v1/submissions/:id/${path}`
  return tool(`service_get_${name}`, endpoint, { purpose, picks: [...DEAL, ...picks] })
}

export const ANALYTICS_TOOLS: readonly Tool[] = [
  report('scorecard', 'scorecard', {
    purpose: 'Metrics with grades; include=evidence names the transactions behind each.',
    picks: [...DAYS, 'account_ids', 'include', 'profile'],
  }),
  report('cashflow', 'cashflow', {
    purpose: 'Profit and loss by period: revenue, expenses, debt, net.',
    picks: [...DAYS, 'account_ids', 'granularity'],
  }),
  report('risk_score', 'risk-score', { purpose: 'Risk score with its band and what moved it.' }),
  report('balances', 'balances', {
    purpose: 'Daily or monthly balances: average, lowest, negative days.',
    picks: [...DAYS, 'account_ids', 'granularity', 'limit', 'cursor'],
  }),
  report('anomalies', 'anomalies', {
    purpose: 'Unusual deposits, payments and documents, worst first, with evidence.',
    picks: [...DAYS, 'kind', 'severity', 'limit', 'cursor'],
  }),
  report('forecasts', 'forecast', {
    purpose: 'Balance and revenue ahead: low, mid, high.',
    picks: ['horizon'],
  }),
  report('statistics', 'statistics', {
    purpose: 'Counts, sums, averages of a deal; by month: cashflow; by day: balances.',
    picks: [...DAYS, 'account_ids'],
  }),
  report('recurring', 'recurring', {
    purpose: 'Recurring payments and income: payee, amount, frequency, last seen.',
    picks: ['direction', 'status', 'stream_type'],
  }),
  report('merchant_summary', 'merchants', {
    purpose: 'Top payers and payees with volume and share.',
    picks: [...DAYS, 'direction', 'sort', 'limit', 'cursor'],
  }),
]
