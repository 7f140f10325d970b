import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Fault } from '../../../parts/page.tsx'
import { refreshWorkflows } from '../workflow-queries.ts'

const DEALS_SHOWN = 100

/** Runs the saved steps once, on a deal or on none; dry ones change nothing. */
export function RunNow({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [deal, setDeal] = useState('')
  const [kind, setKind] = useState('dry')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { data: deals = [] } = useQuery({
    queryKey: keyed('deals', 'choices'),
    queryFn: () =>
      api.submissions
        .list({ limit: DEALS_SHOWN })
        .page()
        .then((page) => page.data),
  })
  const start = async (): Promise<void> => {
    const run = await api.workflows.run(id, {
      ...(deal !== '' && { submission_id: deal }),
      dry_run: kind === 'dry',
      is_silent: kind !== 'whole',
    })
    await refreshWorkflows()
    await navigate({ to: '/workflows/$id/runs/$runId', params: { id, runId: run.id } })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    start().catch((fault: unknown) => {
      setError(fault)
      setBusy(false)
    })
  }
  return (
    <Dialog title="Run now" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4 p-4">
        <label className="grid gap-1">
          <span className="label">On the deal</span>
          <select className="field" value={deal} onChange={({ target }) => setDeal(target.value)}>
            <option value="">None</option>
            {deals.map(({ id: key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="grid gap-2">
          <legend className="label mb-1">How</legend>
          {KINDS.map(([value, label]) => (
            <label key={value} className="flex min-h-6 gap-2">
              <input
                type="radio"
                name="kind"
                checked={kind === value}
                onChange={() => setKind(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        {error !== null && <Fault error={error} />}
        <div className="flex justify-end gap-2">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button className="button primary" disabled={isBusy}>
            Run
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const KINDS = [
  ['dry', 'Dry: steps that change anything are skipped'],
  ['silent', 'Silent: nothing leaves the house'],
  ['whole', 'For real'],
] as const
