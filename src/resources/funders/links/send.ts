import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue, GiveUp, job, type JobContext } from '../../../platform/jobs/job.ts'
import type { Attachment, Mail } from '../../../platform/mail.ts'
import { listDocumentsOf, type DocumentRow } from '../../documents/store.ts'
import { getSubmission, type SubmissionRow } from '../../submissions/store.ts'
import { getFunder, type FunderRecord } from '../find.ts'
import { tell } from './tell.ts'
import { findLink, getLinkForUpdate, updateLink, type LinkRow } from './store.ts'

/** What most mail servers take, before the third that the encoding of files adds. */
const FILES_BYTES_MAX = 18 * 1024 * 1024
const ATTEMPTS_MAX = 5

const Payload = Type.Object({ funderId: Type.String(), id: Type.String() })
interface Place {
  funderId: string
  id: string
}

/** A link with all that its mail says. */
interface Letter {
  link: LinkRow
  funder: FunderRecord
  submission: SubmissionRow
  documents: DocumentRow[]
}

/**
 * Throws `cannot_send` when the funder takes nothing by mail, or the house has no mail server.
 */
export function requireSendable(
  { house }: Context,
  { name, submissionChannel, submissionEmail }: FunderRecord,
): void {
  const isByMail = submissionEmail !== null && (submissionChannel ?? 'email') === 'email'
  const why = !isByMail
    ? `${name} has no submission_email, or takes submissions by another channel.`
    : house.mailer.canSend
      ? null
      : 'The operator of this service has set up no mail server.'
  if (why !== null) throw new ApiError('cannot_send', why, { param: 'send' })
}

/** Sends the submission to its funder after the commit. */
export async function enqueueSending(ctx: Context, { funderId, id }: Place): Promise<void> {
  await enqueue(ctx, sendToFunderJob, { funderId, id }, { uniqueKey: id })
}

async function send(work: JobContext, place: Place): Promise<void> {
  const letter = await work.transaction((ctx) => readLetter(ctx, place))
  if (letter === null) return
  const sizeBytes = letter.documents.reduce((sum, document) => sum + document.sizeBytes, 0)
  if (sizeBytes > FILES_BYTES_MAX) {
    const size = Math.ceil(sizeBytes / 1024 / 1024)
    throw new GiveUp(`The documents are ${size} MiB, more than the 18 MiB that mail takes.`)
  }
  // A test key reaches nobody outside.
  const isTest = work.environment.mode === 'test'
  if (!isTest) await work.house.mailer.send(await mailOf(work, letter))
  const detail = isTest ? 'In test mode nothing is mailed.' : `To ${letter.funder.submissionEmail}`
  await work.commit((ctx) => settle(ctx, place, { status: 'submitted', detail }))
}

export const sendToFunderJob = job('send-to-funder', Payload, send, {
  attempts: ATTEMPTS_MAX,
  hands: 'waiting',
  exhausted: (ctx, place, error) => {
    const detail =
      error instanceof GiveUp ? error.message : 'The mail server did not take the mail.'
    return settle(ctx, place, { status: 'submission_failed', detail })
  },
})

/** Null when there is nothing to send any more. */
async function readLetter(ctx: Context, { funderId, id }: Place): Promise<Letter | null> {
  const link = await findLink(ctx, { funderId, id })
  if (link === null || !isWaiting(link)) return null
  return {
    link,
    funder: await getFunder(ctx, funderId),
    submission: await getSubmission(ctx, link.submissionId),
    documents: await listDocumentsOf(
      ctx,
      link.body.documents.map((each) => each.id),
    ),
  }
}

function isWaiting({ status }: LinkRow): boolean {
  return status === 'pending' || status === 'in_progress'
}

/** Nothing of a link that somebody moved on meanwhile. */
async function settle(
  ctx: Context,
  place: Place,
  { status, detail }: { status: 'submitted' | 'submission_failed'; detail: string },
): Promise<void> {
  const link = await getLinkForUpdate(ctx, place)
  if (!isWaiting(link)) return
  const at = new Date(ctx.house.now()).toISOString()
  const body = { ...link.body, events: [...link.body.events, { at, type: status, detail }] }
  const isSent = status === 'submitted'
  await updateLink(ctx, { id: link.id, status, body, isSent, isAnswered: false })
  const { name } = await getFunder(ctx, place.funderId)
  await tell(ctx, {
    action: isSent ? 'submitted' : 'updated',
    id: link.id,
    submissionId: link.submissionId,
    summary: `${name}: ${status.replaceAll('_', ' ')}. ${detail}`,
    changes: [{ field: 'status', from: link.status, to: status }],
  })
}

/** Sent again after a crash it has the same id, by which mail programs tell that it is one. */
async function mailOf(work: JobContext, letter: Letter): Promise<Mail> {
  const { link, funder, submission } = letter
  const business = submission.companyInfo.name ?? submission.name
  return {
    to: funder.submissionEmail!,
    id: `${link.id}.${link.body.events.length}`,
    subject: `Submission: ${business}`,
    text: textOf(letter, business),
    attachments: await Promise.all(
      letter.documents.map((document): Promise<Attachment> => attachmentOf(work, document)),
    ),
  }
}

async function attachmentOf(
  { house, environment }: JobContext,
  { displayName, contentType, storageKey, wrappedKey }: DocumentRow,
): Promise<Attachment> {
  const content = await house.store.read(environment.id, storageKey, wrappedKey)
  return { filename: displayName, contentType, content }
}

function textOf({ link, documents }: Letter, business: string): string {
  const { requested, consent, notes } = link.body
  const amount = requested?.amount?.toLocaleString('en-US') ?? null
  const facts = [
    ['Business', business],
    ['Requested', [amount, requested?.product].filter(Boolean).join(', ') || null],
    ['Consent', consent && `${consent.grantedBy}, ${consent.grantedAt.slice(0, 10)}`],
    ['Documents', documents.map(({ displayName }) => displayName).join(', ') || null],
    ['Reference', link.id],
  ].filter(([, value]) => value !== null)
  const lines = facts.map(([label, value]) => `${label}: ${value}`)
  return [...lines, ...(notes === null ? [] : ['', notes]), ''].join('\n')
}
