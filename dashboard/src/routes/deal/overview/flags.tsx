import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  dealQuery,
  documentsQuery,
  duplicatesQuery,
  pdfsQuery,
  reportQuery,
  type Scope,
} from '../../../data/queries.ts'
import { formatCounted } from '../../../format/values.ts'
import { Status } from '../../../parts/marks.tsx'
import { Fault, Panel } from '../../../parts/page.tsx'
import { listAlerts, type Alert } from './alerts.ts'
import { DismissedFlags, Flag } from './flag.tsx'

const SHOWN = 4

/** What somebody should look at first, gravest first, each with its rows and a way to dismiss it. */
export function Flags({ id, scope }: { id: string; scope: Scope }) {
  const anomalies = useQuery(reportQuery('anomalies', id, scope))
  const alerts = useAlerts(id, scope)
  const [isWhole, setWhole] = useState(false)
  if (anomalies.error)
    return <Fault error={anomalies.error} onRetry={() => void anomalies.refetch()} />
  const open = (anomalies.data?.anomalies ?? []).filter(({ status }) => status === 'open')
  const dismissed = (anomalies.data?.anomalies ?? []).filter((one) => one.status === 'dismissed')
  if (open.length + alerts.length + dismissed.length === 0) return null
  const shown = isWhole ? open : open.slice(0, SHOWN)
  return (
    <Panel
      title="Flags"
      note={`${formatCounted(open.length + alerts.length, 'flag')} to look at`}
      isFlush
    >
      <ul>
        {alerts.map(({ key, severity, title, text, to }) => (
          <li
            key={key}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-hairline px-4 py-2"
          >
            <span className="w-[84px]">
              <Status state={severity} />
            </span>
            <span className="min-w-0 flex-1 basis-[300px]">
              <strong className="text-ink">{title}.</strong> {text}
            </span>
            <Link to={to} params={{ id }} className="no-print">
              See why
            </Link>
          </li>
        ))}
        {shown.map((anomaly) => (
          <Flag key={anomaly.id} id={id} anomaly={anomaly} />
        ))}
      </ul>
      {open.length > SHOWN && (
        <button
          type="button"
          className="button quiet m-2 no-print"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${open.length + alerts.length}`}
        </button>
      )}
      {dismissed.length > 0 && <DismissedFlags id={id} flags={dismissed} />}
    </Panel>
  )
}

/** What other screens of the deal know and the overview must say. */
function useAlerts(id: string, scope: Scope): Alert[] {
  const deal = useQuery(dealQuery(id))
  const documents = useQuery(documentsQuery(id))
  const duplicates = useQuery(duplicatesQuery(id))
  const scorecard = useQuery(reportQuery('scorecard', id, scope))
  const pdfs = useQuery(pdfsQuery(id))
  if (deal.data === undefined || documents.data === undefined) return []
  return listAlerts({
    deal: deal.data,
    documents: documents.data,
    duplicates: duplicates.data?.data ?? [],
    company: scorecard.data?.company,
    pdfs: pdfs.data,
  })
}
