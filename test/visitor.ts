import type { TestHouse, TestResponse } from './context.ts'

/** A browser of its own, as the service sees it: keeps its cookie, sends its headers. */
export interface Visitor {
  /** The pair that the next request sends; null without a session. */
  cookie: string | null
  send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    options?: VisitOptions,
  ): Promise<TestResponse>
}

interface VisitOptions {
  /** Sent as JSON. */
  body?: object
  /** Sent as a page sends a form. */
  form?: Record<string, string>
  headers?: Record<string, string>
  /** Who connects; each test has addresses of its own, since trials are counted by them. */
  ip?: string
}

let addresses = 0

export function createVisitor({ app }: Pick<TestHouse, 'app'>): Visitor {
  addresses += 1
  const address = `10.9.${addresses >> 8}.${addresses & 255}`
  const visitor: Visitor = {
    cookie: null,
    send: async (method, url, { body, form, headers, ip = address } = {}) => {
      const response = await app.inject({
        method,
        url,
        remoteAddress: ip,
        headers: {
          ...(visitor.cookie === null ? {} : { cookie: visitor.cookie }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }),
          ...headers,
        },
        ...(form && { payload: new URLSearchParams(form).toString() }),
        ...(body && { payload: body }),
      })
      keepCookie(visitor, response.headers['set-cookie'])
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      return {
        status: response.statusCode,
        headers: response.headers,
        body: isJson ? JSON.parse(response.payload) : response.payload,
        raw: response.rawPayload,
      }
    },
  }
  return visitor
}

function keepCookie(visitor: Visitor, header: string | string[] | undefined): void {
  const line = Array.isArray(header) ? header[0] : header
  if (line === undefined) return
  const [pair = ''] = line.split(';', 1)
  visitor.cookie = /Max-Age=0/.test(line) ? null : pair
}
