import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  SubmissionPolicyEvaluation,
  SubmissionPolicyEvaluationResult,
} from '../../../../../clients/typescript/src/index.ts'
import { evaluationsQuery, refreshDeal } from '../../../data/queries.ts'
import { api, mayDo } from '../../../data/session.ts'
import { formatAgo, formatCounted, formatInstant, toWords } from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'
import { useDealSearch } from '../use-deal-search.ts'
import { OverrideDialog } from './override-dialog.tsx'
import { countResults, latestByPolicy, RESULTS } from './policy-results.ts'
import { RuleRow } from './rule-row.tsx'

/** The rule whose result a person is about to change. */
interface Chosen {
  evaluation: SubmissionPolicyEvaluation
  rule: SubmissionPolicyEvaluationResult
}

/** Every rule of every policy with what it found; a wrong result is overridden with a reason. */
export function PolicyChecks({ id }: { id: string }) {
  const evaluations = useQuery(evaluationsQuery(id))
  const [search, change] = useDealSearch<{ result?: string | undefined }>()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const latest = latestByPolicy(evaluations.data ?? [])
  return (
    <Panel
      title="Policy checks"
      isFlush
      actions={
        latest.length > 0 && (
          <div className="flex flex-wrap items-center gap-2 no-print">
            <ResultFilter
              counts={countResults(latest)}
              value={search.result}
              onChange={(result) => change({ result })}
            />
            {mayDo('policies:write') && (
              <button type="button" className="button" onClick={() => void evaluateAgain(id)}>
                Check again
              </button>
            )}
          </div>
        )
      }
    >
      <Loading query={evaluations} height={160}>
        {() =>
          latest.length === 0 ? (
            <Empty title="No policy has been checked on this deal">
              A policy in force checks each deal at the end of its run.
            </Empty>
          ) : (
            latest.map((evaluation) => (
              <Policy
                key={evaluation.id}
                id={id}
                evaluation={evaluation}
                shown={search.result}
                onOverride={(rule) => setChosen({ evaluation, rule })}
              />
            ))
          )
        }
      </Loading>
      {chosen && <OverrideDialog id={id} {...chosen} onClose={() => setChosen(null)} />}
    </Panel>
  )
}

async function evaluateAgain(id: string): Promise<void> {
  const done = await attempt(() => api.policies.evaluate({ submission_id: id }))
  if (done === undefined) return
  await refreshDeal(id)
  notify('The policies were checked again')
}

interface FilterProps {
  counts: Map<string, number>
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function ResultFilter({ counts, value, onChange }: FilterProps) {
  return (
    <div className="flex flex-wrap gap-1" role="group" aria-label="Show results">
      {RESULTS.filter((result) => counts.has(result)).map((result) => (
        <button
          key={result}
          type="button"
          className="button quiet aria-pressed:bg-selected"
          aria-pressed={value === result}
          onClick={() => onChange(value === result ? undefined : result)}
        >
          {toWords(result)} {counts.get(result)}
        </button>
      ))}
    </div>
  )
}

interface PolicyProps {
  id: string
  evaluation: SubmissionPolicyEvaluation
  shown: string | undefined
  onOverride: (rule: SubmissionPolicyEvaluationResult) => void
}

function Policy({ id, evaluation, shown, onOverride }: PolicyProps) {
  const { policy_name, policy_version, result, results, created_at, counts } = evaluation
  const rows = results.filter((one) => shown === undefined || one.result === shown)
  return (
    <section aria-label={policy_name}>
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pb-2">
        <strong className="text-ink">{policy_name}</strong>
        <Status state={result} />
        <span className="meta" title={formatInstant(created_at)}>
          {counts.passed} of {formatCounted(counts.total, 'rule')} passed · version {policy_version}{' '}
          · {formatAgo(created_at, Date.now())}
        </span>
      </div>
      <div className="scroller" tabIndex={0} role="group" aria-label={`Rules of ${policy_name}`}>
        <table className="ledger">
          <caption className="sr-only">Rules of {policy_name}</caption>
          <thead>
            <tr>
              <th scope="col">Result</th>
              <th scope="col">Rule</th>
              <th scope="col">What was found</th>
              <th scope="col" className="num">
                Evidence
              </th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((rule) => (
              <RuleRow
                key={rule.rule_id}
                id={id}
                rule={rule}
                isOverridable={evaluation.id !== null && mayDo('policies:write')}
                onOverride={() => onOverride(rule)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
