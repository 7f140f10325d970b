import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { WorkflowDetail } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { describeError, isMissing } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Fault, Missing, PageHead, Skeleton } from '../../../parts/page.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { RunStatus } from '../run-status.tsx'
import { nameTrigger } from '../triggers.ts'
import { ViewTabs } from '../view-tabs.tsx'
import { nodeTypesQuery, refreshWorkflows, workflowQuery } from '../workflow-queries.ts'
import { Builder } from './builder.tsx'
import { GraphView } from './graph-view.tsx'
import { RunNow } from './run-now.tsx'
import { Runs } from './runs.tsx'

const route = getRouteApi('/workflows/$id')
type Name = 'view' | 'node' | 'status' | 'run'

const VIEWS = [
  ['', 'Steps'],
  ['graph', 'Picture'],
  ['runs', 'Runs'],
] as const

/** One workflow: its steps, a picture of them, and its runs. */
export function WorkflowPage() {
  const { id } = route.useParams()
  const [search, change] = useAddress<Name>()
  const workflow = useQuery(workflowQuery(id))
  const types = useQuery(nodeTypesQuery())
  if (isMissing(workflow.error)) return <Missing />
  const error = workflow.error ?? types.error
  if (error) return <Fault error={error} onRetry={() => void workflow.refetch()} />
  if (workflow.data === undefined || types.data === undefined) return <Skeleton height={480} />
  const open = (node: string): void => change({ node, view: undefined })
  return (
    <>
      <Head workflow={workflow.data} onRun={() => change({ run: '1' })} />
      <ViewTabs
        label="Views of the workflow"
        views={VIEWS}
        shown={search.view ?? ''}
        onShow={(view) => change({ view: view || undefined })}
      />
      {search.view === 'runs' ? (
        <Runs id={id} status={search.status} onStatus={(status) => change({ status })} />
      ) : search.view === 'graph' ? (
        <GraphView graph={workflow.data} types={types.data} onOpen={open} />
      ) : (
        <Builder
          key={workflow.data.version}
          workflow={workflow.data}
          types={types.data}
          chosen={search.node}
          onChoose={(node) => change({ node })}
        />
      )}
      {search.run !== undefined && <RunNow id={id} onClose={() => change({ run: undefined })} />}
    </>
  )
}

function Head({ workflow, onRun }: { workflow: WorkflowDetail; onRun: () => void }) {
  const { id, name, description, status, trigger, version, active_version } = workflow
  const can = useCan()
  const [refusal, setRefusal] = useState<unknown>(null)
  const [shown, setShown] = useState<Secrets | null>(null)
  const run = (text: string, work: () => Promise<WorkflowDetail>) => () => {
    setRefusal(null)
    work().then(async (after) => {
      if (after.hook_url !== null || after.signing_secret !== null) setShown(after)
      await refreshWorkflows()
      notify(text)
    }, setRefusal)
  }
  return (
    <>
      <nav aria-label="Breadcrumb" className="meta mb-1">
        <Link to="/workflows">Workflows</Link> <span aria-hidden="true">/</span>
      </nav>
      <PageHead title={name}>
        <div className="flex flex-wrap items-center gap-3">
          <RunStatus status={status} />
          <span className="meta">
            version {version}
            {active_version !== null && active_version !== version && `, ${active_version} runs`}
          </span>
          {can('workflows:write') && (
            <>
              <button type="button" className="button" onClick={onRun}>
                Run now
              </button>
              {status === 'active' ? (
                <button
                  type="button"
                  className="button"
                  onClick={run('Off: no new run starts', () => api.workflows.deactivate(id))}
                >
                  Turn off
                </button>
              ) : (
                <button
                  type="button"
                  className="button primary"
                  onClick={run('Active from now on', () => api.workflows.activate(id))}
                >
                  Activate
                </button>
              )}
            </>
          )}
        </div>
      </PageHead>
      <p className="meta -mt-2 mb-2">
        {[nameTrigger(trigger.type), description].filter(Boolean).join(' · ')}
      </p>
      {shown !== null && <ShownOnce secrets={shown} onClose={() => setShown(null)} />}
      {refusal !== null && (
        <p className="notice mb-3" data-tone="negative" role="alert">
          <strong className="negative">✕ Not activated.</strong> {describeError(refusal).message}
        </p>
      )}
    </>
  )
}

type Secrets = Pick<WorkflowDetail, 'hook_url' | 'signing_secret'>

/** The address and the secret of a workflow, which no later response has. */
function ShownOnce({ secrets, onClose }: { secrets: Secrets; onClose: () => void }) {
  const entries = [
    ['Its address', secrets.hook_url],
    ['What it signs with', secrets.signing_secret],
  ] as const
  return (
    <section className="notice mb-3" data-tone="caution" aria-label="Shown once">
      <strong className="caution">▲ Keep this now: it is shown once.</strong>
      <dl className="basis-full">
        {entries.map(([label, value]) =>
          value === null ? null : (
            <div key={label} className="flex flex-wrap items-baseline gap-x-3">
              <dt className="label">{label}</dt>
              <dd className="min-w-0 break-all">
                <code>{value}</code>
              </dd>
            </div>
          ),
        )}
      </dl>
      <button type="button" className="button" onClick={onClose}>
        I have it
      </button>
    </section>
  )
}
