import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '../../../data/categories.ts'
import { keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatCounted, formatInstant } from '../../../format/values.ts'
import { Panel } from '../../../parts/page.tsx'
import { TakeBack } from './take-back.tsx'
import { describeCorrection, describeRow } from './words.ts'

interface Props {
  id: string
  /** Of this document alone. */
  documentId?: string
  title: string
}

const SHOWN_MAX = 200

/** What people corrected and still stands, each with the way back; nothing where there is none. */
export function CorrectionsPanel({ id, documentId, title }: Props) {
  const can = useCan()
  const { data: categories = [] } = useQuery(categoriesQuery())
  const names = new Map(categories.map(({ slug, name }) => [slug, name]))
  const { data: corrections = [] } = useQuery({
    queryKey: keyed('deal', id, 'corrections', documentId),
    queryFn: () =>
      api.feedback
        .list({
          submission_id: id,
          kind: 'correction',
          status: 'applied',
          ...(documentId !== undefined && { document_id: documentId }),
          limit: SHOWN_MAX,
        })
        .toArray({ max: SHOWN_MAX }),
    enabled: can('transactions:read'),
  })
  if (corrections.length === 0) return null
  const now = Date.now()
  return (
    <Panel
      title={title}
      note={`${formatCounted(corrections.length, 'correction')} in force`}
      isFlush
    >
      <ul>
        {corrections.map((correction) => {
          const { id: feedbackId, created_by, created_at, comment, document_name } = correction
          const words = describeCorrection(correction, names)
          return (
            <li
              key={feedbackId}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-hairline px-4 py-2"
            >
              <span className="min-w-0 flex-1 basis-[260px] break-words">
                <strong className="text-ink">{words}</strong>
                <span className="meta block">
                  {[documentId === undefined && document_name, describeRow(correction), comment]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="meta" title={formatInstant(created_at)}>
                {created_by}, {formatAgo(created_at, now)}
              </span>
              <TakeBack feedbackId={feedbackId} label={`${words}, ${describeRow(correction)}`} />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
