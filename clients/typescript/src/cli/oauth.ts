import { createHash, randomBytes } from 'node:crypto'

export interface Tokens {
  access: string
  refresh: string | null
  /** Milliseconds since 1970. */
  expiresAt: number
}

interface Metadata {
  authorization_endpoint: string
  token_endpoint: string
  registration_endpoint: string
}

/** Where the service lets programs in (RFC 8414). */
export async function discover(url: string): Promise<Metadata> {
  return send<Metadata>(`${url}/.well-known/oauth-authorization-server`)
}

/** This program, as the service will show it to the person (RFC 7591). */
export async function register(
  { registration_endpoint: url }: Metadata,
  redirect: string,
): Promise<string> {
  const metadata = {
    client_name: 'Assay command line',
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  const body = JSON.stringify(metadata)
  const headers = { 'content-type': 'application/json' }
  return (await send<{ client_id: string }>(url, { method: 'POST', headers, body })).client_id
}

export interface Request {
  url: string
  verifier: string
  state: string
}

/** The address that the person opens, with a challenge that only this process can meet (PKCE). */
export function buildRequest(
  { authorization_endpoint: endpoint }: Metadata,
  query: { client_id: string; redirect_uri: string; scope: string },
): Request {
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(16).toString('hex')]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const all = {
    ...query,
    state,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  return { url: `${endpoint}?${new URLSearchParams(all)}`, verifier, state }
}

export async function redeem(
  { token_endpoint: url }: Metadata,
  form: { client_id: string; redirect_uri: string; code: string; code_verifier: string },
): Promise<Tokens> {
  return requestTokens(url, { ...form, grant_type: 'authorization_code' })
}

/** New tokens for a refresh token, which is good once. */
export async function refresh(url: string, clientId: string, tokens: Tokens): Promise<Tokens> {
  if (tokens.refresh === null) throw new Error('The sign-in has ended; run `assay login`.')
  const { token_endpoint: endpoint } = await discover(url)
  const form = { client_id: clientId, refresh_token: tokens.refresh, grant_type: 'refresh_token' }
  return requestTokens(endpoint, form)
}

interface TokenBody {
  access_token: string
  refresh_token?: string
  expires_in: number
}

async function requestTokens(url: string, form: Record<string, string>): Promise<Tokens> {
  const body = await send<TokenBody>(url, { method: 'POST', body: new URLSearchParams(form) })
  return {
    access: body.access_token,
    refresh: body.refresh_token ?? null,
    expiresAt: Date.now() + body.expires_in * 1_000,
  }
}

const TIMEOUT_MS = 30_000

async function send<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (response.ok) return body as T
  const reason = body.error_description ?? body.error ?? response.status
  throw new Error(`${new URL(url).pathname} was refused: ${JSON.stringify(reason)}`)
}
