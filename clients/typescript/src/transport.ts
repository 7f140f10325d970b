import { ConnectionError, ServiceError, TimeoutError, toError } from './errors.ts'

export interface RequestOptions {
  /** Kept over retries, so that a call whose response was lost is not carried out twice. */
  idempotencyKey?: string
  /** Of one attempt, until the last byte of its response. */
  timeoutMs?: number
  maxRetries?: number
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** What a response says beside its data. */
export interface ResponseInfo {
  status: number
  headers: Headers
  /** What the operator of the service finds the request by. */
  requestId: string | undefined
  /** The response of an earlier call with the same idempotency key. */
  idempotentReplayed: boolean
  rateLimit: { limit: number; remaining: number; reset: number } | undefined
  /** Attempts before this one. */
  retries: number
}

/** Bytes of a body that can be sent once more, or a stream that cannot. */
export interface Outgoing {
  content: () => string | FormData | ReadableStream<Uint8Array>
  contentType?: string
  isOnce?: boolean
}

export interface Attempt {
  verb: string
  path: string
  body?: Outgoing | undefined
  accept?: string
  /** Returns when the headers have come; the body is the caller's to read. */
  isStream?: boolean
}

export interface TransportSettings {
  apiKey: string
  baseUrl: string
  timeoutMs: number
  maxRetries: number
  userAgent: string
  fetch: typeof fetch
  log: ((line: string) => void) | undefined
}

export interface Received {
  info: ResponseInfo
  bytes: Uint8Array<ArrayBuffer>
  response: Response
}

const RETRIED = new Set([408, 429, 500, 502, 503, 504])
const BACKOFF_MS = 500
const BACKOFF_MS_MAX = 8_000
const RETRY_AFTER_MS_MAX = 60_000

/** Sends a request until it has a response that a further attempt would not change. */
export async function send(
  settings: TransportSettings,
  attempt: Attempt,
  options: RequestOptions = {},
): Promise<Received> {
  const headers = buildHeaders(settings, attempt, options)
  const retriesMax = attempt.body?.isOnce ? 0 : (options.maxRetries ?? settings.maxRetries)
  for (let retries = 0; ; retries += 1) {
    const startedAt = performance.now()
    const outcome = await tryOnce({ settings, attempt, options, headers, retries })
    const ms = Math.round(performance.now() - startedAt)
    settings.log?.(`${attempt.verb} ${attempt.path} → ${describe(outcome)} in ${ms} ms`)
    if (!(outcome instanceof ServiceError)) return outcome
    const delay = findDelay(outcome, retries)
    if (retries >= retriesMax || delay === null || options.signal?.aborted) throw outcome
    await pause(delay, options.signal)
  }
}

interface Try {
  settings: TransportSettings
  attempt: Attempt
  options: RequestOptions
  headers: Record<string, string>
  retries: number
}

async function tryOnce({
  settings,
  attempt,
  options,
  headers,
  retries,
}: Try): Promise<Received | ServiceError> {
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs
  const timer = new AbortController()
  const handle = setTimeout(() => timer.abort(), timeoutMs)
  const signals = [timer.signal, ...(options.signal ? [options.signal] : [])]
  try {
    const response = await settings.fetch(settings.baseUrl + attempt.path, {
      method: attempt.verb,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any(signals),
      ...(attempt.body ? { body: attempt.body.content(), duplex: 'half' } : {}),
    } as RequestInit)
    const isRead = attempt.isStream && response.ok
    const bytes = isRead ? new Uint8Array() : new Uint8Array(await response.arrayBuffer())
    if (response.ok) return { info: readInfo(response, retries), bytes, response }
    const text = new TextDecoder().decode(bytes)
    if (response.status >= 300 && response.status < 400) return redirected(response)
    return toError(response.status, response.headers, text)
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    const place = `${attempt.verb} ${attempt.path}`
    if (timer.signal.aborted)
      return new TimeoutError(`${place} took longer than ${timeoutMs} ms.`, { code: 'timeout' })
    return new ConnectionError(`${place} got no whole response.`, {
      code: 'connection_failed',
      cause,
    })
  } finally {
    clearTimeout(handle)
  }
}

function redirected({ status, headers }: Response): ServiceError {
  const message = 'The service redirected the request; check the base URL.'
  return new ServiceError(message, { status, headers, code: 'unexpected_redirect' })
}

function buildHeaders(
  settings: TransportSettings,
  { verb, body, accept }: Attempt,
  { idempotencyKey, headers }: RequestOptions,
): Record<string, string> {
  const isWrite = verb === 'POST' || verb === 'PUT' || verb === 'PATCH'
  return {
    accept: accept ?? 'application/json',
    'user-agent': settings.userAgent,
    ...(body?.contentType ? { 'content-type': body.contentType } : {}),
    ...(isWrite ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {}),
    ...headers,
    authorization: `Bearer ${settings.apiKey}`,
  }
}

/** Milliseconds until the next attempt; null when there should be none. */
function findDelay(error: ServiceError, retries: number): number | null {
  const { status, headers } = error
  const after = readRetryAfter(headers?.get('retry-after') ?? null)
  const isLost = error instanceof ConnectionError
  if (!isLost && !(status && RETRIED.has(status)) && !(status === 409 && after !== null))
    return null
  if (after !== null) return after <= RETRY_AFTER_MS_MAX ? after : null
  return Math.random() * Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** retries)
}

/** Seconds or a date, as milliseconds from now. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function readInfo({ status, headers }: Response, retries: number): ResponseInfo {
  const read = (name: string) => Number(headers.get(`x-ratelimit-${name}`))
  return {
    status,
    headers,
    requestId: headers.get('x-request-id') ?? undefined,
    idempotentReplayed: headers.get('idempotent-replayed') === 'true',
    rateLimit: headers.has('x-ratelimit-limit')
      ? { limit: read('limit'), remaining: read('remaining'), reset: read('reset') }
      : undefined,
    retries,
  }
}

function describe(outcome: Received | ServiceError): string {
  if (outcome instanceof ServiceError) return `${outcome.status ?? ''} ${outcome.code}`.trim()
  return `${outcome.info.status} ${outcome.info.requestId ?? ''}`.trim()
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const handle = setTimeout(resolve, ms)
    const stop = () => (clearTimeout(handle), reject(signal!.reason as Error))
    signal?.addEventListener('abort', stop, { once: true })
  })
}
