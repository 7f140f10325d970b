import { tool, type Tool } from './declare.ts'

export const POLICY_TOOLS: readonly Tool[] = [
  tool('service_evaluate_policy', 'POST /v1/policies/evaluate', {
    purpose: 'Check a deal now against all policies in force, or those named; gives reasons.',
    picks: ['submission_id', 'policy_ids', 'rule_ids', 'as_of', 'persist'],
  }),
  tool('service_create_rule', 'POST /v1/rules', {
    purpose: 'Add a condition on a metric that policies check.',
    picks: ['name', 'metric', 'operator', 'value', 'date_range', 'outcome', 'message'],
    notes: { operator: 'greater_than, less_than_or_equal, equal, between ...' },
    isCreating: true,
  }),
  tool('service_list_rules', 'GET /v1/rules', {
    purpose: 'Rules as defined; their results on a deal: service_get_policy_history.',
    picks: ['q', 'metric', 'is_active', 'limit', 'cursor'],
    defaults: { limit: 25 },
    shows: 'id name metric operator value date_range outcome is_active',
  }),
  tool('service_get_policy_history', 'GET /v1/submissions/:id/policy-evaluations', {
    purpose: 'Past policy evaluations of a deal and what changed, newest first.',
    picks: ['submission_id=id', 'result', 'limit', 'cursor'],
    defaults: { limit: 10 },
  }),
]
