import { Console } from 'node:console'
import type { Readable } from 'node:stream'

/**
 * Does one request; what it returns must be JSON. A throw ends the child. `requestTime`
 * lets the parent know that the work goes on for so long, up to a limit.
 */
export type Respond = (request: unknown, bytes: Uint8Array, requestTime: RequestTime) => unknown

export type RequestTime = (milliseconds: number) => void

/** What the parent writes: this as one line of JSON, then `sizeBytes` raw bytes. */
export interface RequestHeader {
  id: number
  sizeBytes: number
  request: unknown
}

/**
 * What the child writes: one line of JSON. Id 0 says that the child has loaded and waits. A line
 * with `needsMs` is no result yet, but requests time from now on.
 */
export type ResponseLine = { id: number; value: unknown } | { id: number; needsMs: number }

/** The id of the line that a child writes before its first request. */
export const READY_ID = 0

/**
 * The child's side of the sandbox: serves requests from stdin, one at a time, until it is closed.
 * Nothing is caught: a child that fails dies, and its parent knows whose fault it was.
 */
export async function serveRequests(respond: Respond): Promise<void> {
  // Libraries print; only results may reach stdout.
  globalThis.console = new Console(process.stderr)
  send({ id: READY_ID, value: null })
  const input = new RequestReader(process.stdin)
  for (let header = await input.header(); header; header = await input.header()) {
    const bytes = await input.take(header.sizeBytes)
    const { id, request } = header
    const requestTime: RequestTime = (needsMs) => send({ id, needsMs })
    send({ id, value: (await respond(request, bytes, requestTime)) ?? null })
  }
}

function send(line: ResponseLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const NEWLINE = 0x0a

class RequestReader {
  #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(input: Readable) {
    this.#chunks = input[Symbol.asyncIterator]()
  }

  /** Null at the end of the input. */
  async header(): Promise<RequestHeader | null> {
    let end = this.#rest.indexOf(NEWLINE)
    while (end < 0) {
      if (!(await this.#readMore(1))) return null
      end = this.#rest.indexOf(NEWLINE)
    }
    const line = this.#rest.subarray(0, end).toString('utf8')
    this.#rest = this.#rest.subarray(end + 1)
    return JSON.parse(line) as RequestHeader
  }

  async take(sizeBytes: number): Promise<Uint8Array> {
    const missing = sizeBytes - this.#rest.length
    if (missing > 0 && !(await this.#readMore(missing))) throw new Error('The request is cut off')
    const taken = this.#rest.subarray(0, sizeBytes)
    this.#rest = this.#rest.subarray(sizeBytes)
    return taken
  }

  /** False when the input ends before `sizeBytes` more have come. Joins once: files are large. */
  async #readMore(sizeBytes: number): Promise<boolean> {
    const parts = [this.#rest]
    for (let missing = sizeBytes; missing > 0;) {
      const { value, done } = await this.#chunks.next()
      if (done) return false
      parts.push(value)
      missing -= value.length
    }
    this.#rest = Buffer.concat(parts)
    return true
  }
}
