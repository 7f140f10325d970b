import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Transaction } from '../../../../../clients/typescript/src/index.ts'
import { formatCents, formatDay, formatPercent } from '../../../format/values.ts'

interface Props {
  id: string
  row: Transaction
  isCurrent: boolean
  onSelect: () => void
}

/** One row with what it was taken for and how sure that is; its day leads to its line on the page. */
export function ReviewRow({ id, row, isCurrent, onSelect }: Props) {
  const { date, amount, description, categories, is_revenue, document_id, evidence } = row
  const element = useRef<HTMLLIElement>(null)
  const [category] = categories
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={element} className="triage-row" data-current={isCurrent}>
      <span className="w-[104px]">
        {document_id === null ? (
          formatDay(date)
        ) : (
          <Link
            to="/deals/$id/documents/$documentId"
            params={{ id, documentId: document_id }}
            search={{ row: row.id, page: String(evidence.page ?? 1) }}
            className="inline-flex min-h-6 items-center"
          >
            {formatDay(date)}
          </Link>
        )}
      </span>
      <button
        type="button"
        className="value-button min-w-0 flex-1 basis-[220px] !text-left"
        aria-current={isCurrent}
        onClick={onSelect}
      >
        <span className="block break-words text-ink">{description}</span>
        <span className="meta">
          {category === undefined
            ? '▲ Uncategorized'
            : `${category.name}, ${formatPercent(category.confidence)} confidence`}
          {is_revenue ? ' · revenue' : ' · not revenue'}
        </span>
      </button>
      <span className="font-semibold whitespace-nowrap text-ink">{formatCents(amount)}</span>
    </li>
  )
}
