import { Link } from '@tanstack/react-router'
import type { Pdf } from '../../../../../clients/typescript/src/index.ts'
import { formatDay } from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'

interface Props {
  id: string
  pdf: Pdf
  page: number
  count: number
  onTurn: (step: number) => void
}

/** Which document and page this is, and how far its signs of alteration go. */
export function DocumentHead({ id, pdf, page, count, onTurn }: Props) {
  const { display_name, period, status, authenticity, institution_name } = pdf
  const score = authenticity === null ? null : Math.round(authenticity.score)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <h2 className="break-words">
          <Link to="/deals/$id/documents" params={{ id }}>
            Documents
          </Link>{' '}
          <span aria-hidden="true">/</span> {display_name}
        </h2>
        <p className="meta">
          {[
            institution_name,
            period && `${formatDay(period.start_date)} to ${formatDay(period.end_date)}`,
            score !== null && `authenticity ${score} of 100`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="flex items-center gap-3 no-print">
        <Status state={status} />
        <div className="flex items-center gap-1" role="group" aria-label="Pages">
          <button
            type="button"
            className="button"
            aria-label="Page before"
            disabled={page <= 1}
            onClick={() => onTurn(-1)}
          >
            ‹
          </button>
          <span className="px-1 whitespace-nowrap" role="status">
            Page {page} of {count}
          </span>
          <button
            type="button"
            className="button"
            aria-label="Next page"
            disabled={page >= count}
            onClick={() => onTurn(1)}
          >
            ›
          </button>
        </div>
      </div>
    </div>
  )
}
