import { useState, type FormEvent } from 'react'
import type {
  SubmissionPolicyEvaluation,
  SubmissionPolicyEvaluationResult,
} from '../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'
import { FormActions } from '../fields.tsx'
import { ReasonField } from './reason-field.tsx'

interface Props {
  id: string
  evaluation: SubmissionPolicyEvaluation
  rule: SubmissionPolicyEvaluationResult
  onClose: () => void
}

type Choice = 'passed' | 'failed' | null

/** Another result for a rule; the reason stands in the audit log and beside the result. */
export function OverrideDialog({ id, evaluation, rule, onClose }: Props) {
  const [result, setResult] = useState<Choice>(rule.result === 'passed' ? 'failed' : 'passed')
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const choices: readonly (readonly [Choice, string])[] = [
    ['passed', 'Counts as passed'],
    ['failed', 'Counts as failed'],
    ...(rule.overridden ? ([[null, 'Counts as computed']] as const) : []),
  ]
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const isDone = await override(id, evaluation, { rule, result, reason: reason.trim() })
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={`Override: ${rule.rule_name}`}
      note={rule.message ?? undefined}
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} className="grid gap-4 p-4">
        <fieldset className="grid gap-2">
          <legend className="sr-only">Result</legend>
          {choices.map(([value, label]) => (
            <label key={label} className="flex min-h-6 items-center gap-2">
              <input
                type="radio"
                name="result"
                checked={result === value}
                onChange={() => setResult(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <ReasonField value={reason} onChange={setReason} />
        <FormActions action="Override" isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** The rule counts as it is computed again, however long ago it was overridden. */
export function takeBackOverride(
  id: string,
  evaluation: SubmissionPolicyEvaluation,
  rule: SubmissionPolicyEvaluationResult,
): Promise<boolean> {
  return override(id, evaluation, { rule, result: null, reason: 'Taken back' })
}

interface Override {
  rule: SubmissionPolicyEvaluationResult
  result: Choice
  reason: string
}

/** The policy is evaluated again with it; the line that reports it takes it back. */
async function override(
  id: string,
  evaluation: SubmissionPolicyEvaluation,
  { rule, result, reason }: Override,
): Promise<boolean> {
  const body = { rule_id: rule.rule_id, result, reason }
  const next = await attempt(() =>
    api.submissions.overridePolicyEvaluation(id, evaluation.id!, body),
  )
  if (next === undefined) return false
  await refreshDeal(id)
  const undo = () => void override(id, next, { rule, result: null, reason: 'Undone' })
  notify(
    result === null ? `${rule.rule_name} counts as computed` : `${rule.rule_name}: ${result}`,
    result === null ? undefined : undo,
  )
  return true
}
