import { Type, type Static } from 'typebox'
import { ACTOR_TYPES } from '../../../../core/values/access/actor.ts'
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
import { discardMessage, keepMessage, storeMessage, type KeptMessage } from './message.ts'
import { readMark } from './mark.ts'

const ATTEMPTS_MAX = 5

/** Writes an entry of a submission at a funder; the submission's timeline shows it. */
export const auditLink = createAudit('funder_submission')

const Payload = Type.Object({
  funderId: Type.String(),
  id: Type.String(),
  /** Who sends; not there in a job of the release before. */
  by: Type.Optional(
    Type.Object({
      type: Type.Enum([...ACTOR_TYPES]),
      id: Type.Union([Type.String(), Type.Null()]),
      name: Type.String(),
    }),
  ),
})
type Payload = Static<typeof Payload>

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
  const { type, id: actorId, name } = ctx.actor
  const by = { type, id: actorId, name }
  await enqueue(ctx, sendToFunderJob, { funderId, id, by }, { uniqueKey: id })
}

async function send(work: JobContext, place: Payload): Promise<void> {
  const found = await work.transaction((ctx) => readDispatch(ctx, place))
  if (found === null) return
  const { documents, ...dispatch } = found
  const mark = await readMark(work, dispatch)
  const files = await prepareFiles(work, { documents, link: dispatch.link }, mark)
  const { message, ...receipt } = await deliver(work, { ...dispatch, files })
  const kept = message && (await storeMessage(work, message))
  const end = { status: 'submitted' as const, ...receipt, files, ...(kept && { kept }) }
  const isKept = await work
    .commit((ctx) => settle(ctx, place, end))
    .catch(async (error: unknown) => {
      await discardMessage(work, kept)
      throw error
    })
  if (!isKept) await discardMessage(work, kept)
}

/** Uses the funder’s channel at the time of sending; it may have changed since the request. */
async function deliver(work: JobContext, dispatch: Dispatch): Promise<Receipt> {
  const why = findObstacle(work, dispatch.funder)
  if (why !== null) throw new GiveUp(why)
  // A test key sends nothing to the outside.
  const channel = findChannel(dispatch.funder)!
  if (work.environment.mode !== 'test') return channel.send(work, dispatch)
  const message = await channel.compose?.(work, dispatch)
  const detail = message ? 'Kept, not sent: test mode' : 'Not sent: test mode'
  return { detail, reference: null, ...(message && { message }) }
}

export const sendToFunderJob = job('send-to-funder', Payload, send, {
  attempts: ATTEMPTS_MAX,
  pool: 'io',
  exhausted: async (ctx, place, error) => {
    const hasPublicMessage = error instanceof GiveUp || error instanceof DeliveryFailed
    const detail = hasPublicMessage ? error.message : 'The service could not send it.'
    await settle(ctx, place, { status: 'submission_failed', detail, reference: null })
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

interface End extends Omit<Receipt, 'message'> {
  kept?: KeptMessage
  status: 'submitted' | 'submission_failed'
  /** What left; nothing did when it failed. */
  files?: readonly SentFile[]
}

/** Leaves a link alone that somebody has moved meanwhile; returns whether the mail is kept. */
async function settle(ctx: Context, { by, ...place }: Payload, end: End): Promise<boolean> {
  const link = await getLinkForUpdate(ctx, place)
  if (!isWaiting(link)) return false
  const { status } = end
  const detail = describeEnd(end)
  const isSent = status === 'submitted'
  const emailId = end.kept ? await keepMessage(ctx, link, end.kept) : null
  const body = { ...bodyAfter(ctx, link, end), ...(emailId && { emailId }) }
  await updateLink(ctx, { id: link.id, status, body, isSent, hasResponse: false })
  const { name } = await getFunder(ctx, place.funderId)
  const actor = by === undefined ? ctx.actor : { ...ctx.actor, ...by }
  await auditLink(
    { ...ctx, actor },
    {
      action: isSent ? 'submitted' : 'updated',
      id: link.id,
      submissionId: link.submissionId,
      summary: `${name}: ${isTestEnd(ctx, end) ? '' : `${status.replaceAll('_', ' ')}. `}${detail}`,
      changes: [{ field: 'status', from: link.status, to: status }],
    },
  )
  return emailId !== null
}

/** What the test mode calls sent has left for nobody; its detail says so. */
function isTestEnd({ environment }: Context, { status }: End): boolean {
  return environment.mode === 'test' && status === 'submitted'
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
