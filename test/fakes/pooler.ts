import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { Client } from 'pg'

/**
 * A pooler in transaction mode, as PgBouncer is one: each transaction of a client gets a server
 * connection to itself, and the next transaction another one than before. Whatever a client leaves
 * in a session is lost to it, and found by the next client.
 */
export interface Pooler {
  /** The same database, through the pooler. */
  connectionString: string
  /** Transactions that were handed out so far. */
  transactions(): number
  close(): Promise<void>
}

/** What speaks to a server: `type`, `length`, body; the first message of a client has no type. */
const HEADER_BYTES = 5
const PROTOCOL = 196_608
/** Terminate, of a client; Query and Sync each bring one ReadyForQuery. */
const TERMINATE = 'X'
const QUERY_AND_SYNC = ['Q', 'S']
const READY = 'Z'

interface Backend {
  socket: Socket
  /** Set while a transaction holds it. */
  onMessage: ((type: string, message: Buffer) => void) | null
}

interface Pool {
  free: Backend[]
  waiting: ((backend: Backend) => void)[]
  handedOut: number
}

export async function startPooler(serverUrl: string, size = 4): Promise<Pooler> {
  const target = new Client({ connectionString: serverUrl })
  const opened = await Promise.all(Array.from({ length: size }, () => openBackend(target)))
  const pool: Pool = { free: opened.map(({ backend }) => backend), waiting: [], handedOut: 0 }
  const clients = new Set<Socket>()
  const server = createServer((socket) => {
    clients.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => clients.delete(socket))
    serve(socket, pool, opened[0]!.greeting)
  })
  const port = await listen(server)
  const { user, database } = target
  return {
    connectionString: `postgresql://${user}@127.0.0.1:${port}/${database}`,
    transactions: () => pool.handedOut,
    close: async () => {
      for (const socket of [...clients, ...opened.map(({ backend }) => backend.socket)])
        socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A connection that is ready, and what the server said until it was. */
async function openBackend(target: Client): Promise<{ backend: Backend; greeting: Buffer }> {
  const { host, port, user, database } = target
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  const backend: Backend = { socket, onMessage: null }
  const greeting: Buffer[] = []
  const isReady = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    backend.onMessage = (type, message) => {
      greeting.push(message)
      if (type === 'E') reject(new Error(message.toString()))
      if (type === READY) resolve()
    }
  })
  const read = messages((type, message) => backend.onMessage?.(type, message))
  socket.on('data', read)
  const pairs = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + pairs.length)
  head.writeInt32BE(PROTOCOL, 4)
  socket.write(Buffer.concat([head, pairs]))
  await isReady
  backend.onMessage = null
  return { backend, greeting: Buffer.concat(greeting) }
}

/** One client: its messages go to the backend that it holds, which it gives back when idle. */
function serve(client: Socket, pool: Pool, greeting: Buffer): void {
  let held: Backend | null = null
  let last: Backend | null = null
  let unanswered = 0
  let isWaiting = false
  const outbox: Buffer[] = []
  const leave = (): void => {
    if (held === null) return
    held.onMessage = null
    last = held
    held = null
    give(pool, last)
  }
  const flush = (): void => {
    for (const message of outbox.splice(0)) held!.socket.write(message)
  }
  const hold = (backend: Backend): void => {
    isWaiting = false
    held = backend
    backend.onMessage = (type, message) => {
      client.write(message)
      if (type !== READY) return
      unanswered -= 1
      // ReadyForQuery ends with the state: idle, in a transaction, in a failed one
      if (unanswered === 0 && message.at(-1) === 0x49) leave()
    }
    flush()
  }
  const send = (type: string, message: Buffer): void => {
    if (type === TERMINATE) return void client.end()
    if (QUERY_AND_SYNC.includes(type)) unanswered += 1
    outbox.push(message)
    if (held !== null) return flush()
    if (isWaiting) return
    isWaiting = true
    acquireBackend(pool, last, hold)
  }
  let read = startup(() => {
    client.write(greeting)
    read = messages(send)
  })
  client.on('data', (bytes: Buffer) => read(bytes))
  // A client that leaves in the middle leaves its transaction open; the server ends it with the link.
  client.once('close', () => held?.socket.destroy())
}

/** Another one than the last, when there is one. */
function acquireBackend(pool: Pool, last: Backend | null, use: (backend: Backend) => void): void {
  pool.handedOut += 1
  const at = Math.max(
    0,
    pool.free.findIndex((backend) => backend !== last),
  )
  const [backend] = pool.free.splice(at, 1)
  if (backend) use(backend)
  else pool.waiting.push(use)
}

function give(pool: Pool, backend: Backend): void {
  const next = pool.waiting.shift()
  if (next) next(backend)
  else pool.free.push(backend)
}

function startup(onDone: () => void): (bytes: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0)
  return (bytes) => {
    kept = Buffer.concat([kept, bytes])
    if (kept.length >= 4 && kept.length >= kept.readInt32BE()) onDone()
  }
}

/** Cuts a stream into messages. */
function messages(onMessage: (type: string, message: Buffer) => void): (bytes: Buffer) => void {
  let kept: Buffer = Buffer.alloc(0)
  return (bytes) => {
    kept = kept.length === 0 ? bytes : Buffer.concat([kept, bytes])
    while (kept.length >= HEADER_BYTES) {
      const size = 1 + kept.readInt32BE(1)
      if (kept.length < size) return
      const message = kept.subarray(0, size)
      kept = kept.subarray(size)
      onMessage(String.fromCharCode(message[0]!), message)
    }
  }
}
