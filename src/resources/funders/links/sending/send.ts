import { Type } from 'typebox'
import { createAudit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context.ts'
import { ApiError } from '../../../../platform/errors/api-error.ts'
import { enqueue, GiveUp, job, type JobContext } from '../../../../platform/jobs/job.ts'
import { listDocumentsById, type DocumentRow } from '../../../records/documents/store.ts'
import { getSubmission } from '../../../records/submissions/store.ts'
import { readSetting } from '../../../settings/read.ts'
import { getFunder, type FunderRecord } from '../../find.ts'
import { findLink, getLinkForUpdate, updateLink, type LinkPlace, type LinkRow } from '../store.ts'
import { findChannel } from './channels.ts'
import { DeliveryFailed, type Dispatch, type Receipt, type Sender } from './channel.ts'
import { prepareFiles, type SentFile } from './files.ts'
import { readMark } from './mark.ts'

const ATTEMPTS_MAX = 5

/** Writes an entry of a submission at a funder; the submission's timeline shows it. */
export const auditLink = createAudit('funder_submission')

const Payload = Type.Object({ funderId: Type.String(), id: Type.String() })

/** Throws `cannot_send` when nothing can be sent to this funder from here. */
export function requireSendable(ctx: Context, funder: FunderRecord): void {
  const why = findObstacle(ctx, funder)
  if (why !== null) throw new ApiError('cannot_send', why, { param: 'send' })
}

function findObstacle(from: Sender, funder: FunderRecord): string | null {
  const channel = findChannel(funder)
  if (channel !== null) return channel.findObstacle(from, funder)
  return `${funder.name} takes submissions by ${funder.submissionChannel}, where people send them.`
}

/** Sends the submission to its funder after the commit. */
export async function enqueueSending(ctx: Context, { funderId, id }: LinkPlace): Promise<void> {
  await enqueue(ctx, sendToFunderJob, { funderId, id }, { uniqueKey: id })
}

async function send(work: JobContext, place: LinkPlace): Promise<void> {
  const found = await work.transaction((ctx) => readDispatch(ctx, place))
  if (found === null) return
  const { documents, ...dispatch } = found
  const mark = await readMark(work, dispatch)
  const files = await prepareFiles(work, { documents, link: dispatch.link }, mark)
  const receipt = await deliver(work, { ...dispatch, files })
  await work.commit((ctx) => settle(ctx, place, { status: 'submitted', ...receipt, files }))
}

/** Uses the funder’s channel at the time of sending; it may have changed since the request. */
async function deliver(work: JobContext, dispatch: Dispatch): Promise<Receipt> {
  const why = findObstacle(work, dispatch.funder)
  if (why !== null) throw new GiveUp(why)
  // A test key sends nothing to the outside.
  const isTest = work.environment.mode === 'test'
  if (isTest) return { detail: 'In test mode nothing is sent.', reference: null }
  return findChannel(dispatch.funder)!.send(work, dispatch)
}

export const sendToFunderJob = job('send-to-funder', Payload, send, {
  attempts: ATTEMPTS_MAX,
  pool: 'io',
  exhausted: (ctx, place, error) => {
    const hasPublicMessage = error instanceof GiveUp || error instanceof DeliveryFailed
    const detail = hasPublicMessage ? error.message : 'The service could not send it.'
    return settle(ctx, place, { status: 'submission_failed', detail, reference: null })
  },
})

/** Null when the link is no longer waiting to be sent. */
async function readDispatch(
  ctx: Context,
  { funderId, id }: LinkPlace,
): Promise<(Omit<Dispatch, 'files'> & { documents: DocumentRow[] }) | null> {
  const link = await findLink(ctx, { funderId, id })
  if (link === null || !isWaiting(link)) return null
  return {
    link,
    funder: await getFunder(ctx, funderId),
    submission: await getSubmission(ctx, link.submissionId),
    documents: await listDocumentsById(
      ctx,
      link.body.documents.map((each) => each.id),
    ),
    fromName: await readSetting<string | null>(ctx, 'email_from_name'),
  }
}

function isWaiting({ status }: LinkRow): boolean {
  return status === 'pending' || status === 'in_progress'
}

interface End extends Receipt {
  status: 'submitted' | 'submission_failed'
  /** What left; nothing did when it failed. */
  files?: readonly SentFile[]
}

/** Leaves a link alone that somebody has moved meanwhile. */
async function settle(ctx: Context, place: LinkPlace, end: End): Promise<void> {
  const link = await getLinkForUpdate(ctx, place)
  if (!isWaiting(link)) return
  const { status } = end
  const detail = describeEnd(end)
  const isSent = status === 'submitted'
  const body = bodyAfter(ctx, link, end)
  await updateLink(ctx, { id: link.id, status, body, isSent, hasResponse: false })
  const { name } = await getFunder(ctx, place.funderId)
  await auditLink(ctx, {
    action: isSent ? 'submitted' : 'updated',
    id: link.id,
    submissionId: link.submissionId,
    summary: `${name}: ${status.replaceAll('_', ' ')}. ${detail}`,
    changes: [{ field: 'status', from: link.status, to: status }],
  })
}

/** With the code on the pages, by which a copy found elsewhere is traced to this sending. */
function describeEnd({ detail, files = [] }: End): string {
  const code = files.find(({ mark }) => mark !== null)?.mark
  return code === undefined ? detail : `${detail} · pages marked ${code}`
}

/** A reference that a person gave stays. */
function bodyAfter({ house }: Context, { body }: LinkRow, end: End): LinkRow['body'] {
  const { status: type, reference, files = [] } = end
  const event = { at: new Date(house.now()).toISOString(), type, detail: describeEnd(end) }
  const externalReference = body.externalReference ?? reference
  const sent = new Map(
    files.map(({ id, report, mark, sha256 }) => [id ?? report, { mark, sentSha256: sha256 }]),
  )
  const documents = body.documents.map((each) => ({ ...each, ...sent.get(each.id) }))
  const reports = body.reports?.map((each) => ({ ...each, ...sent.get(each.name) })) ?? []
  return { ...body, documents, reports, externalReference, events: [...body.events, event] }
}
