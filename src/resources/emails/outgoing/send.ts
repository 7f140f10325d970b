import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { discard } from '../../../platform/http/multipart.ts'
import { enqueue, job, type JobContext } from '../../../platform/jobs/job.ts'
import type { Attachment, Mail } from '../../../platform/mail.ts'
import type { StoredFile } from '../../../platform/storage/store.ts'
import { listDocumentsById, type DocumentRow } from '../../records/documents/store.ts'
import { planRetry } from '../lifecycle.ts'
import { openBody } from '../present.ts'
import { EMAILS, listAttachments, type EmailRow } from '../store.ts'
import { auditEmail, SEND_MAIL } from './queue.ts'

/** A queued mail with its documents. */
export interface Outgoing {
  email: EmailRow
  documents: DocumentRow[]
}

interface Failure {
  code: string
  message: string
  /** No other attempt can succeed. */
  isFinal: boolean
}

/**
 * Sends a mail under its own Message-ID, by which a second one of the same is dropped. What was
 * handed over is kept. What the mail server refuses for good is final; the rest is tried again.
 */
async function send(work: JobContext, { emailId }: { emailId: string }): Promise<void> {
  const outgoing = await work.transaction((ctx) => begin(ctx, emailId))
  if (outgoing === null) return
  const sent = await deliver(work, outgoing)
  if ('isFinal' in sent) return work.commit((ctx) => recordFailure(ctx, emailId, sent))
  const file = await work.house.store.put(work.environment.id, sent)
  try {
    await work.commit((ctx) => recordSent(ctx, emailId, file))
  } catch (error) {
    await discard(work.house, work.environment, [file])
    throw error
  }
}

export const sendMailJob = job(SEND_MAIL.kind, SEND_MAIL.payload, send, {
  pool: 'io',
  exhausted: (ctx, { emailId }) =>
    recordFailure(ctx, emailId, {
      code: 'send_failed',
      message: 'The service could not send it.',
      isFinal: true,
    }),
})

/** Null when the mail no longer waits to be sent. */
async function begin(ctx: Context, id: string): Promise<Outgoing | null> {
  const outgoing = await findOutgoing(ctx, id)
  if (outgoing === null || !isWaiting(outgoing.email)) return null
  await EMAILS.update(ctx, id, { status: 'sending', attempts: outgoing.email.attempts + 1 })
  return outgoing
}

async function findOutgoing(ctx: Context, id: string): Promise<Outgoing | null> {
  const email = await EMAILS.hold(ctx, id).catch(() => null)
  return email && readOutgoing(ctx, email)
}

/** The mail with the documents that are still there. */
export async function readOutgoing(ctx: Context, email: EmailRow): Promise<Outgoing> {
  const files = (await listAttachments(ctx, [email.id])).get(email.id) ?? []
  const ids = files.flatMap(({ documentId }) => documentId ?? [])
  return { email, documents: await listDocumentsById(ctx, ids) }
}

function isWaiting({ direction, status }: EmailRow): boolean {
  return direction === 'outbound' && (status === 'queued' || status === 'sending')
}

/** The bytes that were handed over; in the test mode those that would have been. */
async function deliver(work: JobContext, outgoing: Outgoing): Promise<Buffer | Failure> {
  const { mailer } = work.house
  const mail = await buildMail(work, outgoing)
  if (work.environment.mode === 'test') return mailer.compose(mail)
  const message = 'The operator of this service has set up no mail server.'
  if (!mailer.canSend) return { code: 'mail_not_configured', message, isFinal: true }
  return mailer.send(mail).catch(toFailure)
}

/** Servers refuse with 5xx for good (RFC 5321 §4.2.1); what they say may name a mailbox. */
function toFailure(error: { responseCode?: number; code?: string }): Failure {
  const { responseCode } = error
  if (responseCode === undefined)
    return {
      code: 'server_unreachable',
      message: 'The mail server did not respond.',
      isFinal: false,
    }
  const message = `The mail server responded with status ${responseCode}.`
  return { code: 'refused', message, isFinal: responseCode >= 500 }
}

/** The mail as it goes out. */
export async function buildMail(
  { house, environment }: Pick<JobContext, 'house' | 'environment'>,
  { email, documents }: Outgoing,
): Promise<Mail> {
  const { id, recipients, fromName, replyTo, subject, inReplyTo, referenceIds } = email
  const { text, html } = openBody({ house, environment }, email)
  const attachments: Attachment[] = []
  for (const { displayName: filename, contentType, storageKey, wrappedKey } of documents) {
    const content = await house.store.read(environment.id, storageKey, wrappedKey)
    attachments.push({ filename, contentType, content })
  }
  const auto = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' }
  return {
    ...recipients,
    id,
    fromName,
    replyTo,
    subject,
    text,
    html,
    inReplyTo,
    attachments,
    references: referenceIds,
    headers: email.isAutomatic ? auto : {},
  }
}

async function recordSent(ctx: Context, id: string, file: StoredFile): Promise<void> {
  const email = await EMAILS.hold(ctx, id)
  if (email.storageKey !== null) await replaceFile(ctx, email.storageKey)
  await EMAILS.update(ctx, id, {
    status: 'sent',
    is_captured: ctx.environment.mode === 'test',
    storage_key: file.storageKey,
    wrapped_key: file.wrappedKey,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    error: null,
    sent_at: new Date(ctx.house.now()).toISOString(),
  })
  const isCaptured = ctx.environment.mode === 'test'
  const summary = isCaptured ? 'E-mail kept; the test mode sends nothing' : 'E-mail sent'
  const { submissionId } = email
  await auditEmail(ctx, { action: 'submitted', id, submissionId, summary })
}

async function replaceFile(ctx: Context, storageKey: string): Promise<void> {
  ctx.db.afterCommit(() => void discard(ctx.house, ctx.environment, [{ storageKey }]))
}

async function recordFailure(ctx: Context, id: string, failure: Failure): Promise<void> {
  const email = await EMAILS.hold(ctx, id).catch(() => null)
  if (email === null || !isWaiting(email)) return
  const { code, message, isFinal } = failure
  const delaySeconds = isFinal ? null : planRetry(email.attempts)
  const status = delaySeconds === null ? 'failed' : 'queued'
  await EMAILS.update(ctx, id, { status, error: json({ code, message }) })
  if (delaySeconds !== null)
    return enqueue(
      ctx,
      SEND_MAIL,
      { emailId: id },
      { delaySeconds, uniqueKey: `${id} ${email.attempts}` },
    )
  const { submissionId } = email
  await auditEmail(ctx, {
    action: 'updated',
    id,
    submissionId,
    summary: `E-mail not sent: ${message}`,
  })
}
