import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { keyed } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import { toWords } from '../../format/values.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault, Loading } from '../../parts/page.tsx'
import { nameTrigger } from './triggers.ts'
import { refreshWorkflows } from './workflow-queries.ts'

/** A draft: a copy of one that is ready made, or an empty one. */
export function NewWorkflow({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const templates = useQuery({
    queryKey: keyed('workflow-templates'),
    queryFn: () => api.workflowTemplates.list().toArray(),
    staleTime: Infinity,
  })
  const make = (work: () => Promise<{ id: string }>) => () => {
    setBusy(true)
    work().then(
      async ({ id }) => {
        await refreshWorkflows()
        await navigate({ to: '/workflows/$id', params: { id } })
      },
      (fault: unknown) => {
        setError(fault)
        setBusy(false)
      },
    )
  }
  return (
    <Dialog kind="drawer" title="New workflow" onClose={onClose}>
      <div className="grid gap-3 p-4">
        {error !== null && <Fault error={error} />}
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            const trigger = { type: 'manual', config: {} }
            make(() => api.workflows.create({ name, trigger, nodes: [] }))()
          }}
        >
          <label className="grid min-w-0 flex-1 gap-1">
            <span className="label">Name</span>
            <input
              className="field"
              required
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </label>
          <button className="button primary" disabled={isBusy}>
            Start empty
          </button>
        </form>
        <h3 className="label">Or copy one that is ready made</h3>
        <Loading query={templates} height={320}>
          {(rows) => (
            <>
              {rows.map(({ id, slug, name: title, description, trigger }) => (
                <button
                  key={id}
                  type="button"
                  className="template"
                  disabled={isBusy}
                  onClick={make(() => api.workflowTemplates.clone(slug))}
                >
                  <strong className="text-ink">{title || toWords(slug)}</strong>
                  <span>{description}</span>
                  <span className="meta">{nameTrigger(trigger.type)}</span>
                </button>
              ))}
            </>
          )}
        </Loading>
      </div>
    </Dialog>
  )
}
