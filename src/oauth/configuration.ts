import { generateKeyPairSync } from 'node:crypto'
import type { Client, Context, Token } from 'oidc-provider'
import type { House } from '../platform/context.ts'
import { isLoopback } from '../platform/http/connection/browser.ts'
import { findGrant, GRANT_DAYS } from '../resources/records/people/grants/store.ts'
import { createAdapter, TOKEN_SECONDS } from './adapter.ts'
import { parseAccount } from './account.ts'
import { renderOAuthError } from './consent/error-page.ts'
import {
  createDocumentFetch,
  describeDocuments,
  DOCUMENT_BYTES_MAX,
} from './registration/documents.ts'
import { GRANTABLE } from './scopes.ts'

type Library = typeof import('oidc-provider')

const CODE_SECONDS = 60
/** For signing in and reading what is requested. */
const INTERACTION_SECONDS = 15 * 60
const GRANT_SECONDS = GRANT_DAYS * 24 * 60 * 60

export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  jwks: '/oauth/jwks',
}

/** What the tokens are for: this API, under the names that clients know it by. */
export function listResources(publicUrl: string): string[] {
  const base = publicUrl.replace(/\/$/, '')
  return [base, `${base}/`, `${base}/mcp`]
}

/** The library’s settings; what is not offered is off, so that the metadata do not name it. */
export function configure(house: House, library: Library, cookieSecret: string): object {
  const { publicUrl } = house.config
  const invalidGrant = (text: string): Error => new library.errors.InvalidGrant(text)
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: isHttps(publicUrl) }
  return {
    adapter: (kind: string) => createAdapter(house, kind, invalidGrant),
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'none',
    },
    cookies: { keys: [cookieSecret], long: { ...cookie, path: '/oauth' }, short: cookie },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientBasedCORS: (_: Context, origin: string, client: Client) => isOwnPage(origin, client),
    features: {
      ...buildFeatures(publicUrl, library),
      clientIdMetadataDocument: describeDocuments(house),
    },
    fetch: createDocumentFetch(house),
    fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT_BYTES_MAX },
    findAccount: (_: Context, id: string, token?: Token) => findAccount(house, id, token),
    interactions: {
      policy: library.interactionPolicy.base(),
      url: (_: Context, { uid }: { uid: string }) => `/oauth/interaction/${uid}`,
    },
    issueRefreshToken: async (_: Context, client: Client) =>
      client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [makeSigningKey()] },
    // A grant is of one consent; another authorization needs its own.
    loadExistingGrant: async ({ oidc }: Context) => {
      const id = oidc.result?.consent?.grantId
      return id === undefined ? undefined : oidc.provider.Grant.find(id)
    },
    pkce: { required: () => true },
    renderError: renderOAuthError,
    responseTypes: ['code'],
    rotateRefreshToken: true,
    routes: ROUTES,
    scopes: ['offline_access'],
    ttl: {
      AccessToken: TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: GRANT_SECONDS,
      Interaction: INTERACTION_SECONDS,
      RefreshToken: (_: Context, token: Token) => computeRest(house, token),
      Session: INTERACTION_SECONDS,
    },
  }
}

function buildFeatures(publicUrl: string, { errors }: Library): object {
  const resources = listResources(publicUrl)
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    introspection: { enabled: true, allowedPolicy: isOwnToken },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_: Context, __: unknown, oneOf?: string[]) => oneOf?.[0] ?? resources[0],
      getResourceServerInfo: async (_: Context, resource: string) => {
        if (!resources.includes(resource)) throw new errors.InvalidTarget()
        return { scope: GRANTABLE.join(' '), audience: resources[0], accessTokenFormat: 'opaque' }
      },
      useGrantedResource: () => true,
    },
    revocation: { enabled: true, allowedPolicy: isOwnToken },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  }
}

/**
 * A page may use the tokens of a program without a secret where that program goes back to; on
 * loopback the port is not known beforehand. Cookies never count here.
 */
function isOwnPage(origin: string, { clientAuthMethod, redirectUris = [] }: Client): boolean {
  const page = URL.parse(origin)
  if (page === null || clientAuthMethod !== 'none') return false
  const key = pageKey(page)
  return redirectUris.some((uri) => pageKey(new URL(uri)) === key)
}

function pageKey({ protocol, hostname, origin }: URL): string {
  return protocol === 'http:' && isLoopback(hostname) ? hostname : origin
}

/** A program learns of its own tokens and ends its own, and learns nothing of others. */
function isOwnToken(_: Context, client: Client, token: Token): boolean {
  return token.clientId === client.clientId
}

/** Whose a code or a token is; nobody’s once the person, the membership or the grant has ended. */
async function findAccount(house: House, id: string, token?: Token): Promise<object | undefined> {
  const account = parseAccount(id)
  if (account === null) return undefined
  const { grantId, kind } = token ?? {}
  if (grantId !== undefined) {
    const isOfCode = kind === 'AuthorizationCode'
    const holder = await house.database.withSystem((db) => findGrant(db, { id: grantId, isOfCode }))
    if (holder?.userId !== account.userId || holder.tenantId !== account.tenantId) return undefined
  }
  return { accountId: id, claims: () => ({ sub: id }) }
}

/** Counted from the consent, however often the token was renewed. */
function computeRest(house: House, { iiat }: Token): number {
  const now = Math.floor(house.now() / 1000)
  return Math.max(1, GRANT_SECONDS - (iiat === undefined ? 0 : now - iiat))
}

/** The library wants one; nothing is signed with it, since no identity tokens are issued. */
function makeSigningKey(): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }
}

function isHttps(url: string): boolean {
  return url.startsWith('https:')
}
