import { request } from 'undici'

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

/** Over HTTP, to the one address that the operator set. */
export function sendOverHttp(apiUrl: string): SendToApi {
  const base = apiUrl.replace(/\/+$/, '')
  return async ({ method, path, headers, body }) => {
    const response = await request(`${base}${path}`, {
      method: method as 'GET',
      headers,
      body: body ?? null,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    }).catch((error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.name
      throw new UnreachableError(
        `The API at ${base} does not respond (${code}). Set SERVICE_API_URL to its address; ` +
          'the service listens on http://localhost:3100 unless it was set up otherwise.',
      )
    })
    const text = await response.body.text()
    return { status: response.statusCode, headers: response.headers, body: parseBody(text) }
  }
}

/** JSON, or undefined for what is none: then the address is not that of the API. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
