import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { WorkflowExecution } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { describeError, isMissing, keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatInstant, toWords } from '../../../format/values.ts'
import { Fault, Missing, PageHead, Skeleton } from '../../../parts/page.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { formatDuration, RunStatus } from '../run-status.tsx'
import { Deal } from '../workflow/runs.tsx'
import { isOpenRun, runQuery, workflowQuery } from '../workflow-queries.ts'
import { StepDetail } from './step-detail.tsx'
import { Timeline } from './timeline.tsx'

const route = getRouteApi('/workflows/$id/runs/$runId')
const RETRIED = new Set(['failed', 'timed_out', 'cancelled'])

/** One run: its steps on a common time axis, and what went into and came out of each. */
export function RunPage() {
  const { id, runId } = route.useParams()
  const [search, change] = useAddress<'step'>()
  const run = useQuery(runQuery(runId))
  const steps = run.data?.steps ?? []
  const open = steps.find((step) => step.id === search.step) ?? pickFirst(steps)
  const move = (by: number): void => {
    const next = steps[steps.findIndex((step) => step.id === open?.id) + by]
    if (next !== undefined) change({ step: next.id })
  }
  useShortcuts([
    { keys: 'j', label: 'Next step', run: () => move(1) },
    { keys: 'k', label: 'Step before', run: () => move(-1) },
  ])
  if (isMissing(run.error)) return <Missing />
  if (run.error) return <Fault error={run.error} onRetry={() => void run.refetch()} />
  if (run.data === undefined) return <Skeleton height={480} />
  return (
    <>
      <Head workflowId={id} run={run.data} />
      {run.data.error !== null && (
        <p className="notice mb-3" data-tone="negative">
          <strong className="negative">✕ {toWords(run.data.error.code)}.</strong>{' '}
          {run.data.error.message}
        </p>
      )}
      {steps.length === 0 ? (
        <p className="text-muted">No step has started yet.</p>
      ) : (
        <div className="triage">
          <Timeline steps={steps} open={open?.id} onOpen={(step) => change({ step })} />
          {open && <StepDetail key={open.id} step={open} />}
        </div>
      )}
    </>
  )
}

/** What failed or waits is looked at first. */
function pickFirst(steps: WorkflowExecution['steps']) {
  const urgent = steps.find(({ status }) => status === 'failed' || status === 'waiting')
  return urgent ?? steps[0]
}

function Head({ workflowId, run }: { workflowId: string; run: WorkflowExecution }) {
  const { id, status, submission_id, workflow_version, trigger, is_dry, is_silent } = run
  const workflow = useQuery(workflowQuery(workflowId))
  const queries = useQueryClient()
  const can = useCan()
  const act = (text: string, work: () => Promise<unknown>) => () => {
    work().then(
      async () => {
        await queries.invalidateQueries({ queryKey: keyed('workflows') })
        notify(text)
      },
      (error: unknown) => notify(describeError(error).message),
    )
  }
  return (
    <>
      <nav aria-label="Breadcrumb" className="meta mb-1">
        <Link to="/workflows">Workflows</Link> <span aria-hidden="true">/</span>{' '}
        <Link to="/workflows/$id" params={{ id: workflowId }} search={{ view: 'runs' }}>
          {workflow.data?.name ?? 'Workflow'}
        </Link>{' '}
        <span aria-hidden="true">/</span>
      </nav>
      <PageHead title="Run" documentTitle={`Run of ${workflow.data?.name ?? 'a workflow'}`}>
        <div className="flex flex-wrap items-center gap-3">
          <RunStatus status={status} />
          {can('workflows:write') && isOpenRun(status) && (
            <button
              type="button"
              className="button"
              onClick={act('Cancelled', () => api.workflowExecutions.cancel(id))}
            >
              Cancel the run
            </button>
          )}
          {can('workflows:write') && RETRIED.has(status) && (
            <button
              type="button"
              className="button primary"
              onClick={act('It runs again', () => api.workflowExecutions.retry(id))}
            >
              Try again
            </button>
          )}
        </div>
      </PageHead>
      <p className="meta -mt-2 mb-3">
        {submission_id !== null && (
          <>
            <Deal id={submission_id} /> ·{' '}
          </>
        )}
        version {workflow_version} · {trigger.by ?? toWords(trigger.type)} ·{' '}
        {formatInstant(run.created_at)} · {formatDuration(run.duration_ms)}
        {is_dry ? ' · dry: nothing is changed' : is_silent ? ' · silent: nothing leaves' : ''}
      </p>
    </>
  )
}
