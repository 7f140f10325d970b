import { pipeline, type Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding, compress, createCompressor, getPrebuilt, type Coding } from './codings.ts'

/** What a handler or an error sends; null where there is no body. */
export type Payload = string | Buffer | Readable | null | undefined

/** Smaller bodies gain nothing: they are one packet either way. */
const BYTES_MIN = 1024

/** Kinds of text; events must leave when they happen and are never held back. */
const TEXTS = [
  /^text\/(?!event-stream)/,
  /^application\/(?:[\w.+-]+\+)?(?:json|xml)\b/,
  /^(?:application\/x-ndjson|image\/svg\+xml)/,
]

/**
 * The last thing that happens to a response: it is 304 if the caller has it already, is compressed
 * if the caller takes that, and loses its body if only the head was requested.
 */
export async function finishResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
): Promise<Payload> {
  if (payload === null || payload === undefined) return payload
  const coding = pickCoding(request, reply, payload)
  const ready = coding && Buffer.isBuffer(payload) ? getPrebuilt(payload, coding) : undefined
  if (coding) markTag(reply, ready ? `${coding}-max` : coding)
  if (isHeld(request, reply)) return withoutBody(reply.code(304), payload)
  if (coding) reply.header('content-encoding', coding)
  if (isStream(payload)) return finishStream(request, reply, { payload, coding })
  if (!coding) return payload
  const plain = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
  const coded = ready ?? (await compress(coding, plain))
  reply.header('content-length', coded.length)
  return coded
}

/** The coding for a text that is worth it. */
function pickCoding(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer | Readable,
): Coding | null {
  const type = reply.getHeader('content-type')
  if (typeof type !== 'string' || !TEXTS.some((one) => one.test(type))) return null
  addVary(reply, 'Accept-Encoding')
  return isShort(reply, payload) ? null : chooseCoding(request.headers['accept-encoding'])
}

/** What only the head was requested of is not made, so its length stays unknown. */
function finishStream(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { payload, coding }: { payload: Readable; coding: Coding | null },
): Readable | null {
  if (coding) reply.removeHeader('content-length')
  if (method === 'HEAD') return dropStream(payload)
  // An error of the source destroys the compressor, whose error ends the response.
  return coding ? pipeline(payload, createCompressor(coding), () => {}) : payload
}

function dropStream(payload: Readable): null {
  payload.on('error', () => {}).destroy()
  return null
}

/** Adds a header that responses of this address depend on. */
export function addVary(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others === undefined ? name : `${String(others)}, ${name}`)
}

function isStream(payload: string | Buffer | Readable): payload is Readable {
  return typeof payload !== 'string' && !Buffer.isBuffer(payload)
}

function isShort(reply: FastifyReply, payload: string | Buffer | Readable): boolean {
  if (!isStream(payload)) return payload.length < BYTES_MIN
  const length = reply.getHeader('content-length')
  return length !== undefined && Number(length) < BYTES_MIN
}

/** Other bytes have another tag (RFC 9110 §8.8.1); no tag of ours contains a dot. */
function markTag(reply: FastifyReply, mark: string): void {
  const tag = reply.getHeader('etag')
  if (typeof tag === 'string') reply.header('etag', tag.replace(/"$/, `.${mark}"`))
}

/** A tag as the uncompressed response has it: If-Match speaks of the record, not of its bytes. */
export function plainTag(tag: string): string {
  return tag.replace(/^W\//, '').replace(/\.(?:br|gzip)(?:-max)?"$/, '"')
}

/** Whether If-None-Match names what would be sent. */
function isHeld({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const given = headers['if-none-match']
  const tag = reply.getHeader('etag')
  if (given === undefined || typeof tag !== 'string' || reply.statusCode !== 200) return false
  if (method !== 'GET' && method !== 'HEAD') return false
  const held = given.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return held.some((one) => one === '*' || one === tag)
}

function withoutBody(reply: FastifyReply, payload: string | Buffer | Readable): null {
  reply.removeHeader('content-length')
  return isStream(payload) ? dropStream(payload) : null
}
