import { pause } from '../../../transport.ts'
import { HeronError } from '../types.ts'

export interface ApiOptions {
  /** Such as https://app.herondata.io, with or without /api. */
  url: string
  /** `key_…`, as the settings of the Heron account show it. */
  key: string
  /** How long a failed request waits before it is sent again; doubled each time. */
  backoffMs?: number
}

const PARALLEL_MAX = 4
const ATTEMPTS_MAX = 8
const WAIT_MS_MAX = 60_000
const TIMEOUT_MS = 60_000

/** Reads of Heron: a few at a time, no faster than it allows, again when it fails. */
export class Requests {
  readonly #base: string
  readonly #key: string
  readonly #backoffMs: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  /** Nothing is sent before: the window of Heron’s rate limit is used up. */
  #notBefore = 0

  constructor({ url, key, backoffMs = 100 }: ApiOptions) {
    requireKey(url, key)
    this.#base = `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`
    this.#key = key
    this.#backoffMs = backoffMs
  }

  /** Null where there is no such thing. */
  async find<T>(path: string): Promise<T | null> {
    try {
      return await this.get<T>(path)
    } catch (error) {
      if (error instanceof HeronError && error.code === 'not_found') return null
      throw error
    }
  }

  async get<T>(path: string, query: Record<string, string | number> = {}): Promise<T> {
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)])
    const search = new URLSearchParams(entries as [string, string][]).toString()
    const address = `${this.#base}${path}${search === '' ? '' : `?${search}`}`
    await this.#enter()
    try {
      return (await this.#repeat(address)) as T
    } finally {
      this.#leave()
    }
  }

  async #repeat(address: string): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const wait = this.#notBefore - Date.now()
      if (wait > 0) await pause(Math.min(wait, WAIT_MS_MAX))
      const outcome = await this.#tryOnce(address)
      if (!('retryMs' in outcome)) return outcome.body
      if (attempt === ATTEMPTS_MAX) throw new HeronError(outcome.code, outcome.message)
      await pause(outcome.retryMs ?? this.#backoffMs * 2 ** (attempt - 1))
    }
  }

  async #tryOnce(address: string): Promise<{ body: unknown } | Failed> {
    const place = new URL(address).pathname
    try {
      const response = await fetch(address, {
        headers: { 'x-api-key': this.#key, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      this.#noteLimit(response.headers)
      if (response.ok) return { body: JSON.parse(await response.text()) as unknown }
      await response.body?.cancel()
      return failed(response, place)
    } catch (error) {
      if (error instanceof HeronError) throw error
      const message = `Heron sent no whole response for ${place}.`
      return { code: 'unreachable', message, retryMs: null }
    }
  }

  #noteLimit(headers: Headers): void {
    if (headers.get('x-ratelimit-remaining') !== '0') return
    this.#notBefore = Date.now() + readReset(headers.get('x-ratelimit-reset'))
  }

  async #enter(): Promise<void> {
    if (this.#running >= PARALLEL_MAX)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
  }

  /** The place goes to the next that waits, or becomes free. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }
}

interface Failed {
  code: 'unreachable' | 'invalid_response'
  message: string
  /** Null for a wait that grows with each attempt. */
  retryMs: number | null
}

/** Throws what no repetition would change. */
function failed({ status, headers }: Response, place: string): Failed {
  if (status === 401 || status === 403)
    throw new HeronError('unauthorized', `Heron refuses the key (${status}) at ${place}.`)
  if (status === 404) throw new HeronError('not_found', `Heron has nothing at ${place}.`)
  const message = `Heron responds to ${place} with status ${status}.`
  if (status < 500 && status !== 429 && status !== 408)
    throw new HeronError('invalid_response', message)
  const after = headers.get('retry-after')
  const retryMs = after !== null && /^\d+$/.test(after) ? Number(after) * 1_000 : null
  return { code: 'unreachable', message, retryMs: retryMs && Math.min(retryMs, WAIT_MS_MAX) }
}

/** Seconds from now, or since 1970: which one it is follows from its size. */
function readReset(reset: string | null): number {
  const seconds = Number(reset ?? '1')
  if (!Number.isFinite(seconds)) return 1_000
  const ms = seconds > 1e9 ? seconds * 1_000 - Date.now() : seconds * 1_000
  return Math.max(0, Math.min(ms, WAIT_MS_MAX))
}

export const BASIC_AUTH_GUIDE =
  'This is a user name with a password, as Heron’s first clients sent it (Basic authentication). ' +
  'Create a key in Heron under Settings, API Credentials, and give it as HERON_API_KEY. Assay takes ' +
  'keys as "Authorization: Bearer svc_live_…" only; docs/migrate-from-heron.md shows both.'

function requireKey(url: string, key: string): void {
  const { username, protocol } = new URL(url)
  if (username !== '' || /^basic\s/i.test(key) || key.includes(':'))
    throw new HeronError('basic_auth', BASIC_AUTH_GUIDE)
  if (!/^https?:$/.test(protocol))
    throw new HeronError('unreachable', 'The address of Heron begins with https://.')
}
