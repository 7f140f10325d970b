import type { Queue } from '../../../../../clients/typescript/src/index.ts'
import {
  queryClient,
  dealQuery,
  documentsQuery,
  duplicatesQuery,
  reportQuery,
  pdfsQuery,
} from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatText } from '../../../format/values.ts'
import { nameReason } from '../../queue/queue-item.ts'
import { listAlerts } from '../overview/alerts.ts'

/** What is open on a deal, and whoever decides must not miss. */
export interface Issue {
  key: string
  /** A severity; null for what waits in the queue. */
  severity: string | null
  text: string
}

const GRAVE = new Set(['critical', 'high'])

/**
 * Grave flags and what waits in the queue, but for the item that the decision settles. It is read
 * when somebody decides: no page of the deal waits for it.
 */
export async function listOpenIssues(id: string, exceptItem?: string): Promise<Issue[]> {
  const [flags, waiting] = await Promise.all([listFlags(id), listWaiting(id)])
  const flagged = new Set(flags.map(({ key }) => key))
  const isFlagged = ({ reason, document_id }: Queue): boolean =>
    reason === 'authenticity' && flagged.has(`altered ${document_id}`)
  return [
    ...flags,
    ...waiting.filter((item) => item.id !== exceptItem && !isFlagged(item)).map(toIssue),
  ]
}

async function listFlags(id: string): Promise<Issue[]> {
  const read = queryClient.fetchQuery.bind(queryClient)
  const [deal, documents, duplicates, { company }, { anomalies }, pdfs] = await Promise.all([
    read(dealQuery(id)),
    read(documentsQuery(id)),
    read(duplicatesQuery(id)),
    read(reportQuery('scorecard', id)),
    read(reportQuery('anomalies', id)),
    read(pdfsQuery(id)),
  ])
  const alerts = listAlerts({ deal, documents, duplicates: duplicates.data, company, pdfs })
  return [
    ...alerts.map(({ key, severity, title, text }) => ({
      key,
      severity,
      text: `${title}. ${text}`,
    })),
    ...anomalies
      .filter(({ status }) => status === 'open')
      .map(({ id: key, severity, title, explanation }) => ({
        key,
        severity,
        text: `${title}. ${explanation}`,
      })),
  ].filter(({ severity }) => GRAVE.has(severity))
}

const WAITING_MAX = 20

async function listWaiting(id: string): Promise<Queue[]> {
  const { data } = await api.queue.list({ submission_id: id, limit: WAITING_MAX }).page()
  return data.filter(({ reason, policy_id }) => reason !== 'policy_review' || policy_id !== null)
}

function toIssue({ id: key, reason, summary }: Queue): Issue {
  return { key, severity: null, text: `${nameReason(reason)}: ${formatText(summary)}` }
}
