import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Workflow } from '../../../../clients/typescript/src/index.ts'
import { useCan } from '../../data/scopes.ts'
import { formatAgo, formatCounted, UNKNOWN } from '../../format/values.ts'
import { Empty, Loading, PageHead } from '../../parts/page.tsx'
import { useRowKeys } from '../../parts/row-keys.ts'
import { useAddress } from '../../parts/use-address.ts'
import { ApprovalList } from './approvals/approval-list.tsx'
import { NewWorkflow } from './new-workflow.tsx'
import { RunStatus } from './run-status.tsx'
import { nameTrigger } from './triggers.ts'
import { ViewTabs } from './view-tabs.tsx'
import { workflowsQuery } from './workflow-queries.ts'

type Name = 'view' | 'new' | 'status'

const VIEWS = [
  ['', 'Workflows'],
  ['approvals', 'Approvals'],
] as const

/** What runs by itself, and what of it waits for a person. */
export function Workflows() {
  const [search, change] = useAddress<Name>()
  const can = useCan()
  return (
    <>
      <PageHead title={search.view === 'approvals' ? 'Approvals' : 'Workflows'}>
        {can('workflows:write') && (
          <button type="button" className="button primary" onClick={() => change({ new: '1' })}>
            New workflow
          </button>
        )}
      </PageHead>
      <ViewTabs
        label="Workflows"
        views={VIEWS}
        shown={search.view ?? ''}
        onShow={(view) => change({ view: view || undefined, status: undefined })}
      />
      {search.view === 'approvals' ? (
        <ApprovalList status={search.status} onStatus={(status) => change({ status })} />
      ) : (
        <WorkflowList />
      )}
      {search.new !== undefined && <NewWorkflow onClose={() => change({ new: undefined })} />}
    </>
  )
}

function WorkflowList() {
  const workflows = useQuery(workflowsQuery())
  return (
    <section className="panel" aria-label="Workflows">
      <Loading query={workflows} height={280}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No workflow yet">
              A workflow does what somebody would do each time: reads what comes in, requests what
              is missing, decides by a policy, and leaves what is left to a person. Begin with one
              that is ready made.
            </Empty>
          ) : (
            <WorkflowTable rows={rows} />
          )
        }
      </Loading>
    </section>
  )
}

function WorkflowTable({ rows }: { rows: Workflow[] }) {
  const navigate = useNavigate()
  const at = useRowKeys(rows.length, (index) => {
    const workflow = rows[index]
    if (workflow) void navigate({ to: '/workflows/$id', params: { id: workflow.id } })
  })
  const now = Date.now()
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of workflows">
      <table className="ledger">
        <caption className="sr-only">{formatCounted(rows.length, 'workflow')}</caption>
        <thead>
          <tr>
            <th scope="col">Workflow</th>
            <th scope="col">State</th>
            <th scope="col">Starts when</th>
            <th scope="col">Last run</th>
            <th scope="col" className="num">
              Runs
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((workflow, index) => (
            <WorkflowRow key={workflow.id} workflow={workflow} isCurrent={index === at} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  workflow: Workflow
  isCurrent: boolean
  now: number
}

function WorkflowRow({ workflow, isCurrent, now }: RowProps) {
  const { id, name, description, status, trigger, last_run, runs_count } = workflow
  return (
    <tr aria-selected={isCurrent || undefined}>
      <th scope="row">
        <Link to="/workflows/$id" params={{ id }} className="font-semibold !text-ink">
          {name}
        </Link>
        {description !== null && <div className="meta">{description}</div>}
      </th>
      <td>
        <RunStatus status={status} />
      </td>
      <td>{nameTrigger(trigger.type)}</td>
      <td>
        {last_run === null ? (
          UNKNOWN
        ) : (
          <>
            <Link to="/workflows/$id/runs/$runId" params={{ id, runId: last_run.id }}>
              <RunStatus status={last_run.status} />
              <span className="sr-only"> last run of {name}</span>
            </Link>{' '}
            <span className="meta">{formatAgo(last_run.at, now)}</span>
          </>
        )}
      </td>
      <td className="num">{runs_count}</td>
    </tr>
  )
}
