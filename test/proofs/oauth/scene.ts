import { createHash } from 'node:crypto'
import type { Configuration } from 'openid-client'
import { createCaller, type TestResponse, type TestTenant } from '../../context.ts'
import {
  consent,
  REDIRECT,
  registerClient,
  signInBrowser,
  startAuthorization,
  type Authorization,
  type Browser,
  type Consenting,
  type OAuthHouse,
} from '../../oauth-house.ts'
import { startDocuments } from '../../oauth-documents.ts'
import type { StartedReceiver } from '../../fakes/receiver.ts'
import type { TestPerson } from '../../people.ts'

/** One person, one program, and everything that an attacker may send. */
export interface OAuthScene {
  /** Where programs describe themselves. */
  documents: StartedReceiver
  house: OAuthHouse
  tenant: TestTenant
  browser: Browser & { person: TestPerson }
}

/** An attack, and whether it was refused. */
export interface OAuthCase {
  name: string
  isRefused: (scene: OAuthScene) => Promise<boolean>
}

export async function openScene(house: OAuthHouse): Promise<OAuthScene> {
  const tenant = await house.tenant()
  const browser = await signInBrowser(house, tenant, 'owner')
  return { house, tenant, browser, documents: await startDocuments() }
}

export interface Sent {
  status: number
  location: string | null
  headers: Headers
  body: any
  text: string
}

/** A request as it is, without a client that would refuse to send it. */
export async function send(
  { house }: Pick<OAuthScene, 'house'>,
  path: string,
  init: RequestInit = {},
): Promise<Sent> {
  const response = await fetch(new URL(path, house.base), { redirect: 'manual', ...init })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    location: response.headers.get('location'),
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : {},
  }
}

export type Fields = Record<string, string | undefined>

export const VERIFIER = 'v'.repeat(64)
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

/** What a program sends the browser to; a field that is undefined is left out. */
export function authorizePath(clientId: string, changes: Fields = {}): string {
  const fields: Fields = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'state',
    ...changes,
  }
  return `/oauth/authorize?${encode(fields)}`
}

export function encode(fields: Fields): string {
  const given = Object.entries(fields).filter((pair): pair is [string, string] => !!pair[1])
  return new URLSearchParams(given).toString()
}

export function register(scene: Pick<OAuthScene, 'house'>, metadata: object): Promise<Sent> {
  return send(scene, '/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'An editor', ...metadata }),
  })
}

export interface Code extends Authorization {
  code: string
  clientId: string
  back: URL
}

/** A code for a program that the person let in: a new one, or one that is known. */
export async function obtainCode(
  { house, browser }: OAuthScene,
  options: Consenting & { metadata?: object; config?: Configuration } = {},
): Promise<Code> {
  const config = options.config ?? (await registerClient(house, options.metadata))
  const started = await startAuthorization(config)
  const back = await consent(browser, started, options)
  const clientId = config.clientMetadata().client_id
  return { ...started, back, code: back.searchParams.get('code')!, clientId }
}

export function requestToken(
  scene: Pick<OAuthScene, 'house'>,
  fields: Fields | string,
  headers: Record<string, string> = {},
): Promise<Sent> {
  return send(scene, '/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof fields === 'string' ? fields : encode(fields),
  })
}

/** What redeems a code, with changes. */
export function redemption({ code, clientId, verifier }: Code, changes: Fields = {}): Fields {
  return {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...changes,
  }
}

export interface Tokens {
  access: string
  refresh: string
  clientId: string
}

export async function obtainTokens(scene: OAuthScene, options: Consenting = {}): Promise<Tokens> {
  const code = await obtainCode(scene, options)
  const { body } = await requestToken(scene, redemption(code))
  return { access: body.access_token, refresh: body.refresh_token, clientId: code.clientId }
}

export function refresh(
  scene: Pick<OAuthScene, 'house'>,
  { refresh: token, clientId }: Tokens,
  changes: Fields = {},
): Promise<Sent> {
  const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId }
  return requestToken(scene, { ...fields, ...changes })
}

export function call({ house }: OAuthScene, token: string): Promise<TestResponse> {
  return createCaller(house.app, token).get('/v1/submissions')
}

export function isInvalidGrant({ status, body }: Sent): boolean {
  return status === 400 && body.error === 'invalid_grant'
}

/** Refused on a page of ours, or with an error to the address that the program registered. */
export function isNotAuthorized({ status, location }: Sent): boolean {
  if (status === 400) return location === null
  // http://127.0.0.1/callback#error=unsupported_response_type
  return status === 303 && /^http:\/\/127\.0\.0\.1(:7777)?\/callback[?#]error=/.test(location!)
}
