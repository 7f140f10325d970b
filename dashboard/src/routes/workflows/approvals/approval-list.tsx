import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Approval } from '../../../../../clients/typescript/src/index.ts'
import { formatAgo, formatCounted, formatInstant, UNKNOWN } from '../../../format/values.ts'
import { Choice } from '../../../parts/filter-fields.tsx'
import { Empty, Loading } from '../../../parts/page.tsx'
import { RunStatus } from '../run-status.tsx'
import { approvalsQuery } from '../workflow-queries.ts'

interface Props {
  status: string | undefined
  onStatus: (status: string | undefined) => void
}

/** What runs waited for, and who decided what; open ones are decided in the queue. */
export function ApprovalList({ status, onStatus }: Props) {
  const approvals = useQuery(approvalsQuery(status))
  return (
    <>
      <div className="mb-3 no-print">
        <Choice
          label="State"
          value={status}
          options={[
            ['', 'Any state'],
            ['pending', 'Open'],
            ['approved', 'Approved'],
            ['rejected', 'Rejected'],
            ['expired', 'Expired'],
            ['cancelled', 'Cancelled'],
          ]}
          onChange={onStatus}
        />
      </div>
      <section className="panel" aria-label="Approvals">
        <Loading query={approvals} height={200}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="No approvals">
                A step of a workflow can wait until a person approves or rejects.
              </Empty>
            ) : (
              <Table rows={rows} />
            )
          }
        </Loading>
      </section>
    </>
  )
}

function Table({ rows }: { rows: Approval[] }) {
  const now = Date.now()
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of approvals">
      <table className="ledger">
        <caption className="sr-only">{formatCounted(rows.length, 'approval')}</caption>
        <thead>
          <tr>
            <th scope="col">Approval</th>
            <th scope="col">State</th>
            <th scope="col">For</th>
            <th scope="col">Decided by</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((approval) => (
            <Row key={approval.id} approval={approval} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ approval, now }: { approval: Approval; now: number }) {
  const { id, title, status, assignees, decided_by, comment, created_at, due_at } = approval
  return (
    <tr>
      <th scope="row">
        {status === 'pending' ? (
          <Link
            to="/queue"
            search={{ reason: 'approval', item: id }}
            className="font-semibold !text-ink"
          >
            {title}
          </Link>
        ) : (
          <span className="font-semibold">{title}</span>
        )}
        {approval.submission_id !== null && (
          <div>
            <Link to="/deals/$id" params={{ id: approval.submission_id }} className="meta">
              the deal
            </Link>
          </div>
        )}
      </th>
      <td>
        <RunStatus status={status === 'pending' ? 'waiting' : status} />
        {status === 'pending' && due_at !== null && (
          <div className="meta">until {formatInstant(due_at)}</div>
        )}
      </td>
      <td>{assignees.join(', ')}</td>
      <td>
        {decided_by ?? UNKNOWN}
        {comment !== null && <div className="meta">{comment}</div>}
      </td>
      <td className="whitespace-nowrap text-faint">{formatAgo(created_at, now)}</td>
    </tr>
  )
}
