import { Type, type Static } from 'typebox'
import type { Context } from '../context.ts'
import { sealedColumn, type SealedColumn, type SealedColumnPlan } from '../crypto/sealed-column.ts'
import { ApiError } from '../errors/api-error.ts'

/** Headers that a caller gives for the calls to a receiver; they may be its credentials. */
export const CustomHeaders = Type.Record(Type.String(), Type.String({ maxLength: 1024 }), {
  maxProperties: 20,
})
export type CustomHeaders = Static<typeof CustomHeaders>

/** Stands for a value in responses. No header can carry it, so it is never stored by mistake. */
const HIDDEN = '•••'

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
  'traceparent',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

// X-Tenant_Key
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/
// Bearer abc 123
const VALUE = /^[\x20-\x7e]*$/

/** Which of them a caller may set, and how he names them. */
interface HeaderRules {
  /** The field of the body that brings the headers. */
  param: string
  /** How the names begin, in lower case, that the service sets in these calls itself. */
  ownNames: readonly string[]
}

interface SealedHeaders {
  headersSealed: string | null
  headerNames: string[]
}

/** A column that keeps custom headers, all of a receiver in one value. */
export interface HeadersColumn extends SealedColumn {
  /** As they are stored; throws `invalid_format` on one that is not the caller's to set. */
  sealHeaders(ctx: Owner, id: string, headers: CustomHeaders): SealedHeaders
  /** None for null. */
  openHeaders(ctx: Owner, id: string, sealed: string | null): CustomHeaders
}

type Owner = Pick<Context, 'house' | 'environment'>

/** Declares such a column; `src/sealed.ts` lists it with the others. */
export function headersColumn(plan: SealedColumnPlan, rules: HeaderRules): HeadersColumn {
  const column = sealedColumn(plan)
  return {
    ...column,
    sealHeaders: (ctx, id, headers) => {
      checkHeaders(headers, rules)
      const headerNames = Object.keys(headers)
      if (headerNames.length === 0) return { headersSealed: null, headerNames }
      const headersSealed = column.at(ctx, id).seal(JSON.stringify(headers))
      return { headersSealed, headerNames }
    },
    openHeaders: (ctx, id, sealed) =>
      sealed === null ? {} : (JSON.parse(column.at(ctx, id).open(sealed)) as CustomHeaders),
  }
}

/** The names with their values hidden, as responses show them. */
export function hideValues(names: readonly string[]): CustomHeaders {
  return Object.fromEntries(names.map((name) => [name, HIDDEN]))
}

function checkHeaders(headers: CustomHeaders, { param, ownNames }: HeaderRules): void {
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    const isOwn = RESERVED.has(lower) || ownNames.some((start) => lower.startsWith(start))
    const fault = isOwn ? `${name} is set by the service.` : findFault(name, value)
    const problem = seen.has(lower) ? `${name} stands twice.` : fault
    if (problem) {
      throw new ApiError('invalid_format', problem, { param: `${param}.${name}`.slice(0, 80) })
    }
    seen.add(lower)
  }
}

function findFault(name: string, value: string): string | null {
  if (!NAME.test(name)) return 'This is not the name of a header.'
  if (value === HIDDEN) return `The value of ${name} is never shown: send it again, or none.`
  return VALUE.test(value) ? null : `The value of ${name} must be printable ASCII.`
}
