import type { Context } from '../../platform/context.ts'
import { sealedColumn } from '../../platform/crypto/sealed-column.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { CustomHeaders } from './schemas.ts'

/** Stands for a value in answers. No header can carry it, so that it is never stored by mistake. */
export const HIDDEN = '•••'

/** What the connection needs or says who sends what; the receiver's own credentials may pass. */
const RESERVED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])
const RESERVED_PREFIXES = ['x-service-', 'webhook-']

// X-Tenant_Key
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/
// Bearer abc 123
const VALUE = /^[\x20-\x7e]*$/

export const HEADERS = sealedColumn({
  table: 'webhooks',
  column: 'headers_sealed',
  holds: 'headers of the receiver, which may be its credentials',
  place: 'webhooks/headers_sealed',
  boundTo: ['id'],
})

interface SealedHeaders {
  headersSealed: string | null
  headerNames: string[]
}

/** Headers as they are stored; throws `invalid_format` on one that is not the caller's to set. */
export function sealHeaders(ctx: Context, id: string, headers: CustomHeaders): SealedHeaders {
  checkHeaders(headers)
  const headerNames = Object.keys(headers)
  if (headerNames.length === 0) return { headersSealed: null, headerNames }
  const headersSealed = HEADERS.at(ctx, id).seal(JSON.stringify(headers))
  return { headersSealed, headerNames }
}

export function openHeaders(
  ctx: Pick<Context, 'house' | 'environment'>,
  id: string,
  sealed: string | null,
): CustomHeaders {
  if (sealed === null) return {}
  return JSON.parse(HEADERS.at(ctx, id).open(sealed)) as CustomHeaders
}

/** The names with their values hidden, as answers show them. */
export function hideValues(names: readonly string[]): CustomHeaders {
  return Object.fromEntries(names.map((name) => [name, HIDDEN]))
}

function checkHeaders(headers: CustomHeaders): void {
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const fault = faultOf(name, value, seen)
    if (fault)
      throw new ApiError('invalid_format', fault, { param: `headers.${name}`.slice(0, 80) })
    seen.add(name.toLowerCase())
  }
}

function faultOf(name: string, value: string, seen: ReadonlySet<string>): string | null {
  const lower = name.toLowerCase()
  if (!NAME.test(name)) return 'This is not the name of a header.'
  if (RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix))) {
    return `${name} is set by the service.`
  }
  if (seen.has(lower)) return `${name} stands twice.`
  return VALUE.test(value) ? null : `The value of ${name} must be printable ASCII.`
}
