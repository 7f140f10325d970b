import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Position } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import {
  formatCents,
  formatCounted,
  formatDay,
  formatWhole,
  UNKNOWN,
} from '../../../format/values.ts'
import { Loading } from '../../../parts/page.tsx'
import { changePosition, mergePosition } from './change-position.ts'
import { PaymentChart } from './payment-chart.tsx'
import { listMarks } from './payment-timeline.ts'
import { describePayment, nameReason } from './position-words.ts'

const ROWS_MAX = 2_000

interface Props {
  position: Position
  /** The other advances of the deal, of which one may be the same. */
  others: readonly Position[]
  onConfirm: () => void
  onEdit: () => void
}

/** The payments of one advance by day, what is estimated of it and why, and what to do with it. */
export function PositionDetail({ position, others, onConfirm, onEdit }: Props) {
  const can = useCan()
  const { id, submission_id, funder_name, missed_payments, evidence } = position
  const rows = useQuery({
    queryKey: keyed('deal', submission_id, 'position-rows', id),
    queryFn: () => api.positions.listTransactions(id, { limit: 1000 }).toArray({ max: ROWS_MAX }),
  })
  return (
    <section aria-label={`Details of ${funder_name}`} className="row-detail grid gap-3 py-1">
      <p className="text-ink">
        {describePayment(position)}.{' '}
        <span className="text-muted">
          It counts as an advance since {position.confidence_reasons.map(nameReason).join(', ')}.
        </span>
      </p>
      <Loading query={rows} height={64}>
        {(list) => <PaymentChart marks={listMarks(list, missed_payments)} name={funder_name} />}
      </Loading>
      <Legend />
      <Estimates position={position} />
      <div className="flex flex-wrap items-center gap-2 no-print">
        {can('transactions:write') && (
          <Actions position={position} others={others} onConfirm={onConfirm} onEdit={onEdit} />
        )}
        <Link
          to="/deals/$id/transactions"
          params={{ id: submission_id }}
          search={{ counted: `position.${id}` }}
        >
          {formatCounted(evidence.transactions_count, 'row')} in Transactions
        </Link>
      </div>
    </section>
  )
}

const MARKS = ['▲ advance', '● payment, sized by amount', '○ missed', '✕ returned', '■ fee']

function Legend() {
  return (
    <p className="meta flex flex-wrap gap-x-3" aria-hidden="true">
      {MARKS.map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </p>
  )
}

function Estimates({ position }: { position: Position }) {
  const { advance, estimates, totals, is_disclosed, notes, as_of } = position
  const { remaining_balance: remaining } = estimates
  const facts: readonly (readonly [string, string])[] = [
    [
      'Advance',
      advance === null
        ? 'Not seen in these statements'
        : `${formatCents(advance.amount)} on ${formatDay(advance.date)}${advance.is_net ? ', net of fees' : ''}`,
    ],
    [
      'Factor',
      `${estimates.factor_rate.toFixed(2)}${position.has_overrides ? '' : ' (estimated)'}`,
    ],
    ['To repay', formatWhole(estimates.right_to_receive)],
    ['Paid to date', formatWhole(totals.paid_to_date)],
    [
      'Still owed',
      remaining === null
        ? UNKNOWN
        : `${formatWhole(remaining.low)} to ${formatWhole(remaining.high)}${estimates.is_upper_bound ? ', at most' : ''}`,
    ],
    ['Payments left', estimates.payments_remaining?.toString() ?? UNKNOWN],
    [`Paid off by, as of ${formatDay(as_of)}`, formatDay(estimates.payoff_date)],
    ['On the application', is_disclosed === null ? UNKNOWN : is_disclosed ? 'yes' : 'no'],
    ['NSF on payment days', String(position.nsf_on_payment_days)],
  ]
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="meta">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="meta">
        Confidence of the estimates: {estimates.confidence}
        {estimates.confidence_reasons.length > 0 && `. ${estimates.confidence_reasons.join(' ')}`}
      </p>
      {notes !== null && <p className="whitespace-pre-wrap">{notes}</p>}
    </>
  )
}

function Actions({ position, others, onConfirm, onEdit }: Props) {
  const { confirmation, funder_name: name, status } = position
  const change = (patch: Parameters<typeof changePosition>[1], text: string) => () =>
    void changePosition(position, patch, text)
  return (
    <>
      {confirmation !== 'confirmed' && (
        <button type="button" className="button" onClick={onConfirm}>
          Confirm
        </button>
      )}
      {status !== 'paid_off' && (
        <button
          type="button"
          className="button"
          onClick={change({ status: 'paid_off' }, `Paid off: ${name}`)}
        >
          Mark paid off
        </button>
      )}
      <button
        type="button"
        className="button"
        onClick={change({ confirmation: 'rejected' }, `Not an advance: ${name}`)}
      >
        Not an advance
      </button>
      <button type="button" className="button" onClick={onEdit}>
        Edit
      </button>
      {others.length > 0 && (
        <select
          className="field"
          aria-label={`${name} is the same as`}
          value=""
          onChange={({ target }) => {
            const other = others.find((one) => one.id === target.value)
            if (other) void mergePosition(position, other)
          }}
        >
          <option value="">Same as</option>
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {other.funder_name}, {describePayment(other)}
            </option>
          ))}
        </select>
      )}
    </>
  )
}
