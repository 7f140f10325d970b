import { createServer, type AddressInfo, type Server } from 'node:net'

/** A server that reads a hello and says one thing, as servers do that refuse or are too old. */
export interface FakePostgres {
  url: string
  close(): Promise<void>
}

/** A refusal: its SQLSTATE and message. */
export function refusal(code: string, message: string): Buffer {
  const fields = [`SFATAL`, `VFATAL`, `C${code}`, `M${message}`].map((field) => `${field}\0`)
  return packet('E', Buffer.from(`${fields.join('')}\0`))
}

/** Everybody is welcome to a server of this version. */
export function welcome(version: string): Buffer {
  return Buffer.concat([
    packet('R', Buffer.from([0, 0, 0, 0])),
    packet('S', Buffer.from(`server_version\0${version}\0`)),
    packet('Z', Buffer.from('I')),
  ])
}

/** Listens on a free port; without words it is silent. */
export async function startFakePostgres(words: Buffer | null): Promise<FakePostgres> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (words) socket.once('data', () => socket.write(words))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo
  return { url: `postgresql://assay:hunter2@127.0.0.1:${port}/assay`, close: () => end(server) }
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    setTimeout(resolve, 100).unref()
  })
}

function packet(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
