import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import {
  formatAgo,
  formatCents,
  formatDay,
  formatInstant,
  formatPercent,
} from '../../../format/values.ts'
import { TakeBack } from '../corrections/take-back.tsx'
import { Corrected } from '../statement/statement-row.tsx'
import type { Row } from './use-transactions.ts'

interface Props {
  id: string
  row: Row
  index: number
  /** Whether the keys are at it. */
  isCurrent: boolean
  isSelected: boolean
  onToggle: (rowId: string) => void
  onRevenue: (row: Row) => void
  onCategory: (row: Row) => void
}

/** One transaction; its description leads to its line on the page. */
export const TransactionRow = memo(function TransactionRow(props: Props) {
  const { id, row, index, isCurrent, isSelected, onToggle, onRevenue, onCategory } = props
  const { date, amount, balance, description, categories, is_revenue } = row
  const name = row.merchant_name ?? row.normalized_description ?? description
  const [category] = categories
  return (
    <tr aria-rowindex={index + 2} aria-selected={isSelected} data-current={isCurrent || undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={`Select ${name}, ${formatDay(date)}`}
          checked={isSelected}
          onChange={() => onToggle(row.id)}
        />
      </td>
      <td className="whitespace-nowrap">
        {formatDay(date)}
        {/* Its column is out of sight on a phone. */}
        <div className="font-semibold text-ink sm:hidden" aria-hidden="true">
          {formatCents(amount)}
        </div>
      </td>
      <td className="max-w-0">
        <div className="truncate">
          <SourceLink id={id} row={row} name={name} />
        </div>
        {row.corrected === null ? (
          <div className="meta truncate" title={description}>
            {description}
          </div>
        ) : (
          <Corrected row={row} />
        )}
      </td>
      <td className="max-w-0">
        <button
          type="button"
          className="value-button max-w-full truncate"
          aria-label={`Category of ${name}: ${category?.name ?? 'uncategorized'}. Change it`}
          onClick={() => onCategory(row)}
        >
          {category?.name ?? <span className="caution">▲ Uncategorized</span>}
        </button>
        <div className="meta">
          {row.feedback === null ? (
            category && formatPercent(category.confidence)
          ) : (
            <Correction feedback={row.feedback} name={name} />
          )}
          {row.needs_review && <span className="caution"> ▲ to look at</span>}
        </div>
      </td>
      <td>
        <button
          type="button"
          role="switch"
          aria-checked={is_revenue}
          aria-label={`Revenue: ${name}, ${formatDay(date)}`}
          className="switch"
          onClick={() => onRevenue(row)}
        >
          <span aria-hidden="true">{is_revenue ? '● yes' : '○ no'}</span>
        </button>
      </td>
      <td className="num font-semibold text-ink">{formatCents(amount)}</td>
      <td className="num text-muted">{formatCents(balance)}</td>
    </tr>
  )
})

interface CorrectionProps {
  feedback: Record<string, unknown>
  name: string
}

/** Who set it, when, and what was said with it. */
function Correction({ feedback: { by, at, comment, feedback_id: id }, name }: CorrectionProps) {
  const when = typeof at === 'string' ? at : null
  const words = [when && formatInstant(when), comment].filter((one) => typeof one === 'string')
  return (
    <span title={words.join(': ')}>
      set by {typeof by === 'string' ? by : 'a person'}
      {when && `, ${formatAgo(when, Date.now())}`}
      {typeof id === 'string' && (
        <>
          {' · '}
          <TakeBack feedbackId={id} label={`correction of ${name}`} isQuiet />
        </>
      )}
    </span>
  )
}

function SourceLink({ id, row, name }: { id: string; row: Row; name: string }) {
  if (row.document_id === null) return <>{name}</>
  return (
    <Link
      to="/deals/$id/documents/$documentId"
      params={{ id, documentId: row.document_id }}
      search={{ row: row.id, page: String(row.evidence.page ?? 1) }}
      className="!text-ink"
    >
      {name}
    </Link>
  )
}
