import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeMastercard {
  url: string
  credentials: { partner_id: string; partner_secret: string; app_key: string }
  /** Rows by customer. */
  rows: Map<string, Record<string, unknown>[]>
  calls: string[]
  sign(body: string): string
  close(): void
}

/** Mastercard Open Finance as far as we call it, with tokens that are checked. */
export async function startMastercard(): Promise<FakeMastercard> {
  const tokens = new Set<string>()
  const fake: FakeMastercard = {
    url: '',
    credentials: {
      partner_id: '2445582',
      partner_secret: `secret-${randomUUID()}`,
      app_key: `key-${randomUUID()}`,
    },
    rows: new Map(),
    calls: [],
    sign: (body) =>
      createHmac('sha256', fake.credentials.partner_secret).update(body).digest('hex'),
    close: () => server.close().closeAllConnections(),
  }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url!, 'http://fake')
      fake.calls.push(`${request.method} ${pathname}`)
      if (pathname === '/aggregation/v2/partners/authentication') {
        const { partner_id: id, partner_secret: secret } = fake.credentials
        const isOurs = body.partnerId === id && body.partnerSecret === secret
        if (!isOurs) return send(response, 401, { code: 10_018, message: 'whatever' })
        const token = randomUUID()
        tokens.add(token)
        return send(response, 200, { token })
      }
      if (!tokens.has(String(request.headers['finicity-app-token'])))
        return send(response, 401, { code: 10_022, message: 'token' })
      return respond(response, { fake, pathname, searchParams, method: request.method! })
    })
  }).unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

interface Call {
  fake: FakeMastercard
  pathname: string
  searchParams: URLSearchParams
  method: string
}

function respond(response: ServerResponse, { fake, pathname, searchParams, method }: Call): void {
  if (/^\/aggregation\/v2\/customers\/(active|testing)$/.test(pathname)) {
    const id = String(Math.floor(Math.random() * 1e9))
    fake.rows.set(id, [])
    return send(response, 201, { id, createdDate: '1700000000' })
  }
  if (pathname.startsWith('/connect/v2/generate'))
    return send(response, 200, { link: `https://connect2.finicity.com/?id=${randomUUID()}` })
  const [, id = '', noun] =
    /^\/aggregation\/v\d\/customers\/(\d+)(?:\/(\w+))?$/.exec(pathname) ?? []
  const rows = fake.rows.get(id)
  if (rows === undefined)
    return send(response, 404, { code: 14_001, message: 'Customer not found' })
  if (method === 'DELETE') {
    fake.rows.delete(id)
    return void response.writeHead(204).end()
  }
  if (noun === 'accounts') return send(response, 200, { accounts: [{ id: '77', name: 'Checking', realAccountNumberLast4: '4417', type: 'checking', currency: 'USD', balance: 100.1 }] }) // prettier-ignore
  const start = Number(searchParams.get('start')) - 1
  const page = rows.slice(start, start + Number(searchParams.get('limit')))
  const moreAvailable = String(start + page.length < rows.length)
  return send(response, 200, { found: rows.length, displaying: page.length, moreAvailable, transactions: page }) // prettier-ignore
}
