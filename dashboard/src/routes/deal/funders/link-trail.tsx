import { Link } from '@tanstack/react-router'
import type { FunderLink } from '../../../../../clients/typescript/src/index.ts'
import { formatCounted, formatInstant, formatMoney, toWords } from '../../../format/values.ts'
import { readState } from './link-state.ts'
import { REPORTS } from './sent-files.tsx'

/** What was sent to a funder, when, to whom, and each state since. */
export function LinkTrail({ link }: { link: FunderLink }) {
  const { events, documents, reports, requested, consent, external_reference, channel, notes } =
    link
  const isKept = readState(link) === 'kept'
  const marked = documents.filter(({ watermarked }) => watermarked)
  const facts = [
    requested?.amount != null && `${formatMoney(requested.amount, 'USD')} requested`,
    documents.length > 0 && formatCounted(documents.length, 'file'),
    ...REPORTS.map(([name, label]) => reports.some((one) => one.name === name) && label),
    marked.length > 0 &&
      `${marked.length === documents.length ? 'each page' : `each page of ${formatCounted(marked.length, 'file')}`} marked ${marked[0]!.mark}`,
    channel !== null && `by ${channel}`,
    consent !== null && `consent of ${consent.granted_by}`,
    external_reference !== null && `reference ${external_reference}`,
    notes,
  ].filter(Boolean)
  return (
    <div>
      <h3 className="label">Trail</h3>
      {facts.length > 0 && <p className="text-muted">{facts.join(' · ')}</p>}
      <ol>
        {events.map(({ at, type, detail }) => (
          <li
            key={`${at} ${type}`}
            className="flex flex-wrap justify-between gap-x-4 border-t border-hairline py-1"
          >
            <span>
              {/* What is kept says so itself. */}
              {!(type === 'submitted' && isKept) && toWords(type)}
              {detail !== null && <span className="text-muted"> {detail}</span>}
            </span>
            <time className="meta" dateTime={at}>
              {formatInstant(at)}
            </time>
          </li>
        ))}
      </ol>
      {link.email_id !== null && (
        <Link to="/email" search={{ open: link.email_id }}>
          Read the mail as it was {isKept ? 'saved' : 'sent'}
        </Link>
      )}
      {link.decline_reason !== null && (
        <p className="negative">✕ Declined: {link.decline_reason}</p>
      )}
    </div>
  )
}
