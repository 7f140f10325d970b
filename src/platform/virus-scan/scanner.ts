import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { ApiError } from '../errors/api-error.ts'

/** Looks at files before anybody keeps them. */
export interface VirusScanner {
  /**
   * Throws `infected_file` with the name of what was found, and `scanner_unavailable` when nothing
   * can be said: a file that was not looked at is not kept.
   */
  check(bytes: Buffer): Promise<void>
}

const TIMEOUT_MS = 60_000
const CHUNK_BYTES = 256 * 1024

/** A scanner that speaks to clamd (`INSTREAM`), at `tcp://host:port` or `unix:///path`. */
export function createVirusScanner(address: string): VirusScanner {
  return {
    check: async (bytes) => {
      const verdict = await requestScan(address, bytes).catch((error: unknown) => {
        throw unavailable(error)
      })
      // stream: Eicar-Test-Signature FOUND
      const found = /^stream: (.+) FOUND$/.exec(verdict)?.[1]
      if (found !== undefined)
        throw new ApiError('infected_file', `The file holds ${found}.`, { param: 'file' })
      if (verdict !== 'stream: OK') throw unavailable(new Error(`The scanner said: ${verdict}`))
    },
  }
}

/** The length of each chunk and the chunk, an empty one at the end; one line comes back. */
async function requestScan(address: string, bytes: Buffer): Promise<string> {
  const socket = open(new URL(address))
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The scanner does not respond')))
  let response = ''
  socket.setEncoding('utf8').on('data', (text: string) => (response += text))
  const ended = once(socket, 'close')
  socket.write('zINSTREAM\0')
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const chunk = bytes.subarray(start, start + CHUNK_BYTES)
    socket.write(encodeLength(chunk))
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), ended])
  }
  socket.write(encodeLength(Buffer.alloc(0)))
  await ended
  return response.replace(/\0$/, '')
}

function open({ protocol, hostname, port, pathname }: URL): Socket {
  return protocol === 'unix:' ? connect(pathname) : connect(Number(port), hostname)
}

function encodeLength({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('scanner_unavailable', undefined, { cause, headers: { 'retry-after': '5' } })
}
