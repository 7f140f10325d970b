import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
import { inserted, json, sql } from '../../../platform/db/sql.ts'
import type { MailAddress } from '../../../platform/mail.ts'

type Sealing = Pick<Context, 'house' | 'environment'>

/** Text and HTML of a mail: whoever writes to a lender may write numbers into it. */
export const EMAIL_BODY = sealedColumn({
  table: 'emails',
  column: 'body_sealed',
  holds: 'text and HTML of a mail',
  place: 'emails/body',
  boundTo: ['id'],
})

export interface EmailBody {
  text: string
  html: string | null
}

export function sealBody(ctx: Sealing, id: string, body: EmailBody): string {
  return EMAIL_BODY.at(ctx, id).seal(JSON.stringify(body))
}

/** Whom a mail is from: the operator's address, under the name that the tenant has set. */
export function readSender({ house }: Pick<Context, 'house'>, name: string | null): MailAddress {
  const { mailFrom } = house.config
  // Assay <assay@lender.example>
  const [, own = ''] = /^\s*"?([^"<]*?)"?\s*</.exec(mailFrom) ?? []
  return { name: name ?? (own || null), address: mailFrom.replace(/^.*<|>.*$/g, '') }
}

/** False when the environment has a mail with the same Message-ID, or the same bytes. */
export async function insertEmail(
  ctx: Context,
  columns: Record<string, unknown>,
): Promise<boolean> {
  const count = await ctx.db.run(sql`
    insert into emails ${inserted({ environment_id: ctx.environment.id, ...columns })}
    on conflict do nothing`)
  return count === 1
}

export interface AttachmentRow {
  id: string
  emailId: string
  filename: string
  contentType: string
  sizeBytes: number
  isInline: boolean
  documentId: string | null
  ignored: string | null
}

export type NewAttachment = Omit<AttachmentRow, 'emailId'>

export async function insertAttachments(
  ctx: Context,
  emailId: string,
  files: readonly NewAttachment[],
): Promise<void> {
  if (files.length === 0) return
  const rows = files.map((file, position) => ({
    id: file.id,
    position,
    filename: file.filename,
    content_type: file.contentType,
    size_bytes: file.sizeBytes,
    is_inline: file.isInline,
    document_id: file.documentId,
    ignored: file.ignored,
  }))
  await ctx.db.run(sql`
    insert into email_attachments (environment_id, email_id, id, position, filename, content_type,
      size_bytes, is_inline, document_id, ignored)
    select ${ctx.environment.id}, ${emailId}, file.id, file.position, file.filename,
      file.content_type, file.size_bytes, file.is_inline, file.document_id, file.ignored
    from jsonb_to_recordset(${json(rows)}::jsonb) as file (id uuid, position integer, filename text,
      content_type text, size_bytes bigint, is_inline boolean, document_id uuid, ignored text)`)
}
