import { Readable } from 'node:stream'
import { faultPoint } from '../faults.ts'
import { Blocked, createAddressRules, locate, type Resolve } from './addresses.ts'
import { checkUrl, type UrlVerdict } from './check-url.ts'
import type { Client } from './client.ts'
import { createPlainHttpRule } from './plain-http.ts'
import { formatTraceparent, type Trace } from '../trace/trace.ts'
import { toTextHeaders, TimedOut, type HttpMethod, type HttpResponse } from './exchange.ts'

/** One call to somebody else's server. */
export interface EgressRequest {
  method: HttpMethod
  url: string
  /** Those that belong to the connection (`Host`, `Content-Length`, `Cookie`, …) are left out. */
  headers: Record<string, string>
  /** Of whatever makes the call; the other side gets it as `traceparent`. */
  trace: Trace
  body?: Buffer
  /** Of all: look-up, connection, request and response. */
  timeoutMs: number
  /** How much of the response's body is kept; a kilobyte by default, 32 MiB at most. */
  keptBytesMax?: number
}

/** Why nothing came back. To the outside, `blocked` reads as the same as `refused`. */
export type EgressError = 'timeout' | 'dns' | 'tls' | 'refused' | 'blocked' | 'http_error'

/** What came back, of the body only its start, see `keptBytesMax`. */
export type EgressOutcome =
  | {
      kind: 'response'
      status: number
      headers: Record<string, string>
      bodyStart: string
      durationMs: number
    }
  | { kind: 'error'; error: EgressError; durationMs: number }

/** A file to get from somebody else's server. */
export interface Download<T> {
  url: string
  trace: Trace
  timeoutMs: number
  take: (body: Readable, headers: Record<string, string>) => Promise<T>
}

export type DownloadOutcome<T> =
  | { kind: 'taken'; taken: T }
  | { kind: 'refused'; status: number }
  | { kind: 'error'; error: EgressError }

/** An address that may be connected to, or why there is none. */
export type Located = { kind: 'found'; address: string } | { kind: 'error'; error: EgressError }

/** The only way out: every call is checked for where it really goes. */
export interface Egress {
  /** Never throws for what the other side does. Redirects are responses and not followed. */
  send(wanted: EgressRequest): Promise<EgressOutcome>
  /**
   * Gets a file and hands its bytes to `take` as they come; a response other than 200 is not taken.
   * Throws only what `take` throws.
   */
  download<T>(wanted: Download<T>): Promise<DownloadOutcome<T>>
  /**
   * Where a host is, for a connection that speaks no HTTP: its address, looked up once and checked.
   * Whoever connects uses this address, never the name again.
   */
  locate(hostname: string): Promise<Located>
  /** Whether a URL could be sent to, as far as its text shows. */
  checkUrl(url: string): UrlVerdict
  /** Whether a URL that could be sent to may be so without TLS. */
  isPlainHttpAllowed(url: string): boolean
  close(): Promise<void>
}

/** How the world is reached. */
export interface EgressSettings {
  /** Ranges that are open although they are not public, such as `127.0.0.0/8`. */
  allowCidrs: readonly string[]
  /** Hosts that may be sent to without TLS; `*` for all, none by default. */
  allowHttp?: readonly string[]
  /** Default: the system's resolver. */
  resolve?: Resolve
}

const KEPT_BYTES_DEFAULT = 1024
const USER_AGENT = 'Assay'

/** Headers that say how the connection is used, or for whom; they are never the caller's to set. */
const WITHHELD_HEADERS = [
  'connection',
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'traceparent',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Error codes of Node, OpenSSL and undici by what they mean; the first that fits counts. */
const ERROR_CODES: { pattern: RegExp; error: EgressError }[] = [
  // UND_ERR_CONNECT_TIMEOUT, ETIMEDOUT
  { pattern: /TIMEOUT|ETIMEDOUT/, error: 'timeout' },
  // ENOTFOUND, EAI_AGAIN, ESERVFAIL
  { pattern: /^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_.*)$/, error: 'dns' },
  // ERR_TLS_CERT_ALTNAME_INVALID, ERR_SSL_…, DEPTH_ZERO_SELF_SIGNED_CERT, CERT_HAS_EXPIRED, EPROTO
  { pattern: /^ERR_(TLS|SSL)|CERT|UNABLE_TO|EPROTO/, error: 'tls' },
  // ECONNREFUSED, EHOSTUNREACH
  { pattern: /^(ECONN.*|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EPERM)$/, error: 'refused' },
]

/** A client that reaches public addresses, and of the others only those the operator opened. */
export function createEgress({ allowCidrs, allowHttp = [], resolve }: EgressSettings): Egress {
  const rules = createAddressRules(allowCidrs)
  let client: Promise<Client> | null = null
  // Loaded with the first call: it costs a tenth of a second, which a start need not spend.
  const open = (): Promise<Client> =>
    (client ??= import('./client.ts').then(({ openClient }) => openClient(rules, resolve)))
  return {
    checkUrl: (url) => checkUrl(url, rules),
    locate: (hostname) =>
      locate(hostname, rules, resolve).then(
        ([first]): Located => ({ kind: 'found', address: first!.address }),
        (error: unknown): Located => ({ kind: 'error', error: classifyError(error) }),
      ),
    isPlainHttpAllowed: createPlainHttpRule({ allowCidrs, allowHttp }),
    send: async (wanted) => {
      const startedAt = performance.now()
      const isAllowed = checkUrl(wanted.url, rules).ok
      const result = isAllowed ? await tryRequest(wanted, await open()) : BLOCKED
      await faultPoint('egress.responded')
      return { ...result, durationMs: Math.round(performance.now() - startedAt) }
    },
    download: async (wanted) =>
      checkUrl(wanted.url, rules).ok ? tryDownload(wanted, await open()) : BLOCKED,
    close: async () => (await client)?.close(),
  }
}

type WithoutDuration<T> = T extends unknown ? Omit<T, 'durationMs'> : never
type Result = WithoutDuration<EgressOutcome>

const BLOCKED = { kind: 'error', error: 'blocked' } as const

async function tryRequest(wanted: EgressRequest, client: Client): Promise<Result> {
  const { method, url, body = null, timeoutMs, keptBytesMax = KEPT_BYTES_DEFAULT } = wanted
  const headers = outgoingHeaders(wanted.headers, wanted.trace)
  const endsAtMs = performance.now() + timeoutMs
  const once = (): Promise<HttpResponse> => {
    const leftMs = endsAtMs - performance.now()
    return client.exchange({ method, url, headers, body, timeoutMs: leftMs, keptBytesMax })
  }
  try {
    const response = await once().catch((error: unknown) => {
      if (isLeftOver(error)) return once()
      throw error
    })
    // PostgreSQL keeps no NUL in text.
    const bodyStart = response.bodyStart.toString('utf8').replaceAll('\u0000', '')
    return { kind: 'response', status: response.status, headers: response.headers, bodyStart }
  } catch (error) {
    return { kind: 'error', error: error instanceof TimedOut ? 'timeout' : classifyError(error) }
  }
}

async function tryDownload<T>(wanted: Download<T>, client: Client): Promise<DownloadOutcome<T>> {
  const { url, trace, timeoutMs, take } = wanted
  const signal = AbortSignal.timeout(timeoutMs)
  const fault = (error: unknown): DownloadOutcome<T> => ({
    kind: 'error',
    error: signal.aborted ? 'timeout' : classifyError(error),
  })
  const headers = outgoingHeaders({}, trace)
  const response = await client.request(url, { headers, signal }).catch(fault)
  if ('kind' in response) return response
  const { statusCode: status, body } = response
  if (status !== 200) {
    await body.dump()
    return { kind: 'refused', status }
  }
  let broken: unknown = null
  const watched = Readable.from(watch(body, (error) => (broken = error)))
  try {
    return { kind: 'taken', taken: await take(watched, toTextHeaders(response.headers)) }
  } catch (error) {
    if (broken !== null) return fault(broken)
    throw error
  }
}

/** Distinguishes a connection that breaks off from a taker that has had enough. */
async function* watch(
  body: AsyncIterable<Buffer>,
  onBroken: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    onBroken(error)
    throw error
  }
}

function outgoingHeaders(headers: Record<string, string>, trace: Trace): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => {
    return !WITHHELD_HEADERS.includes(name.toLowerCase())
  })
  const isNamed = own.some(([name]) => name.toLowerCase() === 'user-agent')
  return {
    ...(isNamed ? {} : { 'user-agent': USER_AGENT }),
    ...Object.fromEntries(own),
    traceparent: formatTraceparent(trace),
  }
}

/**
 * The connection had served a call before and was closed when this one came: its server had done
 * with it, which shows nothing of how it would respond.
 */
function isLeftOver(error: unknown): boolean {
  const { code, socket } = error as { code?: string; socket?: { bytesRead: number } }
  return code === 'UND_ERR_SOCKET' && socket !== undefined && socket.bytesRead > 0
}

/** What an error of Node, OpenSSL or undici means. */
export function classifyError(error: unknown): EgressError {
  if (error instanceof Blocked) return 'blocked'
  const { code = '' } = error as { code?: string }
  return ERROR_CODES.find(({ pattern }) => pattern.test(code))?.error ?? 'http_error'
}
