import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Pdf, PdfUpdateParams } from '../../../../../clients/typescript/src/index.ts'
import { documentsQuery, refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatDay, formatInstant } from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { useShortcuts } from '../../../shell/keys.ts'
import { attempt } from '../attempt.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { listDoubts } from './doubts.ts'

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
  useDocumentKeys(id, pdf.id)
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
        {can('documents:write') &&
          (status === 'review_required' ? (
            <Settle id={id} pdf={pdf} />
          ) : (
            <Settled id={id} pdf={pdf} />
          ))}
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

/** `n` and `p` go through the documents of the deal in the order of their list. */
function useDocumentKeys(id: string, documentId: string): void {
  const navigate = useNavigate()
  const { data = [] } = useQuery(documentsQuery(id))
  const open = data.filter(({ status }) => status !== 'split')
  const move = (step: number): void => {
    const at = open.findIndex((one) => one.id === documentId)
    const next = at < 0 ? undefined : open[at + step]
    if (next === undefined) return
    const params = { id, documentId: next.id }
    void navigate({ to: '/deals/$id/documents/$documentId', params, replace: true })
  }
  useShortcuts([
    { keys: 'n', label: 'Next document', run: () => move(1) },
    { keys: 'p', label: 'Document before', run: () => move(-1) },
  ])
}

/** A person's word on the document, with the way back for ten seconds. */
async function settle(id: string, pdf: Pdf, review: PdfUpdateParams): Promise<void> {
  await api.pdfs.update(id, pdf.id, review)
  await refreshDeal(id)
  const word = review.status === 'approved' ? 'Accepted' : 'Excluded'
  notify(`${word}: ${pdf.display_name}`, () => void takeBack(id, pdf))
}

async function takeBack(id: string, pdf: Pdf): Promise<void> {
  const taken = await attempt(() => api.pdfs.update(id, pdf.id, { status: 'needs_review' }))
  if (taken === undefined) return
  await refreshDeal(id)
  notify(`To be looked at again: ${pdf.display_name}`)
}

/** What the queue offers as well, where somebody has mended what was wrong. */
function Settle({ id, pdf }: { id: string; pdf: Pdf }) {
  const [isAccepting, setAccepting] = useState(false)
  const decide = (review: PdfUpdateParams) => void attempt(() => settle(id, pdf, review))
  const accept = (): void => {
    if (listDoubts(pdf).length > 0) setAccepting(true)
    else decide({ status: 'approved' })
  }
  const exclude = (): void => decide({ status: 'rejected' })
  useShortcuts([
    { keys: 'a', label: 'Accept the document', run: accept },
    { keys: 'x', label: 'Exclude the document', run: exclude },
  ])
  return (
    <>
      <button type="button" className="button" aria-keyshortcuts="a" onClick={accept}>
        Accept as it is
      </button>
      <button type="button" className="button" aria-keyshortcuts="x" onClick={exclude}>
        Exclude
      </button>
      {isAccepting && (
        <AcceptDialog
          pdf={pdf}
          onAccept={(notes) => settle(id, pdf, { status: 'approved', notes })}
          onClose={() => setAccepting(false)}
        />
      )}
    </>
  )
}

/** Who decided on the document, why, and the way back. */
function Settled({ id, pdf }: { id: string; pdf: Pdf }) {
  const { review } = pdf
  if (review?.status !== 'approved' && review?.status !== 'rejected') return null
  return (
    <span className="meta" title={formatInstant(review.at)}>
      {review.status === 'approved' ? 'Accepted' : 'Excluded'} by {review.by}
      {review.notes && `: ${review.notes}`}{' '}
      <button
        type="button"
        className="value-button !underline no-print"
        aria-label={`Undo the decision on ${pdf.display_name}`}
        onClick={() => void takeBack(id, pdf)}
      >
        Undo
      </button>
    </span>
  )
}
