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
 * What the service wants a reason for, and the grave alerts of the desk beside it, but for the item
 * of the queue that the decision settles. It is read when somebody decides: no page of the deal
 * waits for it.
 */
export async function listOpenIssues(id: string, exceptItem?: string): Promise<Issue[]> {
  const [alerts, { issues }] = await Promise.all([listGrave(id), api.submissions.openIssues(id)])
  const documents = new Set(issues.map(({ document_id }) => document_id))
  return [
    ...issues
      .filter(({ queue_item_id }) => queue_item_id === null || queue_item_id !== exceptItem)
      .map(({ severity, text }) => ({ key: text, severity, text: formatText(text) })),
    ...alerts.filter(({ key }) => !documents.has(key.replace(/^altered /, ''))),
  ]
}

async function listGrave(id: string): Promise<Issue[]> {
  const read = queryClient.fetchQuery.bind(queryClient)
  const [deal, documents, duplicates, { company }, pdfs] = await Promise.all([
    read(dealQuery(id)),
    read(documentsQuery(id)),
    read(duplicatesQuery(id)),
    read(reportQuery('scorecard', id)),
    read(pdfsQuery(id)),
  ])
  return listAlerts({ deal, documents, duplicates: duplicates.data, company, pdfs })
    .filter(({ severity }) => GRAVE.has(severity))
    .map(({ key, severity, title, text }) => ({ key, severity, text: `${title}. ${text}` }))
}
