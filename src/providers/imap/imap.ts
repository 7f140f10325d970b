import type { ImapFlow } from 'imapflow'
import type { Connector, ConnectorConfig } from '../adapter.ts'
import { ProviderFault } from '../provider-fault.ts'
import type { Session } from '../session.ts'
import { checkMailServer, toMailServer, type MailServer } from './address.ts'
import { SILENCE_MS, toMailFault, toUnreachable } from './faults.ts'

/** A message as its server lists it. */
export interface ListedMessage {
  uid: number
  sizeBytes: number
  arrivedAt: Date
}

/** A folder that is open. What is read stays unread for people. */
export interface OpenMailbox {
  /** As long as it is the same, UIDs name the same messages (RFC 9051 §2.3.1.1). */
  uidValidity: string
  /** More than the UID of every message that is there; null of a server that does not say. */
  uidNext: number | null
  /** The UIDs above one, in order. */
  listUids(after: number): Promise<number[]>
  /** The UIDs of what arrived on that day or later, by the clock of the server. */
  listUidsSince(day: Date): Promise<number[]>
  describe(uids: readonly number[]): Promise<ListedMessage[]>
  /** At most so many bytes of a message; null for one that is gone. */
  fetch(uid: number, bytesMax: number): Promise<Buffer | null>
  /** Moves messages to the folder Processed, where there is one. */
  putAway(uids: readonly number[]): Promise<void>
  close(): Promise<void>
}

const PROCESSED = 'Processed'
const CONNECT_TIMEOUT_MS = 15_000
/** What a server that does harm may make us keep: one message, and a long list of UIDs. */
const LITERAL_BYTES_MAX = 32 * 1024 * 1024
const LINE_BYTES_MAX = 16 * 1024 * 1024
const LOGOUT_TIMEOUT_MS = 2_000

/** Opens the folder of a mailbox, over TLS. Throws `ProviderFault`, as do all of its calls. */
export async function openMailbox(
  session: Session,
  { mailbox = 'INBOX' }: ConnectorConfig,
): Promise<OpenMailbox> {
  const server = toMailServer(session.baseUrl)
  // It was checked when it was given, maybe under other rules.
  if (server === null || !checkMailServer(session.egress, server).ok) throw toUnreachable('blocked')
  const request = createRequester(session, `${server.host}:${server.port}/${mailbox}`)
  const client = await request('CONNECT', () => connect(session, server))
  try {
    const opened = await request('SELECT', () => client.mailboxOpen(mailbox))
    return {
      uidValidity: String(opened.uidValidity),
      uidNext: opened.uidNext || null,
      ...toReader(client, request),
      close: () => close(client),
    }
  } catch (error) {
    await close(client)
    throw error
  }
}

type Requester = <T>(method: string, command: () => Promise<T>) => Promise<T>

/** Each step is kept like a call; what the library throws becomes a `ProviderFault`. */
function createRequester({ calls, now }: Session, endpoint: string): Requester {
  return async (method, command) => {
    const startMs = now()
    const note = (error: string | null): void => {
      const durationMs = Math.round(now() - startMs)
      calls.push({ at: new Date(startMs).toISOString(), method, endpoint, status: null, durationMs, error }) // prettier-ignore
    }
    try {
      const result = await command()
      note(null)
      return result
    } catch (error) {
      const fault = error instanceof ProviderFault ? error : toMailFault(error)
      note(fault.code)
      throw fault
    }
  }
}

async function connect(session: Session, server: MailServer): Promise<ImapFlow> {
  const located = await session.egress.locate(server.host)
  if (located.kind === 'error') throw toUnreachable(located.error)
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow(toOptions(session, server, located.address))
  // What fails between two commands fails the next one too.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.close()
    throw error
  }
}

type Options = ConstructorParameters<typeof ImapFlow>[0]

function toOptions(
  { credentials, egress }: Session,
  { host, port, isTls }: MailServer,
  address: string,
): Options {
  const authority = host.includes(':') ? `[${host}]` : host
  const mayBePlain = egress.isPlainHttpAllowed(`http://${authority}/`)
  return {
    host: address,
    servername: host,
    port,
    secure: isTls,
    ...(isTls || mayBePlain ? {} : { doSTARTTLS: true }),
    auth: { user: credentials.user ?? '', pass: credentials.password ?? '' },
    clientInfo: { name: 'Assay', version: '1', vendor: 'Assay', 'support-url': '' },
    // It would write what it sends and gets.
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    maxLineLength: LINE_BYTES_MAX,
    maxLiteralSize: LITERAL_BYTES_MAX,
    maxResponseSize: LITERAL_BYTES_MAX + LINE_BYTES_MAX,
  }
}

type Reader = Omit<OpenMailbox, 'uidValidity' | 'uidNext' | 'close'>

function toReader(client: ImapFlow, request: Requester): Reader {
  const search = async (query: object): Promise<number[]> => {
    const found = await request('SEARCH', () => client.search(query, { uid: true }))
    return (found || []).toSorted((left, right) => left - right)
  }
  return {
    // A range up to * always has the last message, whatever its UID.
    listUids: async (after) =>
      (await search({ uid: `${after + 1}:*` })).filter((uid) => uid > after),
    listUidsSince: (day) => search({ since: day }),
    describe: async (uids) =>
      uids.length === 0 ? [] : request('LIST', () => describe(client, uids)),
    fetch: (uid, bytesMax) =>
      request('FETCH', async () => {
        const query = { source: { start: 0, maxLength: bytesMax } }
        const found = await client.fetchOne(String(uid), query, { uid: true })
        return found === false ? null : (found.source ?? null)
      }),
    putAway: (uids) => putAway(client, uids),
  }
}

async function describe(client: ImapFlow, uids: readonly number[]): Promise<ListedMessage[]> {
  const listed: ListedMessage[] = []
  const wanted = { uid: true, size: true, internalDate: true }
  for await (const message of client.fetch(uids.join(','), wanted, { uid: true })) {
    const { uid, size = 0, internalDate } = message
    listed.push({ uid, sizeBytes: size, arrivedAt: new Date(internalDate ?? 0) })
  }
  return listed.toSorted((left, right) => left.uid - right.uid)
}

/** Order for people: what cannot be moved was taken all the same. */
async function putAway(client: ImapFlow, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return
  try {
    const folders = await client.list()
    const folder = folders.find(({ name }) => name === PROCESSED)
    if (folder) await client.messageMove(uids.join(','), folder.path, { uid: true })
  } catch {}
}

async function close(client: ImapFlow): Promise<void> {
  const patience = setTimeout(() => client.close(), LOGOUT_TIMEOUT_MS)
  await client.logout().catch(() => {})
  clearTimeout(patience)
  client.close()
}

/** Mailboxes by IMAP: a server of one's own, or one of a host that takes passwords. */
export const imapConnector: Connector = {
  credentialNames: ['user', 'password'],
  baseUrls: null,
  check: async (session, config) => {
    const mailbox = await openMailbox(session, config)
    await mailbox.close()
  },
}
