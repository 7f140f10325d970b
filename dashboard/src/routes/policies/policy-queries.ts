import { queryOptions } from '@tanstack/react-query'
import type { MetricRuleMetric } from '../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../data/queries.ts'
import { findUnit } from '../../format/values.ts'
import { api } from '../../data/session.ts'

const LIST_MAX = 500

export const policiesQuery = () =>
  queryOptions({
    queryKey: keyed('policies'),
    queryFn: () => api.policies.list({ limit: LIST_MAX }).toArray({ max: LIST_MAX }),
  })

export const policyQuery = (id: string) =>
  queryOptions({ queryKey: keyed('policies', id), queryFn: () => api.policies.get(id) })

export const rulesQuery = (policyId: string) =>
  queryOptions({
    queryKey: keyed('policies', policyId, 'rules'),
    queryFn: () => api.rules.list({ policy_id: policyId }).toArray({ max: LIST_MAX }),
  })

/** What rules can look at, by name. */
export const ruleMetricsQuery = queryOptions({
  queryKey: ['rule-metrics'],
  queryFn: async (): Promise<ReadonlyMap<string, MetricRuleMetric>> => {
    const metrics = await api.metrics.listRuleMetrics({ limit: LIST_MAX }).toArray()
    return new Map(
      metrics.map((metric) => [
        metric.name,
        { ...metric, unit: findUnit(metric.name, metric.unit) },
      ]),
    )
  },
  staleTime: Infinity,
})

export function refreshPolicies(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('policies') })
}
