import { useState, type FormEvent } from 'react'
import type { MetricRuleMetric, Policy, Rule } from '../../../../../clients/typescript/src/index.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Fault } from '../../../parts/page.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { refreshPolicies } from '../policy-queries.ts'
import { ConditionFields } from './condition-fields.tsx'
import { Select, TextField } from './rule-fields.tsx'
import { toDraft, toRule, type RuleDraft } from './rule-draft.ts'

interface Props {
  policy: Policy
  /** Null for a new one. */
  rule: Rule | null
  metrics: ReadonlyMap<string, MetricRuleMetric>
  onClose: () => void
}

/** A rule by its fields; what is saved is a draft until the policy is published. */
export function RuleDialog({ policy, rule, metrics, onClose }: Props) {
  const [draft, setDraft] = useState(() => toDraft(rule, metrics))
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const set = (next: Partial<RuleDraft>): void => setDraft({ ...draft, ...next })
  const save = async (): Promise<void> => {
    const sent = toRule(draft, metrics, rule)
    if (rule === null)
      await api.policies.update(policy.id, { rule_ids: policy.rule_ids, rules: [sent] })
    else {
      const { kind: _, ...changes } = sent
      await api.rules.update(rule.id, changes)
    }
    await refreshPolicies()
    notify('Saved in the draft. Publish to put it in force.')
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    save().catch((fault: unknown) => {
      setError(fault)
      setBusy(false)
    })
  }
  return (
    <Dialog kind="drawer" title={rule?.name ?? 'New rule'} note={policy.name} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4 p-4">
        <TextField label="Name" value={draft.name} isRequired onChange={(name) => set({ name })} />
        <ConditionFields draft={draft} rule={rule} metrics={metrics} onChange={set} />
        <OutcomeFields draft={draft} onChange={set} />
        <TextField
          label="Sentence for a deal that does not pass"
          hint="{actual} and {value} stand for the numbers."
          value={draft.message}
          onChange={(message) => set({ message })}
        />
        {error !== null && <Fault error={error} />}
        <div className="flex justify-end gap-2">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary" disabled={isBusy}>
            Save in the draft
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  draft: RuleDraft
  onChange: (next: Partial<RuleDraft>) => void
}

function OutcomeFields({ draft, onChange }: FieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="A deal that does not pass"
        value={draft.outcome}
        options={[
          ['decline', 'is declined'],
          ['review', 'is reviewed by a person'],
          ['flag', 'is flagged'],
          ['info', 'is noted only'],
        ]}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Select
        label="Severity"
        value={draft.severity}
        options={[
          ['low', 'Low'],
          ['medium', 'Medium'],
          ['high', 'High'],
          ['critical', 'Critical'],
        ]}
        onChange={(severity) => onChange({ severity })}
      />
      <Select
        label="When the number is not known"
        value={draft.on_missing}
        options={[
          ['missing_data', 'the result is: missing data'],
          ['pass', 'it passes, and on incomplete data'],
          ['fail', 'it does not pass'],
          ['review', 'a person reviews it'],
        ]}
        onChange={(on_missing) => onChange({ on_missing })}
      />
      <Select
        label="Counts"
        value={draft.is_active ? draft.mode : 'off'}
        options={[
          ['enforced', 'Yes'],
          ['shadow', 'Only watched: shown, never counted'],
          ['off', 'No'],
        ]}
        onChange={(mode) =>
          onChange(mode === 'off' ? { is_active: false } : { mode, is_active: true })
        }
      />
    </div>
  )
}
