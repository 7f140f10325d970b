import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'

/** A row as Plaid gives it. */
export interface PlaidRow {
  transaction_id: string
  [name: string]: unknown
}

/** What happened to a row; a cursor is a place in the list of them. */
export interface Change {
  kind: 'added' | 'modified' | 'removed'
  row: PlaidRow
}

export interface FakeItem {
  itemId: string
  changes: Change[]
}

/** What goes wrong with the next call of a path, instead of a response. */
export type Script = (response: ServerResponse) => void

export interface FakePlaid {
  url: string
  clientId: string
  secret: string
  items: Map<string, FakeItem>
  /** Paths that were called, in their order. */
  calls: string[]
  /** Bodies of those calls. */
  bodies: Record<string, unknown>[]
  /** By path: what happens to the next calls of it. */
  scripts: Map<string, Script[]>
  /** Set, every call ends like that. */
  outage: Script | null
  kid: string
  makePublicToken(changes?: Change[]): string
  sign(body: string, claims?: { iat?: number; hash?: string }): Promise<string>
  close(): void
}

const ROWS_PER_PAGE = 500

/** Plaid as far as we call it: real HTTP, items with their own changes, faults by script. */
export async function startPlaid(): Promise<FakePlaid> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pending = new Map<string, FakeItem>()
  const fake: FakePlaid = {
    url: '',
    clientId: `client-${randomUUID()}`,
    secret: `secret-${randomUUID()}`,
    items: new Map(),
    calls: [],
    bodies: [],
    scripts: new Map(),
    outage: null,
    kid: randomUUID(),
    makePublicToken: (changes = []) => {
      const token = `public-sandbox-${randomUUID()}`
      pending.set(token, { itemId: `item-${randomUUID()}`, changes })
      return token
    },
    sign: (body, { iat = Math.floor(Date.now() / 1000), hash } = {}) =>
      new SignJWT({
        request_body_sha256: hash ?? createHash('sha256').update(body).digest('hex'),
        iat,
      })
        .setProtectedHeader({ alg: 'ES256', kid: fake.kid, typ: 'JWT' })
        .sign(privateKey),
    close: () => server.close().closeAllConnections(),
  }
  const key = { ...publicKey.export({ format: 'jwk' }), kid: fake.kid, alg: 'ES256', use: 'sig' }
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const path = request.url!
      fake.calls.push(path)
      fake.bodies.push(body)
      const script = fake.outage ?? fake.scripts.get(path)?.shift()
      if (script) return script(response)
      const isOurs =
        (request.headers['plaid-client-id'] ?? body.client_id) === fake.clientId &&
        (request.headers['plaid-secret'] ?? body.secret) === fake.secret
      if (!isOurs) return refuse(response, 'INVALID_API_KEYS')
      return respond(response, { fake, pending, key, path, body })
    })
  }).unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>
}

export function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...body, request_id: randomUUID().slice(0, 15) }))
}

export function refuse(response: ServerResponse, code: string, status = 400): void {
  const message = 'a sentence that holds whatever'
  sendJson(response, { error_type: 'ANY', error_code: code, error_message: message }, status)
}

interface Call {
  fake: FakePlaid
  pending: Map<string, FakeItem>
  key: object
  path: string
  body: Record<string, any>
}

function respond(response: ServerResponse, call: Call): void {
  const { fake, pending, key, path, body } = call
  switch (path) {
    case '/institutions/get':
      return sendJson(response, { institutions: [], total: 0 })
    case '/link/token/create': {
      const expiration = new Date(Date.now() + 4 * 3600_000).toISOString()
      const token = `link-sandbox-${randomUUID()}`
      const hosted = body.hosted_link ? { hosted_link_url: `https://secure.plaid.com/hl/${token}` } : {} // prettier-ignore
      return sendJson(response, { link_token: token, expiration, ...hosted })
    }
    case '/item/public_token/exchange': {
      const token = String(body.public_token)
      const known = pending.get(token)
      pending.delete(token)
      if (!known && !token.startsWith('public-sandbox-any')) return refuse(response, 'INVALID_PUBLIC_TOKEN') // prettier-ignore
      const item = known ?? { itemId: `item-${randomUUID()}`, changes: [] }
      const accessToken = `access-sandbox-${randomUUID()}`
      fake.items.set(accessToken, item)
      return sendJson(response, { access_token: accessToken, item_id: item.itemId })
    }
    case '/item/remove':
      if (!fake.items.delete(String(body.access_token))) return refuse(response, 'ITEM_NOT_FOUND')
      return sendJson(response, {})
    case '/webhook_verification_key/get':
      return body.key_id === fake.kid
        ? sendJson(response, { key })
        : refuse(response, 'INVALID_KEY')
    case '/transactions/sync':
      return sync(response, fake, body)
    default:
      return refuse(response, 'NOT_FOUND', 404)
  }
}

function sync(response: ServerResponse, fake: FakePlaid, body: Record<string, any>): void {
  const item = fake.items.get(String(body.access_token))
  if (!item) return refuse(response, 'INVALID_ACCESS_TOKEN')
  const from = Number(body.cursor ?? 0)
  const page = item.changes.slice(from, from + Math.min(body.count ?? 100, ROWS_PER_PAGE))
  const to = from + page.length
  const list = (kind: Change['kind']): PlaidRow[] =>
    page.filter((one) => one.kind === kind).map(({ row }) => row)
  const accounts = [{ account_id: 'a', mask: '4417', type: 'depository', subtype: 'checking', name: 'Checking', balances: { iso_currency_code: 'USD' } }] // prettier-ignore
  sendJson(response, {
    accounts,
    added: list('added'),
    modified: list('modified'),
    removed: list('removed').map(({ transaction_id }) => ({ transaction_id })),
    next_cursor: String(to),
    has_more: to < item.changes.length,
    transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
  })
}

/** A row of an item, with an id of its own. */
export function plaidRow(id: string, amount: number, more: object = {}): PlaidRow {
  const own = { transaction_id: id, account_id: 'a', iso_currency_code: 'USD' }
  return { ...own, amount, date: '2025-03-03', name: `Row ${id}`, pending: false, ...more }
}
