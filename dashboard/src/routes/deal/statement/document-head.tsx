import { Link } from '@tanstack/react-router'
import type { Pdf } from '../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatDay } from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'

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
  const can = useCan()
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
      <div className="flex flex-wrap items-center gap-3 no-print">
        <Status state={status} />
        {status === 'review_required' && can('documents:write') && <Settle id={id} pdf={pdf} />}
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

/** What the queue offers as well, where somebody has mended what was wrong. */
function Settle({ id, pdf }: { id: string; pdf: Pdf }) {
  const settle = async (status: string, done: string): Promise<void> => {
    const taken = await attempt(() => api.pdfs.update(id, pdf.id, { status }))
    if (taken === undefined) return
    await refreshDeal(id)
    notify(`${done}: ${pdf.display_name}`)
  }
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => void settle('approved', 'Accepted as it is')}
      >
        Accept as it is
      </button>
      <button type="button" className="button" onClick={() => void settle('rejected', 'Left out')}>
        Leave it out
      </button>
    </>
  )
}
