import type { ReadMail } from '../../../core/mail/read-mail.ts'
import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { discard, putFile } from '../../../platform/http/multipart.ts'
import { enqueue, job, TryLater, type JobContext } from '../../../platform/jobs/job.ts'
import type { StagedFile } from '../../../platform/route.ts'
import { readSetting } from '../../settings/read.ts'
import { createSubmission } from '../../submissions/write/create.ts'
import { auditEmail } from '../outgoing/queue.ts'
import { insertAttachments, sealBody } from '../../records/emails/store.ts'
import { EMAILS, findEmail, type EmailRow } from '../store.ts'
import { keepFiles, type FileOfMail } from './keep-files.ts'
import { findDeal, type FoundDeal } from './match.ts'
import { START_MAIL_WORKFLOWS, TAKE_IN_MAIL } from './receive.ts'
import { queueReply } from './reply.ts'
import { markBounced } from './store.ts'

/** Before a mail is read again that the machine was too busy for. */
const DELAY_SECONDS = 30
const UNNAMED = 'E-mail without a subject'

/**
 * Reads an arrived mail in the sandbox and takes its files to its deal. Whatever it does to its
 * reader is its own failure. It can run twice: what was kept once is not kept again.
 */
async function takeIn(work: JobContext, { emailId }: { emailId: string }): Promise<void> {
  const email = await work.transaction((ctx) => begin(ctx, emailId))
  if (email === null) return
  const mail = await read(work, email)
  if (mail === null) return work.commit((ctx) => fail(ctx, email))
  const files = await storeFiles(work, mail)
  const stored = files.flatMap(({ stored: file }) => file ?? [])
  try {
    const unowned = await work.commit((ctx) => keep(ctx, email, { mail, files }))
    await discard(work.house, work.environment, unowned)
  } catch (error) {
    await discard(work.house, work.environment, stored)
    throw error
  }
}

export const takeInMailJob = job(TAKE_IN_MAIL.kind, TAKE_IN_MAIL.payload, takeIn, {
  exhausted: async (ctx, { emailId }) => {
    const email = await EMAILS.hold(ctx, emailId).catch(() => null)
    if (email !== null) await fail(ctx, email)
  },
})

/** Null when the mail was taken in before, or is gone. */
async function begin(ctx: Context, id: string): Promise<EmailRow | null> {
  const email = await EMAILS.hold(ctx, id).catch(() => null)
  if (email?.status !== 'received' && email?.status !== 'processing') return null
  await EMAILS.update(ctx, id, { status: 'processing' })
  return email
}

/** Null for what is no mail, and for what its reader did not survive. */
async function read(work: JobContext, email: EmailRow): Promise<ReadMail | null> {
  const { house, environment, signal } = work
  const bytes = await house.store.read(environment.id, email.storageKey!, email.wrappedKey!)
  const request = { task: 'mail', hints: {}, trustedRelay: house.config.inboundTrustedRelay }
  const outcome = await house.sandbox.run(request, bytes, { signal })
  if (outcome.ok) return outcome.value as ReadMail | null
  if (outcome.code === 'document_delayed')
    throw new TryLater(`The reader got ${outcome.message}`, DELAY_SECONDS)
  return null
}

async function fail(ctx: Context, { id }: EmailRow): Promise<void> {
  const error = { code: 'unreadable', message: 'The mail cannot be read; its bytes are kept.' }
  await EMAILS.update(ctx, id, { status: 'failed', error: json(error) })
  await auditEmail(ctx, { action: 'updated', id, summary: 'E-mail received that cannot be read' })
}

/** One after the other, so that at most one is in memory twice. */
async function storeFiles(
  { house, environment }: JobContext,
  { files }: ReadMail,
): Promise<FileOfMail[]> {
  const all: FileOfMail[] = []
  for (const { content, ...file } of files) {
    if (content === null) all.push({ ...file, stored: null })
    else all.push({ ...file, ...(await store({ house, environment }, file.filename, content)) })
  }
  return all
}

/** A file that the virus scanner refuses is named, and nothing of it is kept. */
async function store(
  { house, environment }: Pick<JobContext, 'house' | 'environment'>,
  filename: string,
  content: string,
): Promise<{ stored: StagedFile } | { stored: null; ignored: string }> {
  try {
    const bytes = Buffer.from(content, 'base64')
    return { stored: await putFile(house, environment, { filename, content: bytes }) }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'infected_file' || code === 'file_too_large')
      return { stored: null, ignored: code }
    throw error
  }
}

interface Taken {
  mail: ReadMail
  files: FileOfMail[]
}

/** Writes the mail, its files and its deal; returns the files that no row owns. */
async function keep(ctx: Context, { id }: EmailRow, taken: Taken): Promise<StagedFile[]> {
  const { mail } = taken
  const all = taken.files.flatMap(({ stored }) => stored ?? [])
  const email = await EMAILS.hold(ctx, id)
  if (email.status !== 'processing') return all
  const isKnown =
    mail.messageId !== null && (await findEmail(ctx, { messageId: mail.messageId })) !== null
  if (isKnown) return ignore(ctx, email, taken)
  if (mail.isBounce) await markBounced(ctx, listNamedIds(mail))
  const found = mail.isBounce ? NO_DEAL : await findDeal(ctx, email, mail)
  const deal = { ...found, submissionId: found.submissionId ?? (await openDeal(ctx, mail, found)) }
  const files = await keepFiles(ctx, deal.submissionId, taken.files)
  await insertAttachments(ctx, id, files)
  await EMAILS.update(ctx, id, {
    ...toColumns(ctx, id, mail),
    ...toPlace(id, deal),
    status: 'processed',
  })
  const { submissionId } = deal
  const count = files.filter(
    ({ documentId, ignored }) => documentId !== null && ignored === null,
  ).length
  const summary = `E-mail received with ${count} document${count === 1 ? '' : 's'}`
  await auditEmail(ctx, { action: 'created', id, submissionId, summary })
  // What programs write could lead to what a workflow writes, without end.
  if (!mail.isAutomatic && !mail.isBounce) await enqueue(ctx, START_MAIL_WORKFLOWS, { emailId: id })
  if (submissionId !== null) await queueReply(ctx, { emailId: id, mail })
  const owned = new Set(files.flatMap(({ storageKey }) => storageKey ?? []))
  return all.filter(({ storageKey }) => !owned.has(storageKey))
}

const NO_DEAL: FoundDeal = { submissionId: null, brokerId: null, parent: null, match: null }

/** A mail that came twice by two ways, or one of ours that came back. */
async function ignore(
  ctx: Context,
  { id }: EmailRow,
  { mail, files }: Taken,
): Promise<StagedFile[]> {
  const error = { code: 'duplicate', message: 'A mail with this Message-ID is there already.' }
  const columns = { ...toColumns(ctx, id, mail), message_id: null, error: json(error) }
  await EMAILS.update(ctx, id, { ...columns, status: 'ignored' })
  await auditEmail(ctx, { action: 'updated', id, summary: 'E-mail received twice' })
  return files.flatMap(({ stored }) => stored ?? [])
}

/** A deal of its own for a mail of no deal, where the tenant wants that and a person wrote it. */
async function openDeal(
  ctx: Context,
  { subject, isAutomatic, isBounce }: ReadMail,
  { submissionId }: FoundDeal,
): Promise<string | null> {
  if (submissionId !== null || isAutomatic || isBounce) return null
  if (!(await readSetting<boolean>(ctx, 'inbound_email_enabled'))) return null
  const name = subject.replace(/^(?:(?:re|fwd?|aw|wg):\s*)+/i, '').slice(0, 255) || UNNAMED
  const { id } = await createSubmission(ctx, { name }, 'email')
  return id
}

/** Our own Message-IDs that a report of a failed delivery quotes. */
function listNamedIds({ text, references, inReplyTo }: ReadMail): string[] {
  const quoted = text.match(/<[^<>\s]{3,498}>/g) ?? []
  return [...references, ...(inReplyTo === null ? [] : [inReplyTo]), ...quoted].slice(0, 200)
}

function toColumns(ctx: Context, id: string, mail: ReadMail): Record<string, unknown> {
  const { to, cc, text, html, from } = mail
  return {
    message_id: mail.messageId,
    in_reply_to: mail.inReplyTo,
    reference_ids: mail.references,
    from_name: from?.name ?? null,
    from_address: from?.address ?? null,
    recipients: json({ to, cc, bcc: [] }),
    reply_to: mail.replyTo,
    subject: mail.subject,
    body_sealed: sealBody(ctx, id, { text, html }),
    is_automatic: mail.isAutomatic,
    spam_score: mail.spamScore,
    authentication: json(mail.authentication),
  }
}

function toPlace(id: string, deal: FoundDeal): Record<string, unknown> {
  const { submissionId, brokerId, parent, match } = deal
  return {
    submission_id: submissionId,
    broker_id: brokerId,
    thread_id: parent?.threadId ?? id,
    match: json(match),
  }
}
