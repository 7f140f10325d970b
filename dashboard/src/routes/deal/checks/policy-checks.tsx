import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  SubmissionPolicyEvaluation,
  SubmissionPolicyEvaluationResult,
} from '../../../../../clients/typescript/src/index.ts'
import { evaluationsQuery, refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatCounted, formatInstant, toWords } from '../../../format/values.ts'
import { detailOverrides, Status } from '../../../parts/marks.tsx'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { useRowKeys } from '../../../parts/row-keys.ts'
import { notify } from '../../../parts/toasts.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { attempt } from '../attempt.ts'
import { useEvidence } from '../evidence/use-evidence.ts'
import { OverrideDialog, takeBackOverride } from './override-dialog.tsx'
import { countOverridden, countResults, latestByPolicy, RESULTS } from './policy-results.ts'
import { RuleRow } from './rule-row.tsx'

/** The rule whose result a person is about to change. */
interface Chosen {
  evaluation: SubmissionPolicyEvaluation
  rule: SubmissionPolicyEvaluationResult
}

/** Every rule of every policy with what it found; a wrong result is overridden with a reason. */
export function PolicyChecks({ id }: { id: string }) {
  const isWriter = useCan()('policies:write')
  const evaluations = useQuery(evaluationsQuery(id))
  const [search, change] = useAddress<'result'>()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const open = useEvidence()
  const latest = latestByPolicy(evaluations.data ?? [], search.result)
  const rows = latest.flatMap((evaluation) =>
    evaluation.results.map((rule) => ({ evaluation, rule })),
  )
  const current = useRowKeys(rows.length, (index) => {
    const name = rows[index]?.rule.metric
    if (name) open({ kind: 'metric', name })
  })
  const at = rows[current]
  useShortcuts([
    {
      keys: 'o',
      label: 'Override the rule',
      run: () => at && isWriter && isOverridable(at) && setChosen(at),
    },
  ])
  return (
    <Panel
      title="Policy checks"
      isFlush
      actions={
        latest.length > 0 && (
          <div className="flex flex-wrap items-center gap-2 no-print">
            <ResultFilter
              counts={countResults(evaluations.data ?? [])}
              value={search.result}
              onChange={(result) => change({ result })}
            />
            {isWriter && (
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
                current={at?.rule}
                isWriter={isWriter}
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

function isOverridable({ evaluation, rule }: Chosen): boolean {
  return evaluation.id !== null && rule.result !== 'skipped'
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
  /** The rule that the keys are at. */
  current: SubmissionPolicyEvaluationResult | undefined
  isWriter: boolean
  onOverride: (rule: SubmissionPolicyEvaluationResult) => void
}

function Policy({ id, evaluation, current, isWriter, onOverride }: PolicyProps) {
  const { policy_name, result, results, created_at, counts } = evaluation
  return (
    <section aria-label={policy_name}>
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 pb-2">
        <strong className="text-ink">{policy_name}</strong>
        <Status state={result} {...detailOverrides(countOverridden(results))} />
        <span className="meta" title={formatInstant(created_at)}>
          {counts.passed} of {formatCounted(counts.total, 'rule')} passed ·{' '}
          {formatAgo(created_at, Date.now())}
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
            {results.map((rule) => (
              <RuleRow
                key={rule.rule_id}
                id={id}
                rule={rule}
                isCurrent={rule === current}
                isOverridable={isWriter && isOverridable({ evaluation, rule })}
                onOverride={() => onOverride(rule)}
                onTakeBack={() => void takeBackOverride(id, evaluation, rule)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
