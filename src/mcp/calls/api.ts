export interface ApiRequest {
  method: string
  /** From the root of the API, with its query. */
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

export interface ApiResponse {
  status: number
  headers: Record<string, unknown>
  body: unknown
}

/** Sends a request to the API: over HTTP, or within the process that serves it. */
export type SendToApi = (request: ApiRequest) => Promise<ApiResponse>

/** The API cannot be reached at its address. */
export class UnreachableError extends Error {}

const TIMEOUT_MS = 60_000

/**
 * Over HTTP, to the one address that the operator set, with what every Node.js has: on the machine
 * of an agent there is nothing else.
 */
export function sendOverHttp(apiUrl: string): SendToApi {
  const base = apiUrl.replace(/\/+$/, '')
  return async ({ method, path, headers, body }) => {
    const sent = body === undefined ? {} : { body: toBody(body) }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const init = { method, headers, ...sent, redirect: 'manual', signal } as const
    const response = await fetch(`${base}${path}`, init).catch((error: unknown) => {
      throw new UnreachableError(
        `The API at ${base} does not respond (${nameFault(error)}). Set SERVICE_API_URL to its ` +
          'address; the service listens on http://localhost:3100 unless it was set up otherwise.',
      )
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parseBody(await response.text()),
    }
  }
}

function toBody(body: string | Buffer): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? body : new Uint8Array(body)
}

function nameFault(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? name
}

/** JSON, or undefined for what is none: then the address is not that of the API. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
