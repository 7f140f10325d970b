import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { randomUUIDv7 } from './crypto/tokens.ts'
import { faultPoint } from './faults.ts'
import type { Log } from './log.ts'

export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

export interface MailAddress {
  name: string | null
  address: string
}

/** One address, or several with their names. */
type Receivers = string | readonly MailAddress[]

export interface Mail {
  to: Receivers
  cc?: readonly MailAddress[]
  bcc?: readonly MailAddress[]
  replyTo?: string | null
  /** Whose mail it is, beside the address it comes from; the operator's own without it. */
  fromName?: string | null
  subject: string
  text: string
  /** The same for programs that show HTML. */
  html?: string | null
  /** The same for a mail that is sent again; a new one without it. */
  id?: string
  /** Message-IDs of the mail that this one follows, and of those before it, oldest first. */
  inReplyTo?: string | null
  references?: readonly string[]
  /** Further headers, such as `Auto-Submitted`. */
  headers?: Readonly<Record<string, string>>
  attachments?: Attachment[]
}

/** Sends mails; the outside world's end of a notice. */
export interface Mailer {
  /** Whether a mail leaves the house; otherwise it is a line in the log. */
  readonly canSend: boolean
  /** The Message-ID of a mail with this id. */
  toMessageId(id: string): string
  /** The mail as bytes, as `send` would hand it over. Bcc stands in the envelope alone. */
  compose(mail: Mail): Promise<Buffer>
  /** Resolves to the bytes that were handed over; rejects when the server does not take them. */
  send(mail: Mail): Promise<Buffer>
}

interface MailSettings {
  smtpUrl: string | null
  outboxDir: string | null
  from: string
  log: Log
}

const RECEIVERS_MAX = 50

interface Composed {
  message: Buffer
  envelope: { from: string; to: string[] }
}

/** By SMTP, as files into an outbox folder, or, with neither, only a line in the log. */
export function createMailer({ smtpUrl, outboxDir, from, log }: MailSettings): Mailer {
  const open = { memory: once(() => openTransport(null)), smtp: once(() => openTransport(smtpUrl)) }
  // assay@lender.example, Assay <assay@lender.example>
  const address = /[^\s<]+@[^\s>]+/.exec(from)?.[0] ?? from
  const toMessageId = (id: string): string => `<${id}@${address.split('@').at(-1)}>`
  const compose = async (mail: Mail): Promise<Composed> => {
    refuseHeaderInjection(mail)
    const { id, fromName, bcc: _, replyTo, html, inReplyTo, ...given } = mail
    const envelope = { from: address, to: listReceivers(mail).map((each) => each.address) }
    const { message } = (await (
      await open.memory()
    ).sendMail({
      ...(given as object),
      from: fromName ? { name: fromName, address } : from,
      ...(id === undefined ? {} : { messageId: toMessageId(id) }),
      ...(replyTo && { replyTo }),
      ...(html && { html }),
      ...(inReplyTo && { inReplyTo }),
      envelope,
    })) as { message: Buffer }
    return { message, envelope }
  }
  return {
    canSend: outboxDir !== null || smtpUrl !== null,
    toMessageId,
    compose: async (mail) => (await compose(mail)).message,
    send: async (mail) => {
      const { message, envelope } = await compose(mail)
      if (outboxDir) await keep(outboxDir, message)
      else if (smtpUrl) await (await open.smtp()).sendMail({ raw: message, envelope })
      else log.warn({ subject: mail.subject }, 'mail not sent: SMTP_URL is not set')
      await faultPoint('mail.sent')
      return message
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Mails are rare, so their library is loaded with the first one; null writes them to memory. */
async function openTransport(smtpUrl: string | null): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const memory = { streamTransport: true, buffer: true, newline: 'windows' } as const
  // A mail is data: what its fields name is never read from a disk or fetched.
  const closed = { disableFileAccess: true, disableUrlAccess: true }
  return smtpUrl === null ? createTransport({ ...memory, ...closed }) : createTransport(smtpUrl)
}

const ADDRESS = /^[^\s,;:<>@]+@[^\s,;:<>@]+$/

function listReceivers({ to, cc = [], bcc = [] }: Mail): MailAddress[] {
  return [...(typeof to === 'string' ? [{ name: null, address: to }] : to), ...cc, ...bcc]
}

function refuseHeaderInjection(mail: Mail): void {
  const { replyTo, subject, inReplyTo, references = [], headers = {} } = mail
  const receivers = listReceivers(mail)
  const texts = [
    subject,
    ...receivers.flatMap(({ name, address }) => [name ?? '', address]),
    replyTo ?? '',
    inReplyTo ?? '',
    ...references,
    ...Object.entries(headers).flat(),
  ]
  if (texts.some((text) => /[\r\n]/.test(text)))
    throw new Error('A mail header must not have line breaks')
  // "a@x.example, b@x.example" and "group: a@x.example;" are lists to a mail server.
  const addresses = [...receivers.map(({ address }) => address), ...(replyTo ? [replyTo] : [])]
  if (!addresses.every((address) => ADDRESS.test(address)))
    throw new Error('Each receiver of a mail is one address')
  if (receivers.length === 0 || receivers.length > RECEIVERS_MAX)
    throw new Error(`A mail goes to 1 to ${RECEIVERS_MAX} receivers`)
}

async function keep(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${randomUUIDv7()}.eml`), message)
}
