import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type {
  SubmissionAttributeValue,
  SubmissionSourceResult,
} from '../../../../../clients/typescript/src/index.ts'
import { documentsQuery } from '../../../data/queries.ts'
import { formatCounted, formatPercent, toWords, UNKNOWN } from '../../../format/values.ts'
import { showValue } from './groups.ts'

interface Props {
  id: string
  attribute: SubmissionAttributeValue
  isCurrent: boolean
  onEdit?: () => void
}

/** A value, the page it was read from, and what other sources say instead. */
export function AttributeRow({ id, attribute, isCurrent, onEdit }: Props) {
  const { attribute: kind, value, status, source, confidence, is_overridden } = attribute
  return (
    <tr aria-selected={isCurrent || undefined}>
      <th scope="row" className="w-[220px]">
        {kind.label}
      </th>
      <td className="min-w-[200px]">
        <span className="text-ink">{showValue(value, kind.type)}</span>
        {is_overridden && (
          <span className="chip ml-2">set by {attribute.overridden_by ?? 'hand'}</span>
        )}
        {status === 'conflict' && <Conflict id={id} attribute={attribute} />}
      </td>
      <td className="min-w-[200px]">
        {source === null ? UNKNOWN : <Source id={id} source={source} />}
      </td>
      <td className="num">{status === 'missing' ? UNKNOWN : formatPercent(confidence)}</td>
      <td className="num no-print">
        {onEdit && (
          <button
            type="button"
            className="button quiet -my-1"
            aria-label={`Edit ${kind.label}`}
            onClick={onEdit}
          >
            Edit
          </button>
        )}
      </td>
    </tr>
  )
}

function Conflict({ id, attribute }: { id: string; attribute: SubmissionAttributeValue }) {
  const { candidates, attribute: kind } = attribute
  const differing = new Set(candidates.map(({ value }) => showValue(value, kind.type))).size
  return (
    <details>
      <summary className="caution cursor-pointer py-1">
        ▲ Sources say {formatCounted(differing, 'different thing')}
      </summary>
      <ul>
        {candidates.map(({ value, source, confidence }) => (
          <li
            key={`${source.type} ${source.id} ${showValue(value, kind.type)}`}
            className="flex flex-wrap gap-x-3 py-0.5"
          >
            <span className="text-ink">{showValue(value, kind.type)}</span>
            <Source id={id} source={source} />
            <span className="meta">{formatPercent(confidence)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const SOURCES: Record<string, string> = {
  company_info: 'Given with the deal',
  api: 'Given with the deal',
  broker_submission: 'The broker',
  iso_application: 'The application',
  user: 'A person',
}

function Source({ id, source }: { id: string; source: SubmissionSourceResult }) {
  const { data: documents } = useQuery(documentsQuery(id))
  const { document_id, page, type, enricher, provider } = source
  const name = SOURCES[type] ?? toWords(enricher ?? provider ?? type)
  if (document_id === null) return <span>{name}</span>
  return (
    <Link
      to="/deals/$id/documents/$documentId"
      params={{ id, documentId: document_id }}
      search={page === null ? {} : { page: String(page) }}
    >
      {documents?.find((one) => one.id === document_id)?.display_name ?? 'Document'}
      {page !== null && `, page ${page}`}
    </Link>
  )
}
