import type { IncomingMessage, ServerResponse } from 'node:http'

const BODY_BYTES_MAX = 4 * 1024 * 1024
export const BATCH_MAX = 20
const NO_STORE = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** The body of a request; null for one that is too long, of which the rest is not read. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** An error of the transport, in the form that clients of JSON-RPC read. */
export function describeFault(code: string, message: string): object {
  return { jsonrpc: '2.0', id: null, error: { code: -32_000, message, data: { code } } }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  ...[body, headers = {}]: [object, Record<string, string>?]
): void {
  const text = JSON.stringify(body)
  const length = String(Buffer.byteLength(text))
  const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': length }
  // What is left of a refused body must not be taken for the next request.
  const end = status === 413 ? { connection: 'close' } : {}
  response.writeHead(status, { ...NO_STORE, ...type, ...end, ...headers })
  response.end(text)
}

/** Whether the response goes on after its first message; of all calls, a subscription's alone. */
export function isSubscription(served: Response, body: Buffer): boolean {
  return isEvents(served) && body.includes('"subscriptions/listen"')
}

/**
 * The text of what the library returned. It sends one event where one JSON value is meant, which
 * simple clients cannot read.
 */
export async function readServed(served: Response, body: Buffer): Promise<string> {
  const text = await served.text()
  return isEvents(served) ? readEvents(text, isBatch(body)) : text
}

export function sendServed(
  response: ServerResponse,
  { status, headers }: Response,
  text: string,
): void {
  response.writeHead(status, {
    ...NO_STORE,
    ...keptHeaders(headers),
    ...(text === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': String(Buffer.byteLength(text)),
  })
  response.end(text)
}

export async function stream(response: ServerResponse, served: Response): Promise<void> {
  const headers = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
  response.writeHead(served.status, { ...NO_STORE, ...headers })
  const reader = served.body!.getReader()
  response.on('close', () => void reader.cancel().catch(() => {}))
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    response.write(value)
  }
  response.end()
}

function isEvents({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** `event: message`, then `data: {"jsonrpc":…}`: the responses, a list of them for a list. */
function readEvents(text: string, isList: boolean): string {
  const values = text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => line.slice('data: '.length))
  return isList ? `[${values.join(',')}]` : (values.at(-1) ?? '')
}

function isBatch(body: Buffer): boolean {
  return body.toString('latin1', 0, 64).trimStart().startsWith('[')
}

/** Older versions of the protocol take lists of messages; each may be a call of the API. */
export function isLongBatch(body: Buffer): boolean {
  if (!isBatch(body)) return false
  try {
    const messages: unknown = JSON.parse(body.toString())
    return Array.isArray(messages) && messages.length > BATCH_MAX
  } catch {
    return false
  }
}

function keptHeaders(headers: Headers): Record<string, string> {
  const allow = headers.get('allow')
  return allow === null ? {} : { allow }
}
