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
  const empty = { name: `New workflow ${new Date().toISOString().slice(0, 16)}`, nodes: [] }
  return (
    <Dialog kind="drawer" title="New workflow" onClose={onClose}>
      <div className="grid gap-3 p-4">
        {error !== null && <Fault error={error} />}
        <button
          type="button"
          className="template"
          disabled={isBusy}
          onClick={make(() =>
            api.workflows.create({ ...empty, trigger: { type: 'manual', config: {} } }),
          )}
        >
          <strong className="text-ink">Empty</strong>
          <span>Begin with a trigger and add the steps.</span>
        </button>
        <Loading query={templates} height={320}>
          {(rows) => (
            <>
              {rows.map(({ id, slug, name, description, trigger }) => (
                <button
                  key={id}
                  type="button"
                  className="template"
                  disabled={isBusy}
                  onClick={make(() => api.workflowTemplates.clone(slug))}
                >
                  <strong className="text-ink">{name || toWords(slug)}</strong>
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
