import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Policy, Rule } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { isMissing } from '../../../data/queries.ts'
import { Fault, Missing, PageHead, Skeleton } from '../../../parts/page.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { PolicyState } from '../policies.tsx'
import { policyQuery, ruleMetricsQuery, rulesQuery } from '../policy-queries.ts'
import { Backtest } from './backtest/backtest.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import { Publish } from './publish.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RuleList } from './rule-list.tsx'
import type { PolicySearchName } from './search-names.ts'

const route = getRouteApi('/policies/$id')

/** One policy: its rules, and what another threshold would have done to the deals of the past. */
export function PolicyPage() {
  const { id } = route.useParams()
  const [search, change] = useAddress<PolicySearchName>()
  const policy = useQuery(policyQuery(id))
  const rules = useQuery(rulesQuery(id))
  const metrics = useQuery(ruleMetricsQuery)
  const can = useCan()
  if (isMissing(policy.error)) return <Missing />
  const error = policy.error ?? rules.error ?? metrics.error
  if (error) return <Fault error={error} onRetry={() => void policy.refetch()} />
  if (policy.data === undefined || rules.data === undefined || metrics.data === undefined)
    return <Skeleton height={480} />
  const isWriter = can('policies:write') && policy.data.status !== 'archived'
  const ordered = orderRules(policy.data, rules.data)
  return (
    <>
      <Head policy={policy.data} isWriter={isWriter} onSettings={() => change({ settings: '1' })} />
      <div className="grid gap-4">
        <RuleList
          policy={policy.data}
          rules={ordered}
          metrics={metrics.data}
          isWriter={isWriter}
          chosen={search.rule}
          onChoose={(rule) => change({ rule, try: undefined })}
          onEdit={(edit) => change({ edit })}
        />
        {can('policies:write') ? (
          <Backtest
            policy={policy.data}
            rules={ordered}
            metrics={metrics.data}
            search={search}
            onChange={change}
          />
        ) : (
          <p className="meta">Whoever may change policies can try thresholds on past deals here.</p>
        )}
      </div>
      {search.settings !== undefined && isWriter && (
        <PolicyDialog policy={policy.data} onClose={() => change({ settings: undefined })} />
      )}
      {search.edit !== undefined && isWriter && (
        <RuleDialog
          key={search.edit}
          policy={policy.data}
          rule={ordered.find((one) => one.id === search.edit) ?? null}
          metrics={metrics.data}
          onClose={() => change({ edit: undefined })}
        />
      )}
    </>
  )
}

/** In the order of the policy. */
function orderRules({ rule_ids }: Policy, rules: readonly Rule[]): Rule[] {
  return rule_ids.flatMap((id) => rules.find((rule) => rule.id === id) ?? [])
}

interface HeadProps {
  policy: Policy
  isWriter: boolean
  onSettings: () => void
}

function Head({ policy, isWriter, onSettings }: HeadProps) {
  const { name, description } = policy
  return (
    <>
      <nav aria-label="Breadcrumb" className="meta mb-1">
        <Link to="/policies">Policies</Link> <span aria-hidden="true">/</span>
      </nav>
      <PageHead title={name}>
        <div className="flex flex-wrap items-center gap-3">
          <PolicyState policy={policy} />
          {isWriter && (
            <>
              <button type="button" className="button" onClick={onSettings}>
                Settings
              </button>
              <Publish policy={policy} />
            </>
          )}
        </div>
      </PageHead>
      {description !== null && <p className="-mt-2 mb-3 text-muted">{description}</p>}
    </>
  )
}
