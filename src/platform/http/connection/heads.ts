import { ApiError } from '../../errors/api-error.ts'
import type { ErrorCode } from '../../errors/catalogue.ts'

/** Headers of which a second one leaves open which counts; we and a proxy may choose differently. */
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

/** The code of what Node refuses before there is a request. */
export function getConnectionFault({ code }: { code?: string }): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_header'
}
