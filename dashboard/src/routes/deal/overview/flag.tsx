import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubmissionAnomaly } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatCounted, formatText } from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

const GRAVE = new Set(['critical', 'high'])

interface Props {
  id: string
  anomaly: SubmissionAnomaly
}

/** One flag with its rows; a grave one is dismissed for a reason. */
export function Flag({ id, anomaly }: Props) {
  const { severity, title, explanation, transaction_ids: rows, transactions_count: count } = anomaly
  const queries = useQueryClient()
  const isWriter = useCan()('analytics:write')
  const [isOpen, setOpen] = useState(false)
  const dismiss = (note?: string): Promise<void> => review(queries, { id, anomaly, note })
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-hairline px-4 py-2">
      <span className="w-[84px]">
        <Status state={severity} />
      </span>
      <span className="min-w-0 flex-1 basis-[300px]">
        <strong className="text-ink">{title}.</strong> {formatText(explanation)}
      </span>
      <span className="flex items-baseline gap-3 no-print">
        {rows.length > 0 && (
          <Link
            to="/deals/$id/transactions"
            params={{ id }}
            search={{ ids: rows.slice(0, 50).join(',') }}
          >
            {formatCounted(count, 'row')}
          </Link>
        )}
        <button
          type="button"
          className="button quiet"
          aria-label={`Dismiss: ${title}`}
          disabled={!isWriter}
          title={isWriter ? undefined : 'Your role does not dismiss flags'}
          onClick={() => (GRAVE.has(severity) ? setOpen(true) : void attempt(dismiss))}
        >
          {GRAVE.has(severity) ? 'Dismiss…' : 'Dismiss'}
        </button>
      </span>
      {isOpen && (
        <ReasonDialog
          title={`Dismiss: ${title}`}
          note="It then counts in no number and needs no reason when the deal is approved"
          action="Dismiss"
          onSubmit={dismiss}
          onClose={() => setOpen(false)}
        >
          <p>{formatText(explanation)}</p>
        </ReasonDialog>
      )}
    </li>
  )
}

/** What people have dismissed, each with why and the way back. */
export function DismissedFlags({ id, flags }: { id: string; flags: readonly SubmissionAnomaly[] }) {
  const queries = useQueryClient()
  const isWriter = useCan()('analytics:write')
  const reopen = (anomaly: SubmissionAnomaly) => () =>
    void attempt(() => review(queries, { id, anomaly, status: 'open' }))
  return (
    <details className="border-t border-hairline px-4 py-2">
      <summary className="cursor-pointer">{formatCounted(flags.length, 'flag')} dismissed</summary>
      <ul>
        {flags.map((anomaly) => (
          <li key={anomaly.id} className="flex flex-wrap items-baseline gap-x-4 py-1">
            <span className="w-[84px]">
              <Status state={anomaly.severity} />
            </span>
            <span className="min-w-0 flex-1 basis-[300px]">
              {anomaly.title}
              {anomaly.note !== null && <span className="meta"> · {anomaly.note}</span>}
            </span>
            {isWriter && (
              <button
                type="button"
                className="button quiet no-print"
                aria-label={`Open again: ${anomaly.title}`}
                onClick={reopen(anomaly)}
              >
                Open again
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface Review extends Props {
  status?: string
  note?: string | undefined
}

/** At once; what is dismissed has a way back in the note that reports it. */
async function review(
  queries: QueryClient,
  { id, anomaly, status = 'dismissed', note }: Review,
): Promise<void> {
  const params = { status, ...(status === 'open' ? { note: null } : note && { note }) }
  await api.submissions.updateAnomaly(id, anomaly.id, params)
  await queries.invalidateQueries({ queryKey: keyed('deal', id) })
  if (status === 'open') return notify(`Open again: ${anomaly.title}`)
  const back = () => void attempt(() => review(queries, { id, anomaly, status: 'open' }))
  notify(`Dismissed: ${anomaly.title}`, back)
}
