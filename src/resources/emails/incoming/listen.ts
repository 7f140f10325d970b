import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { readAddressToken } from '../../../core/mail/token.ts'
import type { Environment, House } from '../../../platform/context.ts'
import { findEnvironmentOfToken } from '../../records/mail-addresses/store.ts'
import { readCertificate, watchCertificate, type CertificateFiles } from './certificate.ts'
import { MAIL_BYTES_MAX, receiveMail } from './receive.ts'

const CONNECTIONS_MAX = 20
const RECEIVERS_MAX = 50
/** A server that says nothing for so long has hung up. */
const IDLE_MS = 60_000
/** Between two looks for a certificate that was renewed. */
const LOOK_EVERY_MS = 60_000

export interface MailListener {
  port: number
  close(): Promise<void>
}

/** A refusal with its status (RFC 5321 §4.2). */
class Refusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/**
 * Takes mails by SMTP for known addresses alone: nothing is relayed, and nobody signs in. A mail is
 * taken when it is kept; before that its sender is to try again. With a certificate STARTTLS is
 * offered, to those who want it.
 */
export async function listenForMails(
  house: House,
  { lookEveryMs = LOOK_EVERY_MS }: { lookEveryMs?: number } = {},
): Promise<MailListener> {
  const { SMTPServer } = await import('smtp-server')
  const { inboundSmtpPort, inboundSmtpHost, inboundMailDomain } = house.config
  const files = findFiles(house)
  const server = new SMTPServer({
    ...(files && readCertificate(files)),
    name: inboundMailDomain ?? 'localhost',
    banner: 'Assay',
    size: MAIL_BYTES_MAX,
    maxClients: CONNECTIONS_MAX,
    socketTimeout: IDLE_MS,
    authOptional: true,
    disabledCommands: files === null ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, { envelope }, done) => {
      void admit(house, address, envelope.rcptTo.length).then(() => done(), done)
    },
    onData: (stream, session, done) => {
      void take(house, stream, session).then(
        () => done(),
        (error: unknown) => done(toRefusal(house, error)),
      )
    },
  })
  server.on('error', (error) => house.log.warn({ err: error }, 'a mail connection failed'))
  const listener = server.listen(inboundSmtpPort, inboundSmtpHost)
  await once(listener, 'listening')
  const watch = files && watchFiles(house, server, { files, everyMs: lookEveryMs })
  return {
    port: (listener.address() as AddressInfo).port,
    close: () => {
      watch?.stop()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function findFiles({ config }: House): CertificateFiles | null {
  const { inboundSmtpTlsCert: cert, inboundSmtpTlsKey: key } = config
  return cert === null || key === null ? null : { cert, key }
}

/** A certificate that is renewed is used from the next connection on; a broken one never. */
function watchFiles(
  { log }: House,
  server: SMTPServer,
  wanted: { files: CertificateFiles; everyMs: number },
): { stop(): void } {
  return watchCertificate({
    ...wanted,
    onChange: (certificate) => {
      server.updateSecureContext(certificate)
      log.info('the mail listener has a new certificate')
    },
    onTrouble: (error) =>
      log.warn({ err: error }, 'the new certificate of the mail listener cannot be used'),
  })
}

async function admit(house: House, address: string, count: number): Promise<void> {
  if (count >= RECEIVERS_MAX) throw new Refusal(452, 'Too many receivers')
  if ((await findOwner(house, address)) === null) throw new Refusal(550, 'No such address here')
}

/** The environment of an address of our domain. */
async function findOwner(house: House, address: string): Promise<Environment | null> {
  const token = readAddressToken(address)
  const isOurs = address.toLowerCase().endsWith(`@${house.config.inboundMailDomain}`)
  return isOurs && token !== null ? findEnvironmentOfToken(house, token) : null
}

/** A mail to addresses of several environments is one mail in each. */
async function take(
  house: House,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<void> {
  const raw = await readAll(stream)
  const from = envelope.mailFrom ? envelope.mailFrom.address : ''
  const owners = new Map<string, { environment: Environment; to: string[] }>()
  for (const { address } of envelope.rcptTo) {
    const environment = await findOwner(house, address)
    if (environment === null) continue
    const { to } = owners.get(environment.id) ?? { to: [] }
    owners.set(environment.id, { environment, to: [...to, address] })
  }
  for (const { environment, to } of owners.values())
    await receiveMail(house, environment, { raw, envelope: { from, to } })
}

/** All of it is read, also what is too much: the sender hears of it at the end. */
async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>)
    if (!stream.sizeExceeded) chunks.push(chunk)
  if (stream.sizeExceeded) throw new Refusal(552, 'The mail is larger than 30 MiB')
  return Buffer.concat(chunks)
}

const FINAL = ['empty_file', 'file_too_large', 'infected_file']

function toRefusal(house: House, error: unknown): Error {
  if (error instanceof Refusal) return error
  const { code = '' } = error as { code?: string }
  if (FINAL.includes(code)) return new Refusal(554, 'The mail is not accepted')
  house.log.error({ err: error }, 'a mail could not be kept; its sender is to try again')
  return new Refusal(451, 'Try again later')
}
