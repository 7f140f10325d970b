import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { requestId } from '../../crypto/tokens.ts'
import { ApiError, toErrorBody } from '../../errors/api-error.ts'

/** Headers of which a second one leaves open which counts: a proxy may choose the other. */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'x-api-key',
  'content-type',
  'content-length',
  'content-encoding',
  'idempotency-key',
  'origin',
  'x-service-lenient',
])

/** Throws `invalid_header` for a header that stands twice; names and values in turn, as sent. */
export function refuseRepeated(rawHeaders: readonly string[]): void {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (!SINGLE.has(name)) continue
    if (seen.has(name)) throw refusal(rawHeaders[index]!)
    seen.add(name)
  }
}

function refusal(name: string): ApiError {
  const headers = { connection: 'close' }
  return new ApiError('invalid_header', `${name} stands twice.`, { param: name, headers })
}

/** A body that a proxy may end elsewhere can hide a request: only plain chunks are read. */
export function refuseCodings(coding: string | undefined): void {
  if (coding === undefined || coding.toLowerCase() === 'chunked') return
  throw new ApiError('invalid_json', 'A body comes with Content-Length or in plain chunks.', {
    headers: { connection: 'close' },
  })
}

/** Responds to what Node refuses before there is a request: no HTTP, or a head without end. */
export function refuseConnection(
  publicUrl: string,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const failure = toConnectionFault(error)
  const body = JSON.stringify(toErrorBody(failure, requestId(), publicUrl))
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n` +
      'Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    // A caller who goes on sending would otherwise keep the connection half open.
    () => socket.destroy(),
  )
}

function toConnectionFault({ code }: { code?: string }): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout')
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large')
  return new ApiError('invalid_header', 'The request is not well-formed HTTP/1.1.')
}
