import type {
  FunderForSubmission,
  FunderLinkSubmissionParams,
} from '../../../../../clients/typescript/src/index.ts'
import { describeError } from '../../../data/queries.ts'
import { api, readMode } from '../../../data/session.ts'
import type { ReportName } from './sent-files.tsx'

/** What goes to the chosen funders. */
export interface Order {
  documentIds: string[]
  reports: ReportName[]
  amount: number | null
  note: string
  isSent: boolean
  /** Why a deal that was turned down is sent; empty for others. */
  reason: string
}

export interface Outcome {
  /** Of the funder. */
  id: string
  name: string
  text: string
  isDone: boolean
}

/** The order as the service takes it for one funder. */
export function toLink(
  id: string,
  { match }: FunderForSubmission,
  { documentIds, reports, amount, note, isSent, reason }: Order,
): FunderLinkSubmissionParams {
  return {
    submission_id: id,
    policy_id: match?.policy_id ?? null,
    requested: { amount },
    document_ids: documentIds,
    ...(reports.length > 0 && { reports }),
    send: isSent,
    ...(note !== '' && { note }),
    ...(reason !== '' && { reason }),
  }
}

/** One funder; a link that stands already is sent again. */
export async function sendOne(
  id: string,
  funder: FunderForSubmission,
  order: Order,
): Promise<Outcome> {
  const { funder_id, funder_name: name, link } = funder
  const { isSent, reason } = order
  const why = reason === '' ? {} : { reason }
  try {
    if (link !== null)
      await api.funders.updateSubmission(funder_id, link.id, { send: isSent, ...why })
    else await api.funders.linkSubmission(funder_id, toLink(id, funder, order))
    return { id: funder_id, name, text: describeDone(isSent), isDone: true }
  } catch (error) {
    const text = `did not get it: ${describeError(error).message}`
    return { id: funder_id, name, text, isDone: false }
  }
}

function describeDone(isSent: boolean): string {
  if (!isSent) return 'stands on this deal; nothing was sent'
  return readMode() === 'test' ? 'is saved, not sent: the test mode sends nothing' : 'gets it now'
}
