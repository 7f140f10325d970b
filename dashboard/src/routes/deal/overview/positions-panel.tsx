import { useQuery } from '@tanstack/react-query'
import type { Position } from '../../../../../clients/typescript/src/index.ts'
import { positionsQuery } from '../../../data/queries.ts'
import { describeCounts } from '../positions/position-words.ts'
import { useActiveAdvances } from '../positions/use-active.ts'
import {
  formatCents,
  formatDay,
  formatPercent,
  formatWhole,
  toWords,
  UNKNOWN,
} from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { Loading, Panel } from '../../../parts/page.tsx'
import { Value } from '../evidence/value.tsx'

/** What the business already pays to funders. */
export function PositionsPanel({ id }: { id: string }) {
  const positions = useQuery(positionsQuery(id))
  const active = useActiveAdvances(id)
  return (
    <Panel
      title="Positions"
      {...(positions.data?.length && { note: describeCounts(positions.data, active) })}
      isFlush={(positions.data?.length ?? 0) > 0}
    >
      <Loading query={positions} height={90}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-muted">No payments to funders were found in these statements.</p>
          ) : (
            <div className="scroller" tabIndex={0} role="group" aria-label="Table of positions">
              <table className="ledger">
                <caption className="sr-only">Positions</caption>
                <Heads />
                <tbody>
                  {rows.map((position) => (
                    <PositionRow key={position.id} position={position} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loading>
    </Panel>
  )
}

function Heads() {
  return (
    <thead>
      <tr>
        <th scope="col">Funder</th>
        <th scope="col">Product</th>
        <th scope="col">Status</th>
        <th scope="col" className="num">
          Payment
        </th>
        <th scope="col">Frequency</th>
        <th scope="col" className="num">
          Monthly
        </th>
        <th scope="col" className="num" title="Its payment now, over monthly true revenue">
          Holdback now
        </th>
        <th scope="col" className="num">
          Still owed
        </th>
        <th scope="col">First to last payment</th>
        <th scope="col" className="num">
          Missed
        </th>
      </tr>
    </thead>
  )
}

function PositionRow({ position }: { position: Position }) {
  const { id, funder_name, product_type, status, payment, estimates, holdback_ratio } = position
  const remaining = estimates?.remaining_balance?.mid
  return (
    <tr>
      <th scope="row" className="!font-semibold">
        {funder_name}
      </th>
      <td>{product_type === 'mca' ? 'MCA' : toWords(product_type)}</td>
      <td>
        <Status state={status} />
      </td>
      <td className="num">
        <Value label={`Payments to ${funder_name}`} target={{ kind: 'position', name: id }}>
          {formatCents(payment?.amount)}
        </Value>
      </td>
      <td>{payment?.cadence ? toWords(payment.cadence) : UNKNOWN}</td>
      <td className="num">{formatWhole(position.monthly_payment)}</td>
      <td className="num">{formatPercent(holdback_ratio)}</td>
      <td className="num">{remaining === undefined ? UNKNOWN : `≈${formatWhole(remaining)}`}</td>
      <td className="whitespace-nowrap">
        {formatDay(payment?.first_date)} to {formatDay(payment?.last_date)}
      </td>
      <td className="num">{position.missed_count}</td>
    </tr>
  )
}
