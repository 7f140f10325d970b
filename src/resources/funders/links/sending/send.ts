import { Type } from 'typebox'
import { createAudit } from '../../../../platform/audit.ts'
import type { Context, House } from '../../../../platform/context.ts'
import { ApiError } from '../../../../platform/errors/api-error.ts'
import { enqueue, GiveUp, job, type JobContext } from '../../../../platform/jobs/job.ts'
import { listDocumentsById } from '../../../records/documents/store.ts'
import { getSubmission } from '../../../records/submissions/store.ts'
import { readSetting } from '../../../settings/read.ts'
import { getFunder, type FunderRecord } from '../../find.ts'
import { findLink, getLinkForUpdate, updateLink, type LinkPlace, type LinkRow } from '../store.ts'
import { findChannel } from './channels.ts'
import { DeliveryFailed, type Dispatch, type Receipt } from './channel.ts'

/** Most mail servers take 25 MiB, and base64 adds a third. */
const FILES_BYTES_MAX = 18 * 1024 * 1024
const ATTEMPTS_MAX = 5

/** Writes an entry of a submission at a funder; the submission's timeline shows it. */
export const auditLink = createAudit('funder_submission')

const Payload = Type.Object({ funderId: Type.String(), id: Type.String() })

/** Throws `cannot_send` when nothing can be sent to this funder from here. */
export function requireSendable({ house }: Context, funder: FunderRecord): void {
  const why = findObstacle(house, funder)
  if (why !== null) throw new ApiError('cannot_send', why, { param: 'send' })
}

function findObstacle(house: House, funder: FunderRecord): string | null {
  const channel = findChannel(funder)
  if (channel !== null) return channel.findObstacle(house, funder)
  return `${funder.name} takes submissions by ${funder.submissionChannel}, where people send them.`
}

/** Sends the submission to its funder after the commit. */
export async function enqueueSending(ctx: Context, { funderId, id }: LinkPlace): Promise<void> {
  await enqueue(ctx, sendToFunderJob, { funderId, id }, { uniqueKey: id })
}

async function send(work: JobContext, place: LinkPlace): Promise<void> {
  const dispatch = await work.transaction((ctx) => readDispatch(ctx, place))
  if (dispatch === null) return
  const sizeBytes = dispatch.documents.reduce((sum, document) => sum + document.sizeBytes, 0)
  if (sizeBytes > FILES_BYTES_MAX) {
    const size = Math.ceil(sizeBytes / 1024 / 1024)
    throw new GiveUp(
      `The documents are ${size} MiB, more than the 18 MiB that can be sent at once.`,
    )
  }
  const receipt = await deliver(work, dispatch)
  await work.commit((ctx) => settle(ctx, place, { status: 'submitted', ...receipt }))
}

/** Uses the funder’s channel at the time of sending; it may have changed since the request. */
async function deliver(work: JobContext, dispatch: Dispatch): Promise<Receipt> {
  const why = findObstacle(work.house, dispatch.funder)
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
async function readDispatch(ctx: Context, { funderId, id }: LinkPlace): Promise<Dispatch | null> {
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
}

/** Leaves a link alone that somebody has moved meanwhile. */
async function settle(ctx: Context, place: LinkPlace, end: End): Promise<void> {
  const link = await getLinkForUpdate(ctx, place)
  if (!isWaiting(link)) return
  const { status, detail } = end
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

/** A reference that a person gave stays. */
function bodyAfter({ house }: Context, { body }: LinkRow, end: End): LinkRow['body'] {
  const { status: type, detail, reference } = end
  const event = { at: new Date(house.now()).toISOString(), type, detail }
  const externalReference = body.externalReference ?? reference
  return { ...body, externalReference, events: [...body.events, event] }
}
