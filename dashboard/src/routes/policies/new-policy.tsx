import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { api } from '../../data/session.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault } from '../../parts/page.tsx'
import { refreshPolicies } from './policy-queries.ts'
import { USUAL_RULES } from './usual-rules.ts'

/** A draft with a name, empty or with the rules that most lenders begin with. */
export function NewPolicy({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [isUsual, setUsual] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const create = async (): Promise<void> => {
    const rules = USUAL_RULES.map((rule) => ({ ...rule, name: `${name}: ${rule.name}` }))
    const given = { name, auto_evaluate: true, ...(isUsual && { rules }) }
    const { id } = await api.policies.create(given)
    await refreshPolicies()
    await navigate({ to: '/policies/$id', params: { id } })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    create().catch((fault: unknown) => {
      setError(fault)
      setBusy(false)
    })
  }
  return (
    <Dialog title="New policy" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4 p-4">
        <label className="grid gap-1">
          <span className="label">Name</span>
          <input
            className="field"
            required
            maxLength={120}
            autoFocus
            placeholder="House policy"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <label className="flex items-start gap-2">
          <input
            type="checkbox"
            className="mt-1"
            checked={isUsual}
            onChange={({ target }) => setUsual(target.checked)}
          />
          <span>
            Start with {USUAL_RULES.length} usual rules
            <span className="meta block">
              Revenue, negative days, NSF fees, positions, holdback and trend; each can be changed.
            </span>
          </span>
        </label>
        {error !== null && <Fault error={error} />}
        <div className="flex justify-end gap-2">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary" disabled={isBusy || name.trim() === ''}>
            Create the draft
          </button>
        </div>
      </form>
    </Dialog>
  )
}
