import { AuthenticationError, ConflictError, ServiceError, TimeoutError } from './errors.ts'
import { Resources, VERSION } from './generated/resources.ts'
import {
  SubmissionsResource as GeneratedSubmissions,
  type Submission,
  type SubmissionProcessParams,
  type SubmissionStatusResult,
} from './generated/submissions.ts'
import { Resource, type Call, type Operation } from './resource.ts'
import { pause, type RequestOptions, type TransportSettings } from './transport.ts'

export interface ServiceOptions {
  /** `svc_live_…` or `svc_test_…`; by default SERVICE_API_KEY. */
  apiKey?: string
  /** By default SERVICE_API_URL, or else http://localhost:3100. */
  baseUrl?: string
  /** Of one attempt, in milliseconds; by default 60 seconds, 300 for uploads. */
  timeoutMs?: number
  maxRetries?: number
  fetch?: typeof fetch
  /** Gets a line for each attempt, without keys or bodies. SERVICE_LOG=debug prints them. */
  log?: (line: string) => void
  /** A key in a page is everybody's; a token of a few minutes is not. */
  dangerouslyAllowBrowser?: boolean
}

export interface WaitOptions extends RequestOptions {
  /** Of the whole run; by default 10 minutes. */
  waitMs?: number
  onProgress?: (status: SubmissionStatusResult) => void
}

const FINAL = new Set(['processed', 'review_required', 'reviewed', 'failed'])
const POLL_MS = 1_000
const POLL_MS_MAX = 5_000

export class SubmissionsResource extends GeneratedSubmissions {
  /**
   * Starts processing and waits for its end: over the stream of events, or by polling where a proxy
   * holds streams back. Throws `processing_failed` when the run failed.
   */
  async processAndWait(
    id: string,
    params: SubmissionProcessParams & WaitOptions = {},
  ): Promise<Submission> {
    const {
      waitMs = 600_000,
      onProgress,
      timeoutMs,
      maxRetries,
      headers,
      signal,
      idempotencyKey,
      ...body
    } = params
    const options = dropUndefined({ timeoutMs, maxRetries, headers, signal })
    const deadline = performance.now() + waitMs
    const started = this.process(id, body, dropUndefined({ ...options, idempotencyKey }))
    // Uploads start a run by themselves; that one is waited for.
    await started.catch((error: unknown) => {
      if (!(error instanceof ConflictError && error.code === 'already_processing')) throw error
    })
    const status = await this.#follow(id, { options, deadline, onProgress })
    if (status.status === 'failed') {
      const { code, message } = status.last_error ?? {}
      throw new ServiceError(message ?? 'The run failed.', {
        body: { code: code ?? 'processing_failed' },
      })
    }
    return this.get(id, {}, options)
  }

  async #follow(
    id: string,
    { options, deadline, onProgress }: Waiting,
  ): Promise<SubmissionStatusResult> {
    const note = (status: SubmissionStatusResult) => {
      onProgress?.(status)
      if (FINAL.has(status.status)) return true
      if (performance.now() > deadline)
        throw new TimeoutError('The run did not end in time; it goes on.', { code: 'wait_timeout' })
      return false
    }
    try {
      for await (const { data } of this.events(id, {}, options)) if (note(data)) return data
    } catch (error) {
      if (error instanceof TimeoutError && error.code === 'wait_timeout') throw error
      if (options.signal?.aborted) throw error
    }
    for (let delay = POLL_MS; ; delay = Math.min(POLL_MS_MAX, delay * 1.5)) {
      const status = await this.status(id, {}, options)
      if (note(status)) return status
      await pause(delay, options.signal)
    }
  }
}

interface Waiting {
  options: RequestOptions
  deadline: number
  onProgress: ((status: SubmissionStatusResult) => void) | undefined
}

function dropUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}

/** A client of one copy of the service, with one key. */
export class Service extends Resources {
  override readonly submissions: SubmissionsResource
  readonly #raw: RawCalls

  constructor(options: ServiceOptions = {}) {
    const settings = readSettings(options)
    super(settings)
    this.submissions = new SubmissionsResource(settings)
    this.#raw = new RawCalls(settings)
  }

  /** An endpoint that this version has no method for; `path` begins with /v1. */
  request<T = unknown>(
    verb: string,
    path: string,
    { params, ...options }: RequestOptions & { params?: object } = {},
  ): Call<T> {
    return this.#raw.request<T>({ verb, path, params }, options)
  }
}

class RawCalls extends Resource {
  request<T>(operation: Operation, options?: RequestOptions): Call<T> {
    return this.sendCall<T>(operation, options)
  }
}

function readSettings(options: ServiceOptions): TransportSettings {
  const env =
    (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {}
  const apiKey = options.apiKey ?? env.SERVICE_API_KEY
  if (!apiKey)
    throw new AuthenticationError('Give apiKey, or set SERVICE_API_KEY.', {
      code: 'missing_api_key',
    })
  if ('document' in globalThis && !options.dangerouslyAllowBrowser)
    throw new AuthenticationError('A key in a page is everybody’s: call from a server.', {
      code: 'browser_refused',
    })
  const log = options.log ?? (env.SERVICE_LOG === 'debug' ? print : undefined)
  return {
    apiKey,
    baseUrl: (options.baseUrl ?? env.SERVICE_API_URL ?? 'http://localhost:3100').replace(
      /\/+$/,
      '',
    ),
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 2,
    userAgent: `assay-client-typescript/${VERSION}`,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    log,
  }
}

function print(line: string): void {
  // oxlint-disable-next-line eslint/no-console -- only where the caller set SERVICE_LOG
  console.error(line)
}
