import { Type } from 'typebox'
import { createAudit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { insertAttachments, insertEmail, readSender, sealBody } from '../../records/emails/store.ts'
import { openAddress, toMailAddress } from '../../records/mail-addresses/store.ts'
import type { EmailStatus } from '../lifecycle.ts'
import { EMAILS, type EmailRow } from '../store.ts'
import { listReferences, type Draft } from './write.ts'

/** The job that sends a mail; its handler stands beside what it needs. */
export const SEND_MAIL = { kind: 'send-mail', payload: Type.Object({ emailId: Type.String() }) }

const RETRIED: readonly EmailStatus[] = ['failed', 'bounced']

export const auditEmail = createAudit('email')

/**
 * Writes a mail that is sent after the commit. A mail about a deal takes its replies and files at
 * the address of the deal. Throws `mail_not_configured`.
 */
export async function queueMail(
  ctx: Context,
  draft: Draft,
  { isAutomatic = false }: { isAutomatic?: boolean } = {},
): Promise<EmailRow> {
  requireMailer(ctx)
  const { submissionId, parent, documents, recipients } = draft
  const id = randomUUIDv7()
  const address = submissionId === null ? null : await openReplyAddress(ctx, submissionId)
  await insertEmail(ctx, {
    id,
    direction: 'outbound',
    status: 'queued',
    submission_id: submissionId,
    message_id: ctx.house.mailer.toMessageId(id),
    in_reply_to: parent?.messageId ?? null,
    reference_ids: listReferences(parent),
    thread_id: parent?.threadId ?? id,
    from_name: draft.fromName,
    from_address: readSender(ctx, draft.fromName).address,
    recipients: json(recipients),
    reply_to: draft.replyTo ?? address,
    subject: draft.subject,
    body_sealed: sealBody(ctx, id, { text: draft.text, html: draft.html }),
    template_id: draft.templateId,
    is_automatic: isAutomatic,
  })
  const files = documents.map((document) => ({
    id: randomUUIDv7(),
    filename: document.displayName,
    contentType: document.contentType,
    sizeBytes: document.sizeBytes,
    isInline: false,
    documentId: document.id,
    ignored: null,
  }))
  await insertAttachments(ctx, id, files)
  const count = recipients.to.length + recipients.cc.length + recipients.bcc.length
  const summary = `E-mail to ${count} receiver${count === 1 ? '' : 's'} queued`
  await auditEmail(ctx, { action: 'created', id, submissionId, summary })
  await enqueue(ctx, SEND_MAIL, { emailId: id }, { uniqueKey: id })
  return EMAILS.get(ctx, id)
}

async function openReplyAddress(ctx: Context, submissionId: string): Promise<string | null> {
  const token = await openAddress(ctx, { submissionId, brokerId: null })
  return toMailAddress(ctx.house, { token, submissionId })
}

/** Sends a mail again that was not taken. Throws `email_not_found`, `invalid_state_transition`. */
export async function retryMail(ctx: Context, id: string): Promise<EmailRow> {
  const { direction, status, submissionId } = await EMAILS.hold(ctx, id)
  if (direction === 'inbound' || !RETRIED.includes(status)) throw cannotRetry(status)
  requireMailer(ctx)
  await EMAILS.update(ctx, id, { status: 'queued', attempts: 0, error: null })
  const summary = 'E-mail queued again'
  await auditEmail(ctx, { action: 'updated', id, submissionId, summary })
  await enqueue(ctx, SEND_MAIL, { emailId: id }, { uniqueKey: id })
  return EMAILS.get(ctx, id)
}

function cannotRetry(status: string): ApiError {
  const message = `The e-mail is ${status}; an outbound one that is ${RETRIED.join(' or ')} can be sent again.`
  return new ApiError('invalid_state_transition', message)
}

/** A live mail needs a server; one of the test mode is kept. */
function requireMailer({ house, environment }: Context): void {
  if (environment.mode === 'test' || house.mailer.canSend) return
  throw new ApiError('mail_not_configured')
}
