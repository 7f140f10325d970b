import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call to a fake CRM. */
export interface FakeCall {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: any
  at: number
}

export interface FakeReply {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** An object of a fake CRM. */
export interface FakeObject {
  id: string
  type: string
  fields: Record<string, any>
  changedAt: number
}

/** What a vendor's fake has, and what the tests do to it. */
export interface FakeCrm {
  url: string
  calls: FakeCall[]
  objects: FakeObject[]
  /** Tokens that were given; the last one counts. */
  tokens: string[]
  /** Responds in this order first. */
  script: (FakeReply & { on?: RegExp })[]
  /** Records whose field `name` or the like holds this are refused. */
  refused: RegExp | null
  associations: { from: string; to: string }[]
  /** Objects that a client would see, by type. */
  list(type: string): FakeObject[]
  make(type: string, fields: Record<string, any>): FakeObject
  change(object: FakeObject, fields: Record<string, any>): void
  close(): Promise<void>
}

export type Respond = (call: FakeCall, crm: FakeCrm) => FakeReply

/** A real server on loopback that speaks as one vendor does. */
export async function openFake(respond: Respond): Promise<FakeCrm> {
  let made = 0
  const crm: FakeCrm = {
    url: '',
    calls: [],
    objects: [],
    tokens: [],
    script: [],
    refused: null,
    associations: [],
    list: (type) => crm.objects.filter((one) => one.type === type),
    make: (type, fields) => {
      made += 1
      const object = { id: String(5000 + made), type, fields: { ...fields }, changedAt: Date.now() }
      crm.objects.push(object)
      return object
    },
    change: (object, fields) => {
      Object.assign(object.fields, fields)
      object.changedAt = Date.now()
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://fake')
      const call: FakeCall = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: parseBody(Buffer.concat(chunks).toString()),
        at: Date.now(),
      }
      crm.calls.push(call)
      const index = crm.script.findIndex(({ on }) => !on || on.test(`${call.method} ${call.path}`))
      const reply = index < 0 ? respond(call, crm) : crm.script.splice(index, 1)[0]!
      const { status = 200, body, headers = {} } = reply
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body === undefined || status === 204 ? undefined : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  crm.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return crm
}

function parseBody(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

/** A new token, which ends the others. */
export function giveToken(crm: FakeCrm): string {
  const token = `token-${crm.tokens.length + 1}`
  crm.tokens.push(token)
  return token
}

/** Whether a call has the token that counts. */
export function isAllowed(crm: FakeCrm, given: string | undefined, prefix: string): boolean {
  return given === `${prefix}${crm.tokens.at(-1)}`
}
