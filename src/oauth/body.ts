import type { IncomingMessage } from 'node:http'

const BYTES_MAX = 64 * 1024
const TIMEOUT_MS = 10_000

/** The body of a request; null when it is longer than any of these needs, or slower. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  const timer = setTimeout(() => request.destroy(), TIMEOUT_MS)
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      length += part.length
      if (length > BYTES_MAX) return null
      parts.push(part)
    }
    return Buffer.concat(parts).toString('utf8')
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** A JSON value, or undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
