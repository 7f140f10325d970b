import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FakeAccount, FakeDeal } from './heron/tenant.ts'

/** The API of the previous vendor as its public description has it, for the accounts given. */
export interface FakeHeron {
  url: string
  /** Requests by path, without their query. */
  requests: Map<string, number>
  /** How many requests were served at the same time, at most. */
  busiest(): number
  close(): Promise<void>
}

interface Exchange {
  account: FakeAccount
  path: string
  query: URLSearchParams
  response: ServerResponse
}

export async function startFakeHeron(accounts: FakeAccount[]): Promise<FakeHeron> {
  const requests = new Map<string, number>()
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    most = Math.max(most, (open += 1))
    response.on('close', () => (open -= 1))
    serve({ accounts, requests, request, response })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    busiest: () => most,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Arrival {
  accounts: FakeAccount[]
  requests: Map<string, number>
  request: IncomingMessage
  response: ServerResponse
}

function serve({ accounts, requests, request, response }: Arrival): void {
  const { pathname, searchParams: query } = new URL(request.url!, 'http://heron')
  const account = accounts.find(({ key }) => key === request.headers['x-api-key'])
  if (!account) return fail(response, 401, 'Unauthorized')
  const path = pathname.replace(/^\/api/, '')
  const name = `${path}?${query.toString()}`
  const before = requests.get(name) ?? 0
  requests.set(name, before + 1)
  if (misbehaves({ account, path, query, response }, before)) return
  const body = respond({ account, path, query, response })
  if (body === undefined) return fail(response, 404, 'Not Found')
  send(response, body)
}

/** Whether the request was already dealt with badly. */
function misbehaves({ account, response }: Exchange, before: number): boolean {
  const { failures = 0, throttled = 0, cutsBodies = false } = account.misbehavior
  if (before < failures) fail(response, 500, 'Internal Server Error')
  else if (before < failures + throttled) {
    response.setHeader('retry-after', '0')
    fail(response, 429, 'Too Many Requests')
  } else if (cutsBodies && before === failures + throttled) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"end_users": [{"heron_id": "eus_h')
  } else return false
  return true
}

function fail(response: ServerResponse, code: number, name: string): void {
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code, name, description: name }))
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': '999',
    'x-ratelimit-reset': '60',
  })
  response.end(JSON.stringify(body))
}

const LISTS: Record<string, (account: FakeAccount) => unknown> = {
  '/users/current': ({ currency, timezone }) => ({
    user: { name: 'Fake lender', settings: { currency_iso_code: currency, timezone } },
  }),
  '/users/file_classes': ({ classes }) => classes,
  '/user_merchant_groups': ({ merchants }) => ({
    custom_merchants: merchants,
    pending_merchants: [],
    rejected_merchants: [],
  }),
  '/rules/': ({ rules }) => ({ rules }),
  '/policies': ({ policies }) => policies,
  '/funders/linked': ({ funders }) => ({ funders }),
  '/email_templates': ({ templates }) => ({ rules: templates }),
  '/webhooks': ({ webhooks }) => ({ webhooks }),
}

function respond(exchange: Exchange): unknown {
  const { account, path } = exchange
  const list = LISTS[path]
  if (list) return list(account)
  if (path === '/end_users') return endUsers(exchange)
  if (path === '/transactions') return transactions(exchange)
  const [, file] = /^\/end_user_files\/([^/]+)\/file$/.exec(path) ?? []
  if (file !== undefined) return content(account, decodeURIComponent(file))
  const [, id = '', part] = /^\/end_users\/([^/]+)\/(\w+)$/.exec(path) ?? []
  const deal = account.deals.find(({ endUser }) => endUser.heron_id === decodeURIComponent(id))
  return deal && part !== undefined ? ofDeal(deal, part) : undefined
}

function endUsers({ account, query }: Exchange): unknown {
  const all = account.deals.map(({ endUser }) => endUser)
  const sorted =
    query.get('order_by') === 'last_updated_desc'
      ? [...all].sort((a, b) => (b.last_updated ?? '').localeCompare(a.last_updated ?? ''))
      : all
  const { items, _meta } = paged(sorted, query)
  return { end_users: items, _meta }
}

function transactions({ account, query }: Exchange): unknown {
  const { loopsAfterPage } = account.misbehavior
  const wanted = query.get('end_user_id') ?? query.get('end_user_heron_id')
  const since = query.get('last_updated_min') ?? ''
  const deal = account.deals.find(
    ({ endUser }) => endUser.end_user_id === wanted || endUser.heron_id === wanted,
  )
  const rows = (deal?.rows ?? []).filter(({ last_updated: at }) => (at ?? '9999') >= since)
  const page = Number(query.get('page') ?? 1)
  if (loopsAfterPage !== undefined && page > loopsAfterPage) query.set('page', '1')
  const { items, _meta } = paged(rows, query)
  const isLoop = loopsAfterPage !== undefined
  return { transactions: items, _meta: isLoop ? { page, pages: 999 } : _meta }
}

function paged<T>(items: T[], query: URLSearchParams): { items: T[]; _meta: object } {
  const page = Number(query.get('page') ?? 1)
  const limit = Number(query.get('limit') ?? 1_000)
  const pages = Math.max(1, Math.ceil(items.length / limit))
  const next_url = page < pages ? `/?page=${page + 1}` : null
  const slice = items.slice((page - 1) * limit, page * limit)
  return { items: slice, _meta: { page, pages, limit, total: items.length, next_url } }
}

function content({ deals }: FakeAccount, id: string): unknown {
  const file = deals.flatMap(({ files }) => files).find(({ heron_id }) => heron_id === id)
  return (
    file && {
      file_b64: file.sent ?? file.content.toString('base64'),
      mime_type: 'application/octet-stream',
    }
  )
}

const PARTS: Record<string, (deal: FakeDeal) => unknown> = {
  end_user_information: ({ information }) => information ?? undefined,
  files: ({ files }) => files.map(({ content: _content, sent: _sent, ...file }) => file),
  scorecard: ({ metrics }) => (metrics === null ? undefined : { metrics, rule_violations: [] }),
  named_dates: ({ asOf }) => ({
    named_dates: [{ name: 'last_data_source_end_date_or_transaction_timestamp', date: asOf }],
  }),
  policy_evaluations: ({ policies }) =>
    Object.entries(policies).map(([name, result]) => ({ policy: { name }, result })),
}

function ofDeal(deal: FakeDeal, part: string): unknown {
  return PARTS[part]?.(deal)
}
