import type { Context } from '../../platform/context.ts'
import type { DocumentRow } from '../records/documents/store.ts'
import { EMAIL_BODY, type AttachmentRow, type EmailBody } from '../records/emails/store.ts'
import type { Draft } from './outgoing/write.ts'
import { listAttachments, type EmailRow } from './store.ts'

/** Of a mail that could not be read. */
const NOBODY = { to: [], cc: [], bcc: [] }
const SNIPPET_MAX = 200

export function openBody(ctx: Pick<Context, 'house' | 'environment'>, row: EmailRow): EmailBody {
  if (row.bodySealed === null) return { text: '', html: null }
  return JSON.parse(EMAIL_BODY.at(ctx, row.id).open(row.bodySealed)) as EmailBody
}

/** Mails of a list: the beginning of their text instead of all of it. */
export async function presentEmails(ctx: Context, rows: readonly EmailRow[]): Promise<object[]> {
  const files = await listAttachments(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toSummary(ctx, row, files.get(row.id) ?? []))
}

/** A mail with its text. */
export async function presentEmail(ctx: Context, row: EmailRow): Promise<object> {
  const [summary] = await presentEmails(ctx, [row])
  return { ...summary, ...openBody(ctx, row) }
}

/** A mail that is not there: what would be sent. */
export function presentDraft({ environment }: Context, draft: Draft): object {
  const { recipients, parent, documents, subject, text, html, submissionId, templateId } = draft
  const absent = { id: null, status: null, messageId: null, createdAt: null, brokerId: null }
  const unknown = {
    sizeBytes: null,
    spamScore: null,
    authentication: null,
    match: null,
    error: null,
  }
  return {
    ...absent,
    ...unknown,
    ...recipients,
    subject,
    text,
    html,
    submissionId,
    templateId,
    receivedAt: null,
    sentAt: null,
    from: null,
    direction: 'outbound',
    attempts: 0,
    livemode: environment.mode === 'live',
    inReplyTo: parent?.messageId ?? null,
    threadId: parent?.threadId ?? null,
    replyTo: draft.replyTo,
    snippet: toSnippet(text),
    attachments: documents.map(toPlannedFile),
    isCaptured: false,
    isAutomatic: false,
  }
}

function toPlannedFile({ id, displayName, contentType, sizeBytes }: DocumentRow): object {
  const file = { filename: displayName, contentType, sizeBytes }
  return { ...file, id, documentId: id, isInline: false, ignored: null }
}

function toSnippet(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, SNIPPET_MAX)
}

function toSummary(ctx: Context, row: EmailRow, files: readonly AttachmentRow[]): object {
  const { recipients, fromName, fromAddress, bodySealed, ...rest } = row
  const text = bodySealed === null ? '' : openBody(ctx, row).text
  return {
    ...rest,
    ...NOBODY,
    ...recipients,
    livemode: ctx.environment.mode === 'live',
    from: fromAddress === null ? null : { name: fromName, address: fromAddress },
    snippet: toSnippet(text),
    attachments: files,
  }
}
