import { useQuery } from '@tanstack/react-query'
import type {
  SubmissionPolicyEvaluation,
  SubmissionPolicyEvaluationResult,
} from '../../../../../clients/typescript/src/index.ts'
import { evaluationsQuery } from '../../../data/queries.ts'
import { formatAgo, formatText, formatCounted } from '../../../format/values.ts'
import { detailOverrides, Status } from '../../../parts/marks.tsx'
import { Loading, Panel } from '../../../parts/page.tsx'
import { countOverridden, describeMeasured } from '../checks/policy-results.ts'

const GLYPHS: Record<string, string> = {
  passed: '✓',
  failed: '✕',
  near_miss: '▲',
  missing_data: '∅',
  error: '✕',
  skipped: '–',
}
const TONES: Record<string, string> = {
  passed: 'positive',
  failed: 'negative',
  near_miss: 'caution',
  missing_data: 'caution',
  error: 'negative',
}

/** The last result of each policy, and each rule that did not pass, in one sentence. */
export function PolicyPanel({ id }: { id: string }) {
  const evaluations = useQuery(evaluationsQuery(id))
  return (
    <Panel title="Policy">
      <Loading query={evaluations} height={120}>
        {(list) => {
          const latest = [...new Map(list.toReversed().map((one) => [one.policy_id, one])).values()]
          return latest.length === 0 ? (
            <p className="text-muted">
              No policy is in force. Once one is published, it checks each deal that is processed.
            </p>
          ) : (
            <div className="grid gap-4">
              {latest.map((evaluation) => (
                <Evaluation key={evaluation.id} evaluation={evaluation} />
              ))}
            </div>
          )
        }}
      </Loading>
    </Panel>
  )
}

/** Whether a rule leaves something to decide, as one does that passes on incomplete data. */
export function isOpenResult(rule: SubmissionPolicyEvaluationResult): boolean {
  return isTentative(rule) || (rule.result !== 'passed' && rule.result !== 'skipped')
}

function isTentative({ result, consequence }: SubmissionPolicyEvaluationResult): boolean {
  return result === 'passed' && consequence === 'review'
}

function Evaluation({ evaluation }: { evaluation: SubmissionPolicyEvaluation }) {
  const { policy_name, result, results, created_at } = evaluation
  const passed = results.filter((one) => one.result === 'passed').length
  const open = results.filter((one) => isOpenResult(one) || one.overridden !== null)
  return (
    <section aria-label={policy_name}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <strong className="text-ink">{policy_name}</strong>
        <Status state={result} {...detailOverrides(countOverridden(results))} />
        <span className="meta">
          {passed} of {formatCounted(results.length, 'rule')} passed ·{' '}
          {formatAgo(created_at, Date.now())}
        </span>
      </div>
      <ul className="mt-1">
        {open.map((one) => (
          <li key={one.rule_id} className="border-t border-hairline py-1">
            <Mark rule={one} /> <strong className="text-ink">{one.rule_name}.</strong>{' '}
            {describeResult(one)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ rule }: { rule: SubmissionPolicyEvaluationResult }) {
  const [glyph, tone] = isTentative(rule)
    ? ['≈', 'caution']
    : [GLYPHS[rule.result] ?? '○', TONES[rule.result] ?? '']
  return (
    <span className={tone} aria-hidden="true">
      {glyph}
    </span>
  )
}

/** The rule's own sentence, or what was measured and by which metric. */
export function describeResult(rule: SubmissionPolicyEvaluationResult): string {
  const { message, overridden } = rule
  if (overridden !== null) {
    const { by, reason } = overridden
    return `${describeMeasured(rule)} Overridden by ${by}${reason === null ? '' : `: ${reason}`}.`
  }
  return message === null ? describeMeasured(rule) : formatText(message)
}
