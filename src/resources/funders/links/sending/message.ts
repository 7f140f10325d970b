import type { Context } from '../../../../platform/context.ts'
import { randomUUIDv7 } from '../../../../platform/crypto/tokens.ts'
import { json } from '../../../../platform/db/sql.ts'
import { discard } from '../../../../platform/http/multipart.ts'
import type { JobContext } from '../../../../platform/jobs/job.ts'
import type { StoredFile } from '../../../../platform/storage/store.ts'
import {
  insertAttachments,
  insertEmail,
  readSender,
  sealBody,
} from '../../../records/emails/store.ts'
import type { LinkRow } from '../store.ts'
import type { SentMessage } from './channel.ts'
import { buildSendingId } from './sending-id.ts'

/** A mail whose bytes lie in the store, and are nobody's until it is kept. */
export interface KeptMessage extends SentMessage {
  file: StoredFile
}

export async function storeMessage(
  { house, environment }: JobContext,
  message: SentMessage,
): Promise<KeptMessage> {
  return { ...message, file: await house.store.put(environment.id, message.bytes) }
}

export async function discardMessage(
  { house, environment }: JobContext,
  kept: KeptMessage | undefined,
): Promise<void> {
  if (kept !== undefined) await discard(house, environment, [kept.file])
}

/** Puts the mail among those of its deal; null when another attempt has kept it. */
export async function keepMessage(
  ctx: Context,
  link: LinkRow,
  { mail, file }: KeptMessage,
): Promise<string | null> {
  const id = randomUUIDv7()
  const from = readSender(ctx, mail.fromName ?? null)
  const isNew = await insertEmail(ctx, {
    id,
    direction: 'outbound',
    status: 'sent',
    submission_id: link.submissionId,
    message_id: ctx.house.mailer.toMessageId(buildSendingId(link)),
    thread_id: id,
    from_name: from.name,
    from_address: from.address,
    recipients: json({ to: [{ name: null, address: mail.to }] }),
    subject: mail.subject,
    body_sealed: sealBody(ctx, id, { text: mail.text, html: null }),
    is_captured: ctx.environment.mode === 'test',
    attempts: 1,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    storage_key: file.storageKey,
    wrapped_key: file.wrappedKey,
    sent_at: new Date(ctx.house.now()).toISOString(),
  })
  if (!isNew) return null
  const files = (mail.attachments ?? []).map(({ filename, contentType, content }) => ({
    id: randomUUIDv7(),
    filename,
    contentType,
    sizeBytes: content.length,
    isInline: false,
    documentId: null,
    ignored: null,
  }))
  await insertAttachments(ctx, id, files)
  return id
}
