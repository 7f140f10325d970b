import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import type { OutsideContext } from '../context.ts'
import { ApiError, toErrorBody } from '../errors/api-error.ts'
import type { Download, Reply, Route, ServerSentEvent } from '../route.ts'
import { pick } from '../wire/convert.ts'
import { sparse } from '../wire/sparse.ts'
import type { StoredResponse } from './idempotency.ts'
import { listSchemaFaults } from '../wire/check/validate.ts'

const HEARTBEAT_MS = 15_000

/** The body of an error: it is stored under an idempotency key like any other response. */
export function buildErrorResponse(error: ApiError, ctx: OutsideContext): StoredResponse {
  const body = toErrorBody(error, ctx.requestId, ctx.house.config.publicUrl)
  return { status: error.status, headers: error.details.headers ?? {}, body: JSON.stringify(body) }
}

/**
 * The JSON response of a handler, with only what its schema declares, and of a list only the fields
 * that were requested; null for downloads and streams.
 */
export function buildResponse(
  declared: Route,
  reply: Reply,
  fields: ReadonlySet<string> | null,
): StoredResponse | null {
  if (reply.download || reply.stream) return null
  const status = reply.status ?? declared.status ?? 200
  if (reply.json !== undefined) return { status, headers: reply.headers, body: reply.json }
  const body = declared.shapes.returns ? pick(declared.shapes.returns, reply.body) : null
  return { status, headers: reply.headers, body: JSON.stringify(sparse(body, fields)) }
}

/** The entity tag of a record as GET returns it; PATCH compares it with If-Match. */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/**
 * Throws `version_conflict` when the caller's If-Match is not the tag of the record as it is now.
 */
export function requireMatch(
  ifMatch: string | null,
  declared: Pick<Route, 'shapes'>,
  current: object,
): void {
  if (ifMatch === null || ifMatch === '*') return
  const tag = entityTag(JSON.stringify(pick(declared.shapes.returns!, current)))
  if (ifMatch !== tag) throw new ApiError('version_conflict')
}

/** Throws `version_conflict` when the record is not in the state that the caller has read. */
export type MatchCheck<Record> = (current: Record) => Promise<void>

/** The check of an If-Match against a record as its route shows it. */
export function createMatchCheck<Record>(
  ifMatch: string | null,
  returns: TSchema,
  present: (current: Record) => object | Promise<object>,
): MatchCheck<Record> {
  return async (current) => {
    if (ifMatch === null || ifMatch === '*') return
    requireMatch(ifMatch, { shapes: { returns } }, { data: await present(current) })
  }
}

/** Faults of a response against its schema; tests fail on any. */
export function listResponseFaults(declared: Route, body: unknown): string[] {
  return declared.shapes.returns ? listSchemaFaults(declared.shapes.returns, body) : []
}

export function sendResponse(
  method: string,
  response: StoredResponse,
  reply: FastifyReply,
): unknown {
  reply.headers(response.headers).type('application/json; charset=utf-8').code(response.status)
  // Whoever keeps a response keeps its tag with it.
  if (method === 'GET' && response.status === 200 && !reply.hasHeader('etag'))
    reply.header('etag', entityTag(response.body))
  return reply.send(response.body)
}

export function sendReply(result: Reply, reply: FastifyReply): unknown {
  reply.headers(result.headers)
  if (result.stream) return sendEvents(result.stream, reply)
  return sendDownload(result.download!, result.status ?? 200, reply)
}

function sendDownload(download: Download, status: number, reply: FastifyReply): unknown {
  const name = download.filename === null ? '' : `; ${dispositionName(download.filename)}`
  reply
    .code(status)
    .type(download.contentType)
    .header('content-disposition', `${download.disposition}${name}`)
  // A page of ours brings its own policy; anything else must not run in a browser.
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "sandbox; default-src 'none'")
  if (download.sizeBytes !== undefined) reply.header('content-length', download.sizeBytes)
  return reply.send(download.body)
}

/** RFC 6266: an ASCII name for old readers, the exact one in UTF-8. */
function dispositionName(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const exact = encodeURIComponent(filename).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${exact}`
}

function sendEvents(events: AsyncIterable<ServerSentEvent>, reply: FastifyReply): unknown {
  reply.code(200).type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  return reply.send(Readable.from(frames(events), { objectMode: false, highWaterMark: 1 << 20 }))
}

/** Frames of the stream; a comment every 15 seconds keeps proxies from closing it. */
async function* frames(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<string> {
  yield 'retry: 2000\n\n'
  const source = events[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      const timer = Promise.withResolvers<null>()
      const handle = setTimeout(() => timer.resolve(null), HEARTBEAT_MS)
      const result = await Promise.race([next, timer.promise])
      clearTimeout(handle)
      if (result === null) {
        yield ': heartbeat\n\n'
        continue
      }
      if (result.done) return
      yield formatEvent(result.value)
      next = source.next()
    }
  } finally {
    await source.return?.()
  }
}

function formatEvent({ id, event, data }: ServerSentEvent): string {
  const head = `${id ? `id: ${id}\n` : ''}${event ? `event: ${event}\n` : ''}`
  return `${head}data: ${JSON.stringify(data)}\n\n`
}
