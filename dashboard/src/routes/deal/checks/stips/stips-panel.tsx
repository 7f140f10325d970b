import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  SubmissionStipRequest,
  SubmissionStipsItem,
} from '../../../../../../clients/typescript/src/index.ts'
import { dealQuery, keyed } from '../../../../data/queries.ts'
import { useCan } from '../../../../data/scopes.ts'
import { api } from '../../../../data/session.ts'
import { formatAgo, formatCounted, formatText } from '../../../../format/values.ts'
import { Loading, Panel } from '../../../../parts/page.tsx'
import { copyText } from './copy-text.ts'
import { StipDialog } from './stip-dialog.tsx'
import { UploadLinkDialog } from './upload-link-dialog.tsx'
import { UploadLinks } from './upload-links.tsx'

/** What must be there before a deal is funded: what came, what is missing, and the request for it. */
export function StipsPanel({ id }: { id: string }) {
  const can = useCan()
  const stips = useQuery({
    queryKey: keyed('deal', id, 'stips'),
    queryFn: () => api.submissions.stips(id),
  })
  const deal = useQuery(dealQuery(id))
  const requests = useRequests(id)
  const [open, setOpen] = useState<'mail' | 'link' | null>(null)
  return (
    <Panel
      title="Stips"
      note={stips.data && `${stips.data.missing_count} missing`}
      actions={
        stips.data && (
          <div className="flex flex-wrap gap-2 no-print">
            {stips.data.request_text && (
              <button
                type="button"
                className="button quiet"
                onClick={() => void copyText(formatText(stips.data.request_text!), 'The request')}
              >
                Copy the request
              </button>
            )}
            {can('documents:write') && (
              <button type="button" className="button" onClick={() => setOpen('link')}>
                Upload link…
              </button>
            )}
            {stips.data.request_text && can('emails:write') && (
              <button type="button" className="button" onClick={() => setOpen('mail')}>
                Request by e-mail…
              </button>
            )}
          </div>
        )
      }
      isFlush
    >
      <Loading query={stips} height={220}>
        {(data) => (
          <ul>
            {data.items.map((item) => (
              <Item
                key={`${item.code} ${item.label}`}
                item={item}
                request={findRequest(requests, item)}
              />
            ))}
          </ul>
        )}
      </Loading>
      <Requests requests={requests} />
      <UploadLinks id={id} />
      {open === 'link' && stips.data && (
        <UploadLinkDialog
          id={id}
          missing={stips.data.items.filter(isMissing)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'mail' && stips.data && deal.data && (
        <StipDialog
          deal={deal.data}
          missing={stips.data.items.filter(isMissing)}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}

type Request = SubmissionStipRequest

function isMissing({ status }: SubmissionStipsItem): boolean {
  return status === 'missing'
}

function useRequests(id: string): readonly Request[] {
  const can = useCan()
  const { data = [] } = useQuery({
    queryKey: keyed('deal', id, 'stip-requests'),
    queryFn: () => api.submissions.listStipRequests(id).toArray({ max: 20 }),
    enabled: can('emails:read'),
  })
  return data
}

/** The last request that names the item, newest first as they are listed. */
function findRequest(requests: readonly Request[], item: SubmissionStipsItem): Request | undefined {
  return requests.find(({ items }) =>
    items.some(({ code, label }) => code === item.code && label === item.label),
  )
}

interface ItemProps {
  item: SubmissionStipsItem
  request: Request | undefined
}

function Item({ item: { label, status, needs_check }, request }: ItemProps) {
  const isHere = status === 'received'
  const isDone = isHere && !needs_check
  return (
    <li className="flex gap-3 border-t border-hairline px-4 py-1.5">
      <span className={isDone ? 'positive' : 'caution'}>
        {isDone ? '✓' : isHere ? '▲' : '□'}
        <span className="sr-only">{isHere ? 'Received:' : 'Missing:'}</span>
      </span>
      <span className={isHere ? 'text-muted' : 'text-ink'}>{formatText(label)}</span>
      {isHere && needs_check && (
        <span className="meta ml-auto whitespace-nowrap">received, to be checked</span>
      )}
      {!isHere && request && (
        <span className="meta ml-auto whitespace-nowrap">
          requested {formatAgo(request.created_at, Date.now())}
        </span>
      )}
    </li>
  )
}

/** Requests that were sent; each ticks itself off as documents come. */
function Requests({ requests }: { requests: readonly Request[] }) {
  if (requests.length === 0) return null
  return (
    <ul className="border-t border-line" aria-label="Requests">
      {requests.map(({ id: requestId, items, missing_count, created_by, created_at, status }) => (
        <li key={requestId} className="meta px-4 py-1.5">
          {status === 'satisfied' ? 'Everything came, see above what is to be checked: ' : ''}
          {formatCounted(items.length, 'item')} requested by {created_by},{' '}
          {formatAgo(created_at, Date.now())}
          {status !== 'satisfied' && `, ${missing_count} still missing`}
        </li>
      ))}
    </ul>
  )
}
