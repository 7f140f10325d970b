import { useState, type FormEvent } from 'react'
import type { Policy } from '../../../../../clients/typescript/src/index.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Fault } from '../../../parts/page.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { refreshPolicies } from '../policy-queries.ts'
import { Select, TextField } from './rule-fields.tsx'

const METHODS = [
  ['worst', 'by the gravest of its rules'],
  ['first_fail', 'by the first rule that does not pass'],
  ['score', 'by the points of the rules that pass'],
] as const

/** What a policy is for and how its rules make a decision. */
export function PolicyDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const [draft, setDraft] = useState(() => ({
    name: policy.name,
    description: policy.description ?? '',
    decision: policy.decision,
    kind: policy.kind,
    auto_evaluate: policy.auto_evaluate,
    is_active: policy.is_active,
  }))
  const [error, setError] = useState<unknown>(null)
  const set = (next: Partial<typeof draft>): void => setDraft({ ...draft, ...next })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const sent = { ...draft, description: draft.description.trim() || null }
    api.policies.update(policy.id, sent).then(async () => {
      await refreshPolicies()
      notify('Saved. Publish to put a change of the rules in force.')
      onClose()
    }, setError)
  }
  return (
    <Dialog title="Settings of the policy" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4 p-4">
        <TextField label="Name" value={draft.name} isRequired onChange={(name) => set({ name })} />
        <TextField
          label="What it is for"
          value={draft.description}
          onChange={(description) => set({ description })}
        />
        <Select
          label="It decides"
          value={draft.decision}
          options={METHODS}
          onChange={(decision) => set({ decision })}
        />
        <Select
          label="Kind"
          value={draft.kind}
          options={[
            ['underwriting', 'Underwriting'],
            ['intake', 'Intake'],
            ['funder', 'Of a funder'],
            ['monitoring', 'Watch of funded deals'],
          ]}
          onChange={(kind) => set({ kind })}
        />
        <Check
          label="Decides each deal by itself at the end of its run"
          isOn={draft.auto_evaluate}
          onChange={(auto_evaluate) => set({ auto_evaluate })}
        />
        <Check label="On" isOn={draft.is_active} onChange={(is_active) => set({ is_active })} />
        {error !== null && <Fault error={error} />}
        <div className="flex justify-end gap-2">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary">Save</button>
        </div>
      </form>
    </Dialog>
  )
}

interface CheckProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}
