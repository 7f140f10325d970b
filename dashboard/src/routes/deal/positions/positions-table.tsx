import { Fragment } from 'react'
import type { Position } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import {
  formatCents,
  formatDay,
  formatPercent,
  formatWhole,
  UNKNOWN,
} from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { useRowKeys } from '../../../parts/row-keys.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { Value } from '../evidence/value.tsx'
import { changePosition } from './change-position.ts'
import { PositionDetail } from './position-detail.tsx'
import { nameCadence, nameProduct } from './position-words.ts'

interface Props {
  rows: Position[]
  /** The one whose details are shown. */
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  onEdit: (position: Position) => void
}

const COLUMNS = 9

/** The advances; each opens to its payments by day and to what is estimated of it. */
export function PositionsTable({ rows, openId, onOpen, onEdit }: Props) {
  const toggle = (id: string): void => onOpen(openId === id ? undefined : id)
  const current = useRowKeys(rows.length, (index) => toggle(rows[index]!.id))
  const at = rows[current]
  const isWriter = useCan()('transactions:write')
  useShortcuts([
    { keys: 'a', label: 'Confirm the position', run: () => isWriter && at && confirm(at) },
    { keys: 'e', label: 'Edit the position', run: () => isWriter && at && onEdit(at) },
  ])
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of positions">
      <table className="ledger">
        <caption className="sr-only">Positions</caption>
        <Heads />
        <tbody>
          {rows.map((position, index) => (
            <Fragment key={position.id}>
              <Row
                position={position}
                isCurrent={index === current}
                isOpen={position.id === openId}
                onToggle={() => toggle(position.id)}
              />
              {position.id === openId && (
                <tr>
                  <td colSpan={COLUMNS} className="!bg-surface">
                    <PositionDetail
                      position={position}
                      others={rows.filter((one) => one !== position)}
                      onConfirm={() => confirm(position)}
                      onEdit={() => onEdit(position)}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function confirm(position: Position): void {
  const { funder_name: name } = position
  void changePosition(position, { confirmation: 'confirmed' }, `Confirmed: ${name}`)
}

function Heads() {
  return (
    <thead>
      <tr>
        <th scope="col">Funder</th>
        <th scope="col">Status</th>
        <th scope="col" className="num">
          Payment
        </th>
        <th scope="col" className="num">
          Monthly
        </th>
        <th scope="col" className="num" title="Its payment now, over monthly true revenue">
          Holdback now
        </th>
        <th scope="col" className="num">
          Paid
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

interface RowProps {
  position: Position
  isCurrent: boolean
  isOpen: boolean
  onToggle: () => void
}

function Row({ position, isCurrent, isOpen, onToggle }: RowProps) {
  const { id, funder_name, payment, estimates, confirmation, product_type, advance } = position
  const remaining = estimates.remaining_balance?.mid
  return (
    <tr aria-selected={isCurrent || undefined}>
      <th scope="row">
        <button
          type="button"
          className="value-button font-semibold text-ink"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {funder_name}
        </button>
        <div className="meta pl-4">
          {nameProduct(product_type)} · {CONFIRMATIONS[confirmation] ?? confirmation}
        </div>
      </th>
      <td>
        <Status state={position.status} />
      </td>
      <td className="num">
        <Value label={`Payments to ${funder_name}`} target={{ kind: 'position', name: id }}>
          {formatCents(payment?.amount)}
        </Value>
        <div className="meta">{nameCadence(payment?.cadence)}</div>
      </td>
      <td className="num">{formatWhole(position.monthly_payment)}</td>
      <td className="num">{formatPercent(position.holdback_ratio)}</td>
      <td className="num">
        {estimates.percent_paid !== null && advance === null && '≈'}
        {formatPercent(estimates.percent_paid)}
      </td>
      <td className="num">
        {remaining === undefined ? UNKNOWN : `≈${formatWhole(remaining)}`}
        {remaining !== undefined && estimates.is_upper_bound && <div className="meta">at most</div>}
      </td>
      <td className="whitespace-nowrap">
        {payment === null
          ? UNKNOWN
          : `${formatDay(payment.first_date)} to ${formatDay(payment.last_date)}`}
      </td>
      <td className="num">
        {position.missed_count}
        {position.returned_payments > 0 && (
          <div className="meta">{position.returned_payments} returned</div>
        )}
      </td>
    </tr>
  )
}

const CONFIRMATIONS: Record<string, string> = {
  detected: 'found in the rows',
  needs_confirmation: 'to be confirmed',
  confirmed: 'confirmed',
  rejected: 'not an advance',
  manual: 'added by hand',
}
