import type { MailMatch } from '../../core/mail/match.ts'
import type { Authentication } from '../../core/mail/authentication.ts'
import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { containing, joinConditions, raw, sql } from '../../platform/db/sql.ts'
import type { MailAddress } from '../../platform/mail.ts'
import type { AttachmentRow } from '../records/emails/store.ts'
import type { DIRECTIONS, EmailStatus } from './lifecycle.ts'

export interface EmailRecipients {
  to: MailAddress[]
  cc: MailAddress[]
  bcc: MailAddress[]
}

export interface EmailRow {
  id: string
  direction: (typeof DIRECTIONS)[number]
  status: EmailStatus
  submissionId: string | null
  brokerId: string | null
  messageId: string | null
  inReplyTo: string | null
  referenceIds: string[]
  threadId: string
  fromName: string | null
  fromAddress: string | null
  recipients: EmailRecipients
  envelope: { from?: string | null; to?: string[] }
  replyTo: string | null
  subject: string
  bodySealed: string | null
  templateId: string | null
  isCaptured: boolean
  isAutomatic: boolean
  attempts: number
  sizeBytes: number | null
  storageKey: string | null
  wrappedKey: string | null
  authentication: Authentication | null
  match: MailMatch | null
  spamScore: number | null
  error: { code: string; message: string } | null
  receivedAt: string | null
  sentAt: string | null
  createdAt: string
}

export interface EmailFilter {
  direction?: string
  status?: string
  submissionId?: string
  threadId?: string
  from?: string
  subject?: string
  hasAttachments?: boolean
  createdAfter?: string
  q?: string
}

const COLUMNS = raw(`id, direction, status, submission_id, broker_id, message_id, in_reply_to,
  reference_ids, thread_id, from_name, from_address, recipients, envelope, reply_to, subject,
  body_sealed, template_id, is_captured, is_automatic, attempts, size_bytes, storage_key,
  wrapped_key, authentication, match, spam_score, error, received_at, sent_at, created_at`)

export const EMAIL_SORTS = ['-created_at']

export const { list: listEmails } = pagedList<EmailRow, EmailFilter>({
  table: 'emails',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: (filter, { environment }) =>
    joinConditions([
      filter.direction && sql`direction = ${filter.direction}`,
      filter.status && sql`status = ${filter.status}`,
      filter.submissionId && sql`submission_id = ${filter.submissionId}`,
      filter.threadId && sql`thread_id = ${filter.threadId}`,
      filter.from &&
        sql`(from_address ilike ${containing(filter.from)} or from_name ilike ${containing(filter.from)})`,
      filter.subject && sql`subject ilike ${containing(filter.subject)}`,
      filter.q &&
        sql`(subject ilike ${containing(filter.q)} or from_address ilike ${containing(filter.q)}
          or from_name ilike ${containing(filter.q)} or recipients::text ilike ${containing(filter.q)})`,
      filter.createdAfter && sql`created_at > ${filter.createdAfter}`,
      filter.hasAttachments !== undefined &&
        sql`${filter.hasAttachments} = exists (select from email_attachments a
          where a.environment_id = ${environment.id} and a.email_id = emails.id and not a.is_inline)`,
    ]),
})

export const EMAILS = recordStore<EmailRow>({
  table: 'emails',
  columns: COLUMNS,
  noun: 'e-mail',
  missing: 'email_not_found',
})

/** The mail with the bytes or the Message-ID; null when there is none. */
export async function findEmail(
  ctx: Context,
  by: { id: string } | { sha256: string } | { messageId: string },
): Promise<EmailRow | null> {
  const where =
    'id' in by
      ? sql`id = ${by.id}`
      : 'sha256' in by
        ? sql`direction = 'inbound' and sha256 = ${by.sha256}`
        : sql`message_id = ${by.messageId}`
  return ctx.db.row<EmailRow>(sql`
    select ${COLUMNS} from emails where environment_id = ${ctx.environment.id} and ${where}`)
}

/** The newest of the mails that these Message-IDs name. */
export async function findReferenced(
  ctx: Context,
  messageIds: readonly string[],
): Promise<EmailRow | null> {
  return ctx.db.row<EmailRow>(sql`
    select ${COLUMNS} from emails
    where environment_id = ${ctx.environment.id} and message_id = any(${messageIds}::text[])
    order by created_at desc, id desc limit 1`)
}

/** The attachments of mails, in their order. */
export async function listAttachments(
  ctx: Context,
  emailIds: readonly string[],
): Promise<Map<string, AttachmentRow[]>> {
  const rows = await ctx.db.rows<AttachmentRow>(sql`
    select id, email_id, filename, content_type, size_bytes, is_inline, document_id, ignored
    from email_attachments
    where environment_id = ${ctx.environment.id} and email_id = any(${emailIds}::uuid[])
    order by email_id, position`)
  return Map.groupBy(rows, ({ emailId }) => emailId)
}

/** The address of the broker who brought the deal; null when none did. */
export async function findBrokerEmail(ctx: Context, submissionId: string): Promise<string | null> {
  const row = await ctx.db.row<{ email: string }>(sql`
    select b.email from broker_submissions s
    join brokers b on b.environment_id = s.environment_id and b.id = s.broker_id
    where s.environment_id = ${ctx.environment.id} and s.submission_id = ${submissionId}
    order by s.created_at desc limit 1`)
  return row?.email ?? null
}

/** The newest document of each class. */
export async function listNewestDocuments(
  ctx: Context,
  submissionId: string,
  classes: readonly string[],
): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select distinct on (document_class) id from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and document_class = any(${classes}::text[]) and status <> 'split'
    order by document_class, created_at desc, id desc`)
  return rows.map(({ id }) => id)
}
