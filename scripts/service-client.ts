import { Agent, FormData, request } from 'undici'

export interface ServiceResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  // oxlint-disable-next-line typescript/no-explicit-any -- responses are read by tests, which know them
  body: any
}

export interface CallOptions {
  /** Sent as JSON. */
  body?: object
  form?: FormData
  idempotencyKey?: string
}

export interface ServiceClient {
  /** Throws `Unanswered` when the connection ended without a whole response. */
  call(method: string, path: string, options?: CallOptions): Promise<ServiceResponse>
  /** The body of a GET that must succeed. */
  read(path: string): Promise<ServiceResponse['body']>
  close(): Promise<void>
}

/** Nobody knows whether the request had its effect; `wasSent` is false when nobody listened. */
export class Unanswered extends Error {
  wasSent: boolean

  constructor(cause: unknown) {
    super('The service did not respond', { cause })
    this.wasSent = getErrorCode(cause) !== 'ECONNREFUSED'
  }
}

const LOST_CONNECTIONS = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

function isConnectionLost(error: unknown): boolean {
  return LOST_CONNECTIONS.includes(getErrorCode(error))
}

function getErrorCode(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}

/** A client with one key. Each request has its own connection, as after a restart. */
export function createServiceClient(url: string, apiKey: string): ServiceClient {
  const dispatcher = new Agent({ pipelining: 0 })
  const call: ServiceClient['call'] = async (method, path, options = {}) => {
    const { body, form, idempotencyKey } = options
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }
    const sent = body ? JSON.stringify(body) : (form ?? null)
    try {
      const response = await request(`${url}${path}`, {
        method: method as 'GET',
        headers,
        body: sent,
        dispatcher,
      })
      const text = await response.body.text()
      return { status: response.statusCode, headers: response.headers, body: JSON.parse(text) }
    } catch (error) {
      throw isConnectionLost(error) ? new Unanswered(error) : error
    }
  }
  return {
    call,
    read: async (path) => {
      const { status, body } = await call('GET', path)
      if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${JSON.stringify(body)}`)
      return body
    },
    close: () => dispatcher.close(),
  }
}

/** A multipart body with one file. */
export function fileForm(filename: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes]), filename)
  return form
}
