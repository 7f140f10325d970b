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

export interface Mail {
  to: string
  /** Whose mail it is, beside the address it comes from; the operator's own without it. */
  fromName?: string | null
  replyTo?: string
  subject: string
  text: string
  /** The same for a mail that is sent again; a new one without it. */
  id?: string
  attachments?: Attachment[]
}

/** Sends plain mails; the outside world's end of a notice. */
export interface Mailer {
  /** Whether a mail leaves the house; otherwise it is a line in the log. */
  readonly canSend: boolean
  send(mail: Mail): Promise<void>
}

interface MailSettings {
  smtpUrl: string | null
  outboxDir: string | null
  from: string
  log: Log
}

/** By SMTP, as files into an outbox folder, or, with neither, only a line in the log. */
export function createMailer({ smtpUrl, outboxDir, from, log }: MailSettings): Mailer {
  let transport: Promise<Transporter> | null = null
  return {
    canSend: outboxDir !== null || smtpUrl !== null,
    send: async ({ id, fromName, ...mail }) => {
      refuseHeaderInjection(mail)
      if (!outboxDir && !smtpUrl)
        return log.warn({ subject: mail.subject }, 'mail not sent: SMTP_URL is not set')
      transport ??= openTransport(outboxDir ? null : smtpUrl)
      // assay@lender.example, Assay <assay@lender.example>
      const address = /[^\s<]+@[^\s>]+/.exec(from)?.[0] ?? from
      const own = {
        from: fromName ? { name: fromName, address } : from,
        ...(id === undefined ? {} : { messageId: `<${id}@${address.split('@').at(-1)}>` }),
      }
      const sent = (await (await transport).sendMail({ ...mail, ...own })) as { message?: Buffer }
      if (outboxDir) await keep(outboxDir, sent.message!)
      await faultPoint('mail.sent')
    },
  }
}

/** Mails are rare, so their library is loaded with the first one; null writes them to memory. */
async function openTransport(smtpUrl: string | null): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const memory = { streamTransport: true, buffer: true } as const
  return smtpUrl === null ? createTransport(memory) : createTransport(smtpUrl)
}

function refuseHeaderInjection({ to, subject, replyTo = '' }: Mail): void {
  if (/[\r\n]/.test(to + subject + replyTo))
    throw new Error('A mail header must not have line breaks')
  // "a@x.example, b@x.example" and "group: a@x.example;" are lists to a mail server.
  if (!/^[^\s,;:<>@]+@[^\s,;:<>@]+$/.test(to)) throw new Error('A mail goes to one address')
}

async function keep(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${randomUUIDv7()}.eml`), message)
}
