import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { WorkflowExecutionResult } from '../../../../../clients/typescript/src/index.ts'
import { dealQuery } from '../../../data/queries.ts'
import { formatAgo, formatCounted, toWords, UNKNOWN } from '../../../format/values.ts'
import { Choice } from '../../../parts/filter-fields.tsx'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { useRowKeys } from '../../../parts/row-keys.ts'
import { formatDuration, RunStatus } from '../run-status.tsx'
import { runsQuery } from '../workflow-queries.ts'

const STATUSES = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'timed_out']

interface Props {
  id: string
  status: string | undefined
  onStatus: (status: string | undefined) => void
}

/** What a workflow did, newest first. */
export function Runs({ id, status, onStatus }: Props) {
  const runs = useQuery(runsQuery(id, status))
  return (
    <Panel
      title="Runs"
      isFlush
      actions={
        <Choice
          label="State of the runs"
          value={status}
          options={[['', 'Any state'], ...STATUSES.map((one) => [one, toWords(one)] as const)]}
          onChange={onStatus}
        />
      }
    >
      <Loading query={runs} height={200}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No runs">A run appears here as soon as its trigger happens.</Empty>
          ) : (
            <Table id={id} rows={rows} />
          )
        }
      </Loading>
    </Panel>
  )
}

function Table({ id, rows }: { id: string; rows: WorkflowExecutionResult[] }) {
  const navigate = useNavigate()
  const at = useRowKeys(rows.length, (index) => {
    const run = rows[index]
    if (run) void navigate({ to: '/workflows/$id/runs/$runId', params: { id, runId: run.id } })
  })
  const now = Date.now()
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of runs">
      <table className="ledger">
        <caption className="sr-only">{formatCounted(rows.length, 'run')}</caption>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Deal</th>
            <th scope="col">Started by</th>
            <th scope="col" className="num">
              Version
            </th>
            <th scope="col" className="num">
              Took
            </th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((run, index) => (
            <tr key={run.id} aria-selected={index === at || undefined}>
              <th scope="row">
                <Link
                  to="/workflows/$id/runs/$runId"
                  params={{ id, runId: run.id }}
                  className="font-semibold"
                >
                  <RunStatus status={run.status} />
                </Link>
                {run.is_dry && <span className="chip ml-2">dry</span>}
                {run.error !== null && <div className="meta">{run.error.message}</div>}
              </th>
              <td>{run.submission_id === null ? UNKNOWN : <Deal id={run.submission_id} />}</td>
              <td>{run.trigger.by ?? toWords(run.trigger.type)}</td>
              <td className="num">{run.workflow_version}</td>
              <td className="num">{formatDuration(run.duration_ms)}</td>
              <td className="whitespace-nowrap text-faint">{formatAgo(run.created_at, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The deal of a run, by its name once that is known. */
export function Deal({ id }: { id: string }) {
  const deal = useQuery(dealQuery(id))
  return (
    <Link to="/deals/$id" params={{ id }}>
      {deal.data?.name ?? 'the deal'}
    </Link>
  )
}
