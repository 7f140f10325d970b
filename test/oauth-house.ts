import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import * as client from 'openid-client'
import type { Role } from '../src/core/values/access/roles.ts'
import { hashSessionSecret, mintSessionSecret } from '../src/resources/sessions/session.ts'
import { openTestHouse, type TestHouse, type TestTenant } from './context.ts'
import { signIn, type TestPerson } from './people.ts'

/** A house that listens, since an OAuth client speaks with an address. */
export interface OAuthHouse extends TestHouse {
  base: string
}

export async function openOAuthHouse(settings: Record<string, string> = {}): Promise<OAuthHouse> {
  const port = await findPort()
  const base = `http://127.0.0.1:${port}`
  const house = await openTestHouse({ PUBLIC_URL: base, ...settings }, { worker: false })
  await house.app.listen({ port, host: '127.0.0.1' })
  return { ...house, base }
}

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => void server.close(resolve))
  return port
}

/** A browser in which a person is signed in: keeps cookies by name and path, follows redirects. */
export interface Browser {
  person: TestPerson | null
  open(url: string): Promise<Visited>
  submit(url: string, form: [string, string][], headers?: Record<string, string>): Promise<Visited>
}

export interface Visited {
  status: number
  url: string
  text: string
  headers: Headers
}

export async function signInBrowser(
  house: OAuthHouse,
  tenant: TestTenant,
  role: Role,
): Promise<Browser & { person: TestPerson }> {
  const person = await signIn(house, tenant, role)
  const secret = mintSessionSecret()
  await house.house.database.pool.query('update sessions set secret_hash = $1 where id = $2', [
    hashSessionSecret(house.house, secret),
    person.sessionId,
  ])
  return { ...createBrowser(house, [{ pair: `assay_session=${secret}`, path: '/' }]), person }
}

interface Cookie {
  pair: string
  path: string
}

export function createBrowser({ base }: OAuthHouse, cookies: Cookie[] = []): Browser {
  const visit = async (url: string, init: RequestInit = {}): Promise<Visited> => {
    const { pathname } = new URL(url, base)
    const cookie = cookies.filter(({ path }) => pathname.startsWith(path)).map(({ pair }) => pair)
    const headers = { ...(init.headers as object), cookie: cookie.join('; ') }
    const response = await fetch(new URL(url, base), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    const location = response.headers.get('location')
    if (location === null || !isOwn(location, base))
      return { ...readHead(response, location ?? url), text: await response.text() }
    return visit(location)
  }
  return {
    person: null,
    open: (url) => visit(url),
    submit: (url, form, headers = { origin: base }) =>
      visit(url, { method: 'POST', body: new URLSearchParams(form), headers }),
  }
}

function readHead(response: Response, url: string): Omit<Visited, 'text'> {
  return { status: response.status, url, headers: response.headers }
}

function isOwn(location: string, base: string): boolean {
  return new URL(location, base).origin === base
}

function keep(cookies: Cookie[], line: string): void {
  const [pair = ''] = line.split(';', 1)
  const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/'
  const name = pair.slice(0, pair.indexOf('='))
  const others = cookies.filter((one) => one.path !== path || !one.pair.startsWith(`${name}=`))
  cookies.length = 0
  cookies.push(...others)
  if (!pair.endsWith('=')) cookies.push({ pair, path })
}

export const REDIRECT = 'http://127.0.0.1:7777/callback'

/** A program that registered itself, as an editor does. */
export async function registerClient(
  { base }: OAuthHouse,
  metadata: object = {},
): Promise<client.Configuration> {
  return client.dynamicClientRegistration(
    new URL(base),
    {
      client_name: 'An editor',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    },
    client.None(),
    { execute: [client.allowInsecureRequests], algorithm: 'oauth2' },
  )
}

export interface Authorization {
  config: client.Configuration
  verifier: string
  state: string
  url: URL
}

/** The address that a program opens in the browser. */
export async function startAuthorization(
  config: client.Configuration,
  parameters: Record<string, string> = {},
): Promise<Authorization> {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: 'submissions:read submissions:write',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...parameters,
  })
  return { config, verifier, state, url }
}

export interface Consenting {
  mode?: string
  scopes?: readonly string[]
  decision?: string
}

/** The person reads the page and decides; returns where the program goes on. */
export async function consent(
  browser: Browser,
  { url }: Pick<Authorization, 'url'>,
  { mode = 'test', scopes, decision = 'allow' }: Consenting = {},
): Promise<URL> {
  const page = await browser.open(url.href)
  assert.equal(page.status, 200, page.text)
  const action = /<form method="post" action="(\/oauth\/interaction\/[^"]+)"/.exec(page.text)?.[1]
  assert.ok(action, page.text)
  const tenant = /name="tenant_id" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const ticked = scopes ?? listTicked(page.text)
  const form: [string, string][] = [
    ['decision', decision],
    ['mode', mode],
    ['tenant_id', tenant],
  ]
  const sent = await browser.submit(action, [
    ...form,
    ...ticked.map((one): [string, string] => ['scope', one]),
  ])
  assert.equal(sent.status, 200, sent.text)
  const back = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(sent.text)?.[1]
  assert.ok(back, sent.text)
  return new URL((await browser.open(back)).url)
}

function listTicked(page: string): string[] {
  return [...page.matchAll(/name="scope" value="([^"]+)" checked/g)].map(([, scope]) => scope!)
}

/** The code for tokens. */
export function redeem({ config, verifier, state }: Authorization, back: URL) {
  return client.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
}
