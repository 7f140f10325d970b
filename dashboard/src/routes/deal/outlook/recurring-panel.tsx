import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SubmissionRecurringStream } from '../../../../../clients/typescript/src/index.ts'
import { reportQuery, type Scope } from '../../../data/queries.ts'
import {
  formatCents,
  formatDay,
  formatMoney,
  formatWhole,
  toWords,
  UNKNOWN,
} from '../../../format/values.ts'
import { Loading, Panel } from '../../../parts/page.tsx'

const SHOWN = 12

/** What comes in and goes out again and again, the largest first. */
export function RecurringPanel({ id, scope }: { id: string; scope: Scope }) {
  const report = useQuery(reportQuery('recurring', id, scope))
  return (
    <Panel
      title="Recurring"
      note={
        report.data &&
        `in ${formatMoney(report.data.summary.inflow_monthly, report.data.currency)}, out ${formatMoney(report.data.summary.outflow_monthly, report.data.currency)} a month`
      }
      isFlush
    >
      <Loading query={report} height={220}>
        {({ streams }) => {
          const active = streams
            .filter(({ status }) => status !== 'ended')
            .toSorted(
              (one, other) => Math.abs(other.monthly_equivalent) - Math.abs(one.monthly_equivalent),
            )
          if (active.length === 0)
            return <p className="px-4 pb-4 text-muted">Nothing recurs in these statements.</p>
          return <Streams id={id} streams={active.slice(0, SHOWN)} />
        }}
      </Loading>
    </Panel>
  )
}

function Streams({ id, streams }: { id: string; streams: readonly SubmissionRecurringStream[] }) {
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of recurring rows">
      <table className="ledger">
        <caption className="sr-only">Recurring rows</caption>
        <thead>
          <tr>
            <th scope="col">Counterparty</th>
            <th scope="col">Category</th>
            <th scope="col">Frequency</th>
            <th scope="col" className="num">
              Last
            </th>
            <th scope="col" className="num">
              Per month
            </th>
            <th scope="col">Next</th>
            <th scope="col" className="num">
              Missed
            </th>
          </tr>
        </thead>
        <tbody>
          {streams.map((stream) => (
            <tr key={stream.id}>
              <th scope="row">
                <Link
                  to="/deals/$id/transactions"
                  params={{ id }}
                  search={{ ids: stream.transaction_ids.slice(-50).join(',') } as never}
                >
                  {stream.merchant_name ?? stream.description}
                </Link>
              </th>
              <td>{toWords(stream.stream_type)}</td>
              <td>{toWords(stream.cadence)}</td>
              <td className="num">{formatCents(signed(stream, stream.last_amount))}</td>
              <td className="num">{formatWhole(signed(stream, stream.monthly_equivalent))}</td>
              <td className="whitespace-nowrap">
                {stream.next_date === null ? UNKNOWN : formatDay(stream.next_date, false)}
              </td>
              <td className="num">{stream.missed.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What goes out is below zero, whichever sign the stream has. */
function signed({ direction }: SubmissionRecurringStream, amount: number): number {
  return direction === 'outflow' ? -Math.abs(amount) : Math.abs(amount)
}
