import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { readAuthentication, type Authentication, type MailHeader } from './authentication.ts'
import { isAutomatic, isBounce } from './automatic.ts'
import { cleanHtml, htmlToText } from './clean-html.ts'
import { findReasonToIgnore } from './files.ts'

export interface MailPerson {
  name: string | null
  address: string
}

/** A file of a mail; one that becomes no document has the reason and no content. */
export interface MailFile {
  filename: string
  contentType: string
  sizeBytes: number
  isInline: boolean
  ignored: string | null
  /** As base64. */
  content: string | null
}

/** A mail as it was read; every text is bounded and can be stored. */
export interface ReadMail {
  messageId: string | null
  inReplyTo: string | null
  references: string[]
  from: MailPerson | null
  replyTo: string | null
  to: MailPerson[]
  cc: MailPerson[]
  /** Addresses of headers in which relays keep the receiver. */
  deliveredTo: string[]
  subject: string
  text: string
  html: string | null
  isAutomatic: boolean
  /** That a mail of ours could not be delivered. */
  isBounce: boolean
  spamScore: number | null
  authentication: Authentication
  files: MailFile[]
}

const PEOPLE_MAX = 100
const REFERENCES_MAX = 100
const SUBJECT_MAX = 500
const TEXT_MAX = 200_000
const HTML_MAX = 1_000_000
const NAME_MAX = 255
const ID_MAX = 500
const FILES_MAX = 100
/** Of all files of a mail together, as base64 below what a reader may return. */
const FILES_BYTES_MAX = 40 * 1024 * 1024

/** What a mail says, with its files; null for bytes that are no mail. Bad parts are left out. */
export async function readMail(
  bytes: Uint8Array,
  trustedRelay: string | null,
): Promise<ReadMail | null> {
  const email = await parse(bytes)
  if (email === null || (email.headers.length === 0 && !email.text)) return null
  const headers = email.headers.map(({ key, value }) => ({ key, value: toLine(value, 2000) }))
  const html = email.html ? cleanHtml(email.html.slice(0, HTML_MAX)) : null
  const text = email.text ?? htmlToText((email.html ?? '').slice(0, HTML_MAX))
  return {
    messageId: readId(email.messageId),
    inReplyTo: readId(email.inReplyTo),
    references: listIds(email.references).slice(-REFERENCES_MAX),
    from: listPeople(email.from ? [email.from] : [])[0] ?? null,
    replyTo: listPeople(email.replyTo)[0]?.address ?? null,
    to: listPeople(email.to),
    cc: listPeople(email.cc),
    deliveredTo: listDelivered(headers),
    subject: toLine(email.subject ?? '', SUBJECT_MAX),
    text: toStored(text).slice(0, TEXT_MAX),
    html: html === null ? null : toStored(html),
    isAutomatic: isAutomatic(headers),
    isBounce: isBounce(headers),
    spamScore: readSpamScore(headers),
    authentication: readAuthentication(headers, trustedRelay),
    files: listFiles(email.attachments),
  }
}

async function parse(bytes: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 })
  } catch {
    return null
  }
}

/** Without what a database cannot hold: NUL and halves of characters. */
function toStored(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

function toLine(text: string, lengthMax: number): string {
  return toStored(text).replace(/\s+/g, ' ').trim().slice(0, lengthMax).toWellFormed()
}

// <CAF+x@mail.example>
function listIds(text: string | undefined): string[] {
  const found = (text ?? '').slice(0, 100_000).match(/<[^<>\s]{3,498}>/g) ?? []
  return [...new Set(found.map((id) => toLine(id, ID_MAX)))]
}

function readId(text: string | undefined): string | null {
  return listIds(text)[0] ?? null
}

const ADDRESS = /^[^\s,;:<>@"]{1,200}@[^\s,;:<>@"]{1,254}$/

/** Members of groups count alone; what is no address is left out. */
function listPeople(given: readonly Address[] | undefined): MailPerson[] {
  const all = (given ?? []).slice(0, PEOPLE_MAX).flatMap((one) => one.group ?? [one])
  return all.slice(0, PEOPLE_MAX).flatMap(({ name, address }) => {
    const line = toLine(address ?? '', 400).toLowerCase()
    return ADDRESS.test(line) ? [{ name: toLine(name ?? '', NAME_MAX) || null, address: line }] : []
  })
}

const RECEIVER_HEADERS = ['delivered-to', 'x-original-to', 'x-forwarded-to', 'envelope-to']

function listDelivered(headers: readonly MailHeader[]): string[] {
  const values = headers.filter(({ key }) => RECEIVER_HEADERS.includes(key))
  return values.flatMap(({ value }) => value.match(/[^\s,;:<>"]+@[^\s,;:<>"]+/g) ?? []).slice(0, 20)
}

// X-Spam-Score: 4.2
function readSpamScore(headers: readonly MailHeader[]): number | null {
  const value = headers.find(({ key }) => key === 'x-spam-score')?.value ?? ''
  const score = Number.parseFloat(value)
  return Number.isFinite(score) && Math.abs(score) <= 1000 ? score : null
}

function listFiles(attachments: readonly Attachment[]): MailFile[] {
  let left = FILES_BYTES_MAX
  return attachments.slice(0, FILES_MAX * 2).map((attachment, index) => {
    const bytes = toBytes(attachment.content)
    const isInline = attachment.related === true || attachment.disposition === 'inline'
    const filename = toLine(attachment.filename ?? `attachment-${index + 1}`, NAME_MAX)
    const file = { filename, isInline, bytes, contentType: toLine(attachment.mimeType, 100) }
    const isBeyond = index >= FILES_MAX || bytes.length > left
    const ignored = isBeyond ? 'too_many_files' : findReasonToIgnore(file)
    if (ignored === null) left -= bytes.length
    return {
      filename,
      contentType: file.contentType,
      sizeBytes: bytes.length,
      isInline,
      ignored,
      content: ignored === null ? Buffer.from(bytes).toString('base64') : null,
    }
  })
}

function toBytes(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
}
