import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Adapter, LinkAccess, Page, Position } from '../adapter.ts'
import { ProviderFault, type FaultKind } from '../provider-fault.ts'
import {
  callProvider,
  findCode,
  requireText,
  toNonsense,
  type ProviderCall,
  type ProviderResponse,
  type Session,
} from '../session.ts'

const BASE_URL = 'https://api.finicity.com'
const MIB = 1024 * 1024
const ROWS_PER_PAGE = 1000
const PAGE_BYTES_MAX = 16 * MIB
const DAY_SECONDS = 86_400
/** Before what was read last: rows are booked days after they happen. */
const OVERLAP_SECONDS = 14 * DAY_SECONDS
const HISTORY_SECONDS = 730 * DAY_SECONDS

/** Mastercard Open Finance (Finicity): https://developer.mastercard.com/open-finance-us. */
export const mastercardAdapter: Adapter = {
  credentialNames: ['partner_id', 'partner_secret', 'app_key'],
  baseUrls: { live: BASE_URL, test: BASE_URL },
  check: async (session) => {
    TOKENS.delete(tokenKey(session))
    await getToken(session)
  },
  pull,
  remove: async (session, { customerId = '' }) => {
    const path = '/aggregation/v1/customers/{customerId}'
    await call(session, { method: 'DELETE', path, ids: { customerId } }).catch((error: unknown) => {
      const isKnown = error instanceof ProviderFault && !FORGOTTEN.has(error.code)
      if (isKnown || !(error instanceof ProviderFault)) throw error
    })
  },
}

/** 14001 is a customer that it does not know; it responds to a deletion without a body. */
const FORGOTTEN: ReadonlySet<string> = new Set(['14001', 'provider_response_invalid', 'http_404'])
/** Codes of accounts whose owner has to sign in again. */
const PERSON_NEEDED: ReadonlySet<string> = new Set([
  '103',
  '108',
  '109',
  '185',
  '187',
  '931',
  '936',
])

function readFault(status: number, json: unknown): ProviderFault {
  const code = findCode(json, 'code') ?? `http_${status}`
  const kind: FaultKind = PERSON_NEEDED.has(code) ? 'person_needed' : 'refused'
  const message = `Mastercard refused the request with status ${status} and code ${code}.`
  return new ProviderFault({ kind, code, message })
}

/** A partner token is good for two hours. */
const TOKEN_MS = 110 * 60_000
const TOKENS_MAX = 1000
const TOKENS = new Map<string, { token: string; endsAt: number }>()

/** One for each set of credentials at an address, so that a changed secret is tried at once. */
function tokenKey({ id, baseUrl, credentials }: Session): string {
  return createHash('sha256')
    .update(JSON.stringify([id, baseUrl, credentials]))
    .digest('hex')
}

async function getToken(session: Session): Promise<string> {
  const key = tokenKey(session)
  const known = TOKENS.get(key)
  if (known !== undefined && known.endsAt > session.now()) return known.token
  const { partner_id: partnerId, partner_secret: partnerSecret } = session.credentials
  const { json } = await callProvider(
    session,
    {
      method: 'POST',
      path: '/aggregation/v2/partners/authentication',
      headers: appHeader(session),
      json: { partnerId, partnerSecret },
    },
    readFault,
  )
  const token = requireText(json, 'token')
  if (TOKENS.size >= TOKENS_MAX) TOKENS.clear()
  TOKENS.set(key, { token, endsAt: session.now() + TOKEN_MS })
  return token
}

function appHeader({ credentials }: Session): Record<string, string> {
  return { 'finicity-app-key': credentials.app_key ?? '' }
}

const UNAUTHORIZED = 'http_401'

/** A token that was ended before its time is replaced once. */
async function call(session: Session, wanted: ProviderCall): Promise<ProviderResponse> {
  const once = async (): Promise<ProviderResponse> => {
    const headers = { ...appHeader(session), 'finicity-app-token': await getToken(session) }
    return callProvider(session, { ...wanted, headers }, readFault)
  }
  return once().catch((error: unknown) => {
    const isStale = error instanceof ProviderFault && STALE.has(error.code)
    if (!isStale) throw error
    TOKENS.delete(tokenKey(session))
    return once()
  })
}

/** 10022 and 10023: the token is none, or has ended. */
const STALE: ReadonlySet<string> = new Set([UNAUTHORIZED, '10022', '10023'])

export interface Customer {
  submissionId: string
  firstName: string | null
  lastName: string | null
  email: string | null
}

/** Makes the customer that the accounts will belong to; returns its id. Throws `ProviderFault`. */
export async function createCustomer(
  session: Session,
  { customer, mode }: { customer: Customer; mode: 'live' | 'test' },
): Promise<string> {
  const path = `/aggregation/v2/customers/${mode === 'live' ? 'active' : 'testing'}`
  const { submissionId, firstName, lastName, email } = customer
  const username = `assay-${submissionId}-${session.now()}`
  const names = { ...(firstName && { firstName }), ...(lastName && { lastName }), ...(email && { email }) } // prettier-ignore
  const { json } = await call(session, { method: 'POST', path, json: { username, ...names } })
  return requireText(json, 'id')
}

export interface ConnectWanted {
  customerId: string
  type: 'data' | 'lend' | 'fix'
  products: readonly string[]
  redirectUri: string | null
  webhookUrl: string
  language: string
}

/** The address at which a person connects accounts. Throws `ProviderFault`. */
export async function generateConnectUrl(session: Session, wanted: ConnectWanted): Promise<string> {
  const { customerId, type, products, redirectUri, webhookUrl, language } = wanted
  const path = type === 'fix' ? '/connect/v2/generate/fix' : '/connect/v2/generate'
  const { json } = await call(session, {
    method: 'POST',
    path,
    json: {
      partnerId: session.credentials.partner_id,
      customerId,
      language,
      webhook: webhookUrl,
      webhookContentType: 'application/json',
      ...(type === 'lend' ? { experience: 'lend' } : {}),
      ...(products.length === 0 ? {} : { reportData: products }),
      ...(redirectUri === null ? {} : { redirectUri }),
    },
  })
  return requireText(json, 'link')
}

/** A page of rows beside the accounts that they are of, as one payload. */
async function pull(
  session: Session,
  { customerId = '' }: LinkAccess,
  { cursor, pageCursor }: Position,
): Promise<Page> {
  const ids = { customerId }
  const { from, to, start } = readWindow(session, { cursor, pageCursor })
  const path = '/aggregation/v3/customers/{customerId}/transactions'
  const query = {
    fromDate: String(from),
    toDate: String(to),
    start: String(start),
    limit: String(ROWS_PER_PAGE),
    sort: 'asc',
    includePending: 'true',
  }
  const accounts = await call(session, {
    method: 'GET',
    path: '/aggregation/v1/customers/{customerId}/accounts',
    ids,
  })
  const rows = await call(session, { method: 'GET', path, ids, query, keptBytesMax: PAGE_BYTES_MAX }) // prettier-ignore
  const list = rows.json.transactions
  if (!Array.isArray(accounts.json.accounts) || !Array.isArray(list)) throw toNonsense()
  const more =
    findCode(rows.json, 'moreAvailable')?.toLowerCase() ?? String(rows.json.moreAvailable === true)
  const hasMore = (more === 'true' || more === 'y') && list.length > 0
  const next = `${from}:${to}:${start + list.length}`
  return {
    // Spliced, since what is read and written again has other digits.
    text: `{"customer":${accounts.text},${rows.text.trim().replace(/^\uFEFF?\{/, '')}`,
    rowCount: list.length,
    hasMore,
    next: hasMore ? { cursor, pageCursor: next } : { cursor: String(to), pageCursor: null },
  }
}

/** `1700000000:1731622400:1001`: from, to and first row of the page that is to come. */
function readWindow(
  { now }: Session,
  { cursor, pageCursor }: Position,
): { from: number; to: number; start: number } {
  if (pageCursor !== null) {
    const [from = 0, to = 0, start = 1] = pageCursor.split(':').map(Number)
    return { from, to, start }
  }
  const to = Math.floor(now() / 1000)
  const from = cursor === null ? to - HISTORY_SECONDS : Number(cursor) - OVERLAP_SECONDS
  return { from, to, start: 1 }
}

/** Whether `x-finicity-signature` is the HMAC of the body under the partner's secret. */
export function isSignedBy(secret: string, body: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest('hex')
  const given = Buffer.from(signature.toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
}
