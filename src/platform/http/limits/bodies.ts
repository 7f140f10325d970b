import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/api-error.ts'
import type { Route, SentRequest } from '../../route.ts'
import { MAIL_MIB_MAX } from './mail-form.ts'
import { readJson, readPayloadJson, requireUtf8, type PayloadBody } from '../../wire/strict-json.ts'

const MIB = 1024 * 1024
const MIB_DEFAULT = 1
/** Of JSON, on the routes that take many rows or a file. */
const MIB_MAX = 10
const NDJSON_MIB_MAX = 64
/** Of the payload of a provider: a year of a busy account, with all that it says of each row. */
const PAYLOAD_MIB_MAX = 25
const NDJSON = 'application/x-ndjson'
const MAIL = 'message/rfc822'
const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 64 * 1024

/** A JSON body of a route that takes payloads: as it was sent, and as it reads. */
export class SentPayload {
  readonly bytes: Buffer
  readonly read: PayloadBody

  constructor(bytes: Buffer, read: PayloadBody) {
    this.bytes = bytes
    this.read = read
  }
}

/** Bytes of JSON that any route reads at most. */
export const JSON_BYTES_MAX = MIB_MAX * MIB

/**
 * Bytes that a route reads: 1 MiB of JSON, 10 where it takes many rows or a file, 25 of a payload.
 */
export function readBodyLimit({ hasLargeBody, consumes = 'json' }: Route): number {
  if (consumes === 'payload') return PAYLOAD_MIB_MAX * MIB
  return hasLargeBody === true || (consumes !== 'json' && consumes !== 'signed')
    ? JSON_BYTES_MAX
    : MIB_DEFAULT * MIB
}

/** The JSON of requests whose route reads more than its value. */
const sentBytes = new WeakMap<FastifyRequest, Buffer>()

/** The bytes of a JSON body as they came, with headers that stand once. */
export function readSent(request: FastifyRequest, names: readonly string[]): SentRequest {
  const found = names.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { bytes: sentBytes.get(request) ?? Buffer.alloc(0), headers: Object.fromEntries(found) }
}

/**
 * JSON is parsed in turns with other requests; NDJSON stays bytes until its lines are wanted, XML
 * until its reader has it.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json/,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      requireCharset(request)
      if (body.length === 0) return undefined
      if (request.routeOptions.config.keepsBytes) sentBytes.set(request, body)
      if (!request.routeOptions.config.isPayload) return readJson(body)
      return new SentPayload(body, await readPayloadJson(body))
    },
  )
  app.addContentTypeParser(
    /^(?:application|text)\/xml/,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      requireCharset(request)
      requireUtf8(body)
      return body
    },
  )
  app.addContentTypeParser(
    NDJSON,
    { parseAs: 'buffer', bodyLimit: NDJSON_MIB_MAX * MIB },
    async (request: FastifyRequest, body: Buffer) => {
      requireCharset(request)
      requireUtf8(body)
      return body
    },
  )
  app.addContentTypeParser(
    MAIL,
    { parseAs: 'buffer', bodyLimit: MAIL_MIB_MAX * MIB },
    async (_request: FastifyRequest, body: Buffer) => body,
  )
  app.addContentTypeParser(
    FORM,
    { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX },
    async (_request: FastifyRequest, body: Buffer) => {
      requireUtf8(body)
      return new URLSearchParams(body.toString())
    },
  )
}

// application/json; charset="utf-8"
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i

function requireCharset({ headers }: FastifyRequest): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  const message = `The body must be in UTF-8; the charset ${charset.slice(0, 40)} is not read.`
  throw new ApiError('invalid_json', message, { param: 'Content-Type' })
}

/** A body that is longer than its route reads, with how long it may be. */
export function payloadTooLarge({ headers, routeOptions }: FastifyRequest): ApiError {
  const type = headers['content-type'] ?? ''
  const own = { [NDJSON]: NDJSON_MIB_MAX, [MAIL]: MAIL_MIB_MAX }
  const [, known] = Object.entries(own).find(([name]) => type.startsWith(name)) ?? []
  const mib = known ?? (routeOptions.bodyLimit ?? JSON_BYTES_MAX) / MIB
  return new ApiError('payload_too_large', `The body may have at most ${mib} MiB here.`)
}
