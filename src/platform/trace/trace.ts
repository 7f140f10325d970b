import { randomUUIDv7 } from '../crypto/tokens.ts'

/**
 * The place of a request or a job in a trace, as W3C Trace Context has it: whatever one request
 * causes, in this service and beyond, carries the same trace id.
 */
export interface Trace {
  /** 32 hex digits. */
  traceId: string
  /** 16 hex digits, of this request or job. */
  spanId: string
  /** Two hex digits. */
  flags: string
}

// 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)
/** Whether whoever began the trace records it, and whether its id was drawn at random. */
const KNOWN_FLAGS = 0x03

/** Reads a header `traceparent`; null where it is none, as the W3C's rules have it. */
export function parseTraceparent(header: unknown): Trace | null {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    typeof header === 'string' ? (FORM.exec(header) ?? []) : []
  if (version === undefined || version === 'ff') return null
  // A later version may say more behind what we know.
  if (version === '00' && more !== undefined) return null
  if (traceId === NO_TRACE || spanId === NO_SPAN) return null
  const known = Number.parseInt(flags, 16) & KNOWN_FLAGS
  return { traceId, spanId, flags: known.toString(16).padStart(2, '0') }
}

export function formatTraceparent({ traceId, spanId, flags }: Trace): string {
  return `00-${traceId}-${spanId}-${flags}`
}

/**
 * The trace of a request or job with this id: that of its cause, or a new one. Both follow from the
 * id, so nothing has to remember them: without a cause, the trace id is the id's own digits.
 */
export function continueTrace(cause: unknown, id: string = randomUUIDv7()): Trace {
  // req_0193a2f45c1e7b529d7e2f6a4c1d8e90, 0193a2f4-5c1e-7b52-9d7e-2f6a4c1d8e90
  const digits = id.replaceAll('-', '').slice(-32)
  const { traceId = digits, flags = '00' } = parseTraceparent(cause) ?? {}
  return { traceId, spanId: digits.slice(16), flags }
}
