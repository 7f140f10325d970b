import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'

/** A scanner of viruses that knows one of them, and speaks as clamd does. */
export interface Clamd {
  address: string
  /** Bytes of each stream that it was sent. */
  scanned: number[]
  /** The reply to every stream from now on; null looks at the stream. */
  response: string | null
}

/** What every scanner must find, and no file is by chance (eicar.org), in two parts. */
export const EICAR = [
  String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}`,
  '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** For the tests of a file or suite. */
export function useClamd(): Clamd {
  const clamd: Clamd = { address: '', scanned: [], response: null }
  const server = createServer((socket) => void serve(clamd, socket))
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    clamd.address = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => void server.close())
  return clamd
}

async function serve(clamd: Clamd, socket: Socket): Promise<void> {
  let bytes = Buffer.alloc(0)
  socket.on('error', () => {})
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer])
    const stream = readStream(bytes)
    if (stream === null) continue
    clamd.scanned.push(stream.length)
    const found = stream.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK'
    socket.end(`${clamd.response ?? found}\0`)
  }
}

const COMMAND = 'zINSTREAM\0'

/** The bytes of a whole stream; null until the empty chunk that ends it. */
function readStream(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, COMMAND.length).equals(Buffer.from(COMMAND))) return null
  const chunks: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
