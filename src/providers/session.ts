import type { Egress, EgressOutcome } from '../platform/egress/egress.ts'
import { callJson } from '../platform/egress/json/json-client.ts'
import { describeFailure } from '../platform/egress/reasons.ts'
import type { Trace } from '../platform/trace/trace.ts'
import { ProviderFault } from './provider-fault.ts'

/** A call as the log of an integration keeps it: no body, no query, no id of a path. */
export interface LoggedCall {
  at: string
  method: string
  endpoint: string
  status: number | null
  durationMs: number
  error: string | null
}

/** What it takes to call a provider for one integration. */
export interface Session {
  /** Names what is kept in memory for it, such as a token that is good for an hour. */
  id: string
  baseUrl: string
  credentials: Readonly<Record<string, string>>
  egress: Pick<Egress, 'send' | 'locate' | 'checkUrl' | 'isPlainHttpAllowed'>
  trace: Trace
  now: () => number
  /** The calls that were made, in their order. */
  calls: LoggedCall[]
}

export interface ProviderCall {
  method: 'GET' | 'POST' | 'DELETE'
  /** With names in braces for the ids of `ids`: `/customers/{customerId}/accounts`. */
  path: string
  ids?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  json?: unknown
  timeoutMs?: number
  keptBytesMax?: number
}

export interface ProviderResponse {
  status: number
  json: Record<string, unknown>
  /** The body as it came, digit by digit. */
  text: string
}

/** Turns a response other than 2xx into what it means. */
export type FaultReader = (status: number, json: unknown) => ProviderFault

const TIMEOUT_MS = 30_000
const MIB = 1024 * 1024

/** Makes the call and notes it. Throws `ProviderFault` for all but a JSON object of a success. */
export async function callProvider(
  session: Session,
  call: ProviderCall,
  readFault: FaultReader,
): Promise<ProviderResponse> {
  const { method, path, headers = {}, json, timeoutMs = TIMEOUT_MS } = call
  const at = new Date(session.now()).toISOString()
  const outcome = await callJson(session.egress, {
    method,
    url: buildUrl(session, call),
    headers,
    trace: session.trace,
    timeoutMs,
    keptBytesMax: call.keptBytesMax ?? MIB,
    ...(json === undefined ? {} : { json }),
  })
  const fault = findFault(outcome, { timeoutMs, readFault })
  session.calls.push({ at, ...describeCall(session, { method, path }, outcome), error: fault?.code ?? null }) // prettier-ignore
  if (fault !== null) throw fault
  const response = outcome as Extract<typeof outcome, { kind: 'response' }>
  const { status, bodyStart: text } = response
  return { status, text, json: response.json as Record<string, unknown> }
}

function buildUrl({ baseUrl }: Session, { path, ids = {}, query = {} }: ProviderCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!))
  const search = new URLSearchParams(query).toString()
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search === '' ? '' : `?${search}`}`
}

function describeCall(
  { baseUrl }: Session,
  { method, path }: { method: string; path: string },
  outcome: EgressOutcome,
): Omit<LoggedCall, 'at' | 'error'> {
  const status = outcome.kind === 'response' ? outcome.status : null
  return { method, endpoint: new URL(baseUrl).host + path, status, durationMs: outcome.durationMs }
}

const THROTTLED = 429

function findFault(
  outcome: Awaited<ReturnType<typeof callJson>>,
  { timeoutMs, readFault }: { timeoutMs: number; readFault: FaultReader },
): ProviderFault | null {
  if (outcome.kind === 'error') {
    const message = `The provider ${describeFailure(outcome.error, timeoutMs)}.`
    return new ProviderFault({ kind: 'unreachable', code: 'provider_unreachable', message })
  }
  const { status, json, retryAfterSeconds } = outcome
  if (status === THROTTLED)
    return new ProviderFault({
      kind: 'throttled',
      code: 'provider_rate_limited',
      message: 'The provider takes no more calls for now.',
      retryAfterSeconds,
    })
  if (status >= 500)
    return new ProviderFault({
      kind: 'unreachable',
      code: 'provider_unavailable',
      message: `The provider responded with status ${status}.`,
      retryAfterSeconds,
    })
  if (status < 200 || status >= 300) return readFault(status, json)
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? null : toNonsense()
}

/** For a response that lacks what its reference promises. */
export function toNonsense(): ProviderFault {
  const message = 'The provider responded with something that is not what its reference describes.'
  return new ProviderFault({ kind: 'nonsense', code: 'provider_response_invalid', message })
}

/** A text of a response; throws `ProviderFault` where it has none, or one too long to be an id. */
export function requireText(json: Record<string, unknown>, name: string): string {
  const value = json[name]
  const text = typeof value === 'number' ? String(value) : value
  // item-7Hx…; PostgreSQL keeps neither NUL nor half a character
  if (typeof text === 'string' && /^[^\p{Cc}\p{Cs}]{1,2048}$/u.test(text)) return text
  throw toNonsense()
}

/** `ITEM_LOGIN_REQUIRED` of a response; null where what stands there is no code. */
export function findCode(json: unknown, name: string): string | null {
  const value = ((json ?? {}) as Record<string, unknown>)[name]
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[\w.-]{1,80}$/.test(text) ? text : null
}
