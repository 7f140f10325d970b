import type { Dispatcher } from 'undici'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One request, and how much of its response is wanted. */
export interface Call {
  method: HttpMethod
  url: string
  headers: Record<string, string>
  body: Buffer | null
  /** Of all: waiting for a connection, request and response. */
  timeoutMs: number
  keptBytesMax: number
}

export interface HttpResponse {
  status: number
  headers: Record<string, string>
  /**
   * The start; what follows is read so that the connection can be kept, up to a megabyte in all, or
   * to what is wanted.
   */
  bodyStart: Buffer
}

export class TimedOut extends Error {}

const READ_BYTES_MAX = 1024 * 1024
const KEPT_BYTES_MAX = 32 * READ_BYTES_MAX

/**
 * Sends a request and keeps the start of its response. Handles what comes as it comes: streams of
 * undici's `request` cost as much as the exchange itself. Throws undici's errors and `TimedOut`.
 */
export function exchange(dispatcher: Dispatcher, call: Call): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  let controller: Dispatcher.DispatchController | null = null
  let end: (() => void) | null = null
  const finish = (settle: () => void): void => {
    if (end) return
    end = settle
    clearTimeout(timer)
    settle()
  }
  const cutOff = (settle: () => void): void => {
    finish(settle)
    controller?.abort(new TimedOut())
  }
  const timer = setTimeout(() => cutOff(() => reject(new TimedOut())), call.timeoutMs)
  const head = { status: 0, headers: {} }
  const keptBytesMax = Math.min(call.keptBytesMax, KEPT_BYTES_MAX)
  const readBytesMax = Math.max(READ_BYTES_MAX, keptBytesMax)
  const kept = keeper(keptBytesMax)
  const succeed = (): void => resolve({ ...head, bodyStart: kept.start() })
  dispatcher.dispatch(toDispatchOptions(call), {
    onRequestStart: (own) => {
      controller = own
      // It waited for a connection until its time was over.
      if (end) own.abort(new TimedOut())
    },
    onResponseStart: (_, status, headers) => {
      // An informational response before the real one, such as 103.
      if (status < 200) return
      head.status = status
      head.headers = toTextHeaders(headers)
    },
    onResponseData: (_, chunk) => {
      if (kept.add(chunk) > readBytesMax) cutOff(succeed)
    },
    onResponseEnd: () => finish(succeed),
    onResponseError: (_, error) => finish(() => reject(error)),
  })
  return promise
}

function toDispatchOptions({ url, method, headers, body }: Call): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search, method, headers, body }
}

export function toTextHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

interface Keeper {
  /** Returns how many bytes have come. */
  add(chunk: Buffer): number
  start(): Buffer
}

function keeper(keptBytesMax: number): Keeper {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  return {
    add: (chunk) => {
      if (sizeBytes < keptBytesMax) chunks.push(chunk.subarray(0, keptBytesMax - sizeBytes))
      sizeBytes += chunk.length
      return sizeBytes
    },
    start: () => Buffer.concat(chunks),
  }
}
