import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from 'node:tls'
import { respondTo, listCapabilities } from './respond.ts'
import { createLineReader } from './lines.ts'
import type { FakeFolder, FakeImap, Session } from './model.ts'

interface Options {
  /** With a certificate: TLS from the first byte, or by STARTTLS. */
  tls?: TlsOptions & { mode: 'implicit' | 'starttls' }
}

export async function startImap({ tls }: Options = {}): Promise<FakeImap> {
  const sockets = new Set<Socket>()
  const fake: FakeImap = {
    url: '',
    port: 0,
    user: 'intake@lender.example',
    password: 'open-sesame-4711',
    folders: new Map([['INBOX', { uidValidity: 1_700_000_001, uidNext: 1, messages: [] }]]),
    faults: { refusesUser: false, breaksAtUid: null, isNonsense: false },
    commands: [],
    connections: 0,
    deliver: (raw, options = {}) => deliver(fake, Buffer.from(raw), options),
    renumber: (folder = 'INBOX') => renumber(fake.folders.get(folder)!),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  const greet = (socket: Socket): void => {
    fake.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(fake, socket, tls?.mode === 'starttls' ? tls : null)
  }
  const server = tls?.mode === 'implicit' ? createTlsServer(tls, greet) : createServer(greet)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.port = (server.address() as AddressInfo).port
  fake.url = `${tls?.mode === 'implicit' ? 'imaps' : 'imap'}://127.0.0.1:${fake.port}`
  return fake
}

function deliver(
  { folders }: FakeImap,
  raw: Buffer,
  { folder = 'INBOX', arrivedAt = new Date() }: { folder?: string; arrivedAt?: Date },
): number {
  const into = folders.get(folder)!
  const uid = into.uidNext
  into.uidNext += 1
  into.messages.push({ uid, raw, arrivedAt, flags: new Set() })
  return uid
}

function renumber(folder: FakeFolder): void {
  folder.uidValidity += 1
  const shift = 1000
  folder.messages.forEach((message, index) => (message.uid = shift + index))
  folder.uidNext = shift + folder.messages.length
}

function serve(fake: FakeImap, socket: Socket, starttls: TlsOptions | null): void {
  socket.on('error', () => {})
  socket.setNoDelay(true)
  const session: Session = {
    fake,
    isSignedIn: false,
    selected: null,
    isSecure: socket instanceof TLSSocket,
    offersTls: starttls !== null,
    write: (bytes) => void (socket.destroyed || socket.write(bytes)),
    end: () => void socket.end(),
    breakOff: () => void socket.destroy(),
    secure: () => upgrade(fake, socket, starttls!),
  }
  session.write(`* OK [CAPABILITY ${listCapabilities(session)}] ready\r\n`)
  listen(session, socket)
}

function listen(session: Session, socket: Socket): void {
  const reader = createLineReader({
    onCommand: (command) => respondTo(session, command),
    onLiteral: () => session.write('+ go on\r\n'),
  })
  socket.on('data', reader)
}

function upgrade(fake: FakeImap, plain: Socket, options: TlsOptions): void {
  plain.removeAllListeners('data')
  const socket = new TLSSocket(plain, { ...options, isServer: true })
  socket.on('error', () => {})
  const session: Session = {
    fake,
    isSignedIn: false,
    selected: null,
    isSecure: true,
    offersTls: false,
    write: (bytes) => void (socket.destroyed || socket.write(bytes)),
    end: () => void socket.end(),
    breakOff: () => void plain.destroy(),
    secure: () => {},
  }
  listen(session, socket)
}
