import type { Desk } from './desk.ts'

/** The house policy: what a lender of small advances requires, each rule in another form. */
const TWELVE = [
  { name: 'Revenue carries an advance', metric: 'monthly_true_revenue', operator: 'greater_than_or_equal', value: 20_000, tolerance: { ratio: 0.1 }, outcome: 'decline', severity: 'critical', reason_code: 'RC01' },
  { name: 'Few returned items', metric: 'nsf_overdraft_count', date_range: 'last_90_days', operator: 'less_than_or_equal', value: 1, tolerance: 1, outcome: 'decline', severity: 'high', reason_code: 'RC02' },
  { name: 'Room beside other advances', metric: 'active_mca_positions', operator: 'less_than_or_equal', value: 2, outcome: 'decline', severity: 'high', reason_code: 'RC03' },
  { name: 'Advances leave enough', metric: 'holdback_ratio', operator: 'less_than', value: 0.25, tolerance: { ratio: 0.1 }, severity: 'high', reason_code: 'RC04' },
  { name: 'A cushion in the bank', metric: 'average_daily_balance', operator: 'greater_than_or_equal', value: 15_000, tolerance: { ratio: 0.1 }, reason_code: 'RC05' },
  { name: 'Seldom below zero', metric: 'negative_days', date_range: 'last_90_days', operator: 'less_than_or_equal', value: 5, tolerance: 1, reason_code: 'RC06' },
  { name: 'Rent within revenue', metric: 'rent_total', operator: 'less_than', value: { metric: 'true_revenue', multiplier: 0.3 }, reason_code: 'RC07' },
  { name: 'Three months of history', metric: 'history_days', operator: 'greater_than_or_equal', value: 85, reason_code: 'RC08' },
  { name: 'No funding in the last month', expression: { any: [{ metric: 'days_since_last_funding', operator: 'greater_than', value: 30 }, { metric: 'total_debt_positions', operator: 'equal', value: 0 }] }, reason_code: 'RC09' },
  { name: 'State we may lend in', metric: 'state', operator: 'not_in', value: ['ND', 'SD', 'VT'], on_missing: 'pass', outcome: 'decline', reason_code: 'RC10' },
  { name: 'Owners with a score', metric: 'owner_fico', operator: 'greater_than_or_equal', value: 600, on_missing: 'pass', reason_code: 'RC11' },
  { name: 'Statements reconcile', metric: 'reconciliation_rate', operator: 'greater_than_or_equal', value: 0.95, on_missing: 'pass', outcome: 'flag', reason_code: 'RC12' },
]

export interface Policy {
  id: string
  rule_ids: string[]
}

export async function publishPolicy(desk: Desk): Promise<Policy> {
  const input = { name: 'House policy', rules: TWELVE, auto_evaluate: true, status: 'published' }
  return desk.post('/v1/policies', input)
}

/** The id of the rule that a back-test moves. */
export function findRuleId({ rule_ids }: Policy, name: string): string {
  return rule_ids[TWELVE.findIndex((rule) => rule.name === name)]!
}

interface Line {
  rule_name: string
  result: string
  message: string
  evidence: { transactions_count: number } | null
}

/** Prints the evaluation of the policy at the end of a submission's run. */
export async function printEvaluation(desk: Desk, submissionId: string): Promise<void> {
  const [evaluation] = await desk.get(`/v1/submissions/${submissionId}/policy-evaluations`)
  const { policy_name: name, result, decision, reasons, results, duration_ms: ms } = evaluation
  console.log(`${name}: ${result}, ${decision} (${results.length} rules, ${ms} ms)`)
  for (const { reason_code: code, consequence, message } of reasons)
    console.log(`  ${code} ${consequence}: ${message}`)
  console.log()
  for (const { rule_name: rule, result: own, message, evidence } of results as Line[]) {
    const rows = evidence?.transactions_count ? ` (rows: ${evidence.transactions_count})` : ''
    console.log(`  ${own.padEnd(12)} ${rule}: ${message}${rows}`)
  }
}
