import { Service } from '../../../clients/typescript/src/index.ts'
import { reportReached, whenOnline } from './connection.ts'

export type Mode = 'live' | 'test'

export interface Organization {
  tenant_id: string
  tenant_name: string
  role: string
}

export interface Session {
  user: { id: string; email: string; name: string }
  organizations: Organization[]
  tenant_id: string | null
  role: string | null
  mfa_required: boolean
}

/** What the service knows of who is not signed in. */
interface NoSession {
  user: null
}

interface Token {
  access_token: string
  expires_in: number
  scopes: string[]
  role: string
}

/** The token is renewed when a fifth of its life is left. */
const LIFE_USED = 0.8
const MODE_KEY = 'assay.mode'

let token: { value: string; scopes: string[]; renewAt: number } | null = null
let pending: Promise<string> | null = null
let session: Session | null = null
/** Several parts of a page that begin at once send one request. */
let opening: Promise<Session> | null = null

/** The half of the organization that is shown: as chosen last, or else the test mode. */
export function readMode(): Mode {
  return localStorage.getItem(MODE_KEY) === 'live' ? 'live' : 'test'
}

/** Changes the mode; what was read in the other one must be dropped by the caller. */
export function chooseMode(mode: Mode): void {
  localStorage.setItem(MODE_KEY, mode)
  token = null
}

/** Who is signed in; goes to sign-in, and back here after it, when nobody is. */
export function openSession(): Promise<Session> {
  opening ??= readSession().finally(() => (opening = null))
  return opening
}

async function readSession(): Promise<Session> {
  const response = await fetch('/session', { headers: { accept: 'application/json' } })
  if (!response.ok) return leave('/sign-in')
  const { data } = (await response.json()) as { data: Session | NoSession }
  if (data.user === null) return leave('/sign-in')
  if (data.mfa_required) return leave('/sign-in/code')
  if (data.tenant_id === null) return leave('/organizations')
  session = data
  return data
}

/** The API as the person who is signed in. */
export const api = new Service({
  // Replaced on every request by the token of the session.
  apiKey: 'session',
  baseUrl: location.origin,
  dangerouslyAllowBrowser: true,
  fetch: fetchWithToken,
})

/** A request with the token of now; once more with a new one when it has ended meanwhile. */
export async function fetchWithToken(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  await whenOnline(init.signal)
  const response = await reach(input, withToken(init, await needToken()))
  if (response.status !== 401) return response
  token = null
  return reach(input, withToken(init, await needToken()))
}

/** A request that also says whether the service can be reached at all. */
async function reach(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init)
    reportReached(true)
    return response
  } catch (error) {
    if (!init.signal?.aborted) reportReached(false)
    throw error
  }
}

function withToken(init: RequestInit, value: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${value}`)
  headers.delete('user-agent')
  return { ...init, headers, credentials: 'omit' }
}

async function needToken(): Promise<string> {
  if (token !== null && Date.now() < token.renewAt) return token.value
  pending ??= renewToken().finally(() => (pending = null))
  return pending
}

async function renewToken(): Promise<string> {
  const { tenant_id } = session ?? (await openSession())
  const response = await reach('/session/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ tenant_id, mode: readMode() }),
  })
  if (response.status === 401 || response.status === 403) return leave('/sign-in')
  if (!response.ok) throw new Error(`The session gave no token (${response.status}).`)
  const { data } = (await response.json()) as { data: Token }
  const renewAt = Date.now() + data.expires_in * 1000 * LIFE_USED
  token = { value: data.access_token, scopes: data.scopes, renewAt }
  return data.access_token
}

/** What the person may do in the organization; `*` is everything. */
export async function readScopes(): Promise<readonly string[]> {
  await needToken()
  return token?.scopes ?? []
}

/** The page is being left, so nothing after it runs. */
function leave(path: string): Promise<never> {
  const here = location.pathname + location.search
  location.assign(`${path}?next=${encodeURIComponent(here)}`)
  return new Promise<never>(() => {})
}

export async function signOut(): Promise<void> {
  await fetch('/session', { method: 'DELETE' })
  location.assign('/sign-in')
}
