import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Provider } from 'oidc-provider'
import type { House } from '../platform/context.ts'
import { findHouseSecret } from '../platform/house-secret.ts'
import { mintAccessToken } from '../platform/crypto/access-token.ts'
import { randomUUIDv7 } from '../platform/crypto/tokens.ts'
import { parseAccount } from './account.ts'
import { configure, ROUTES } from './configuration.ts'
import { GRANTABLE, USUAL_SCOPES } from './scopes.ts'

export interface OAuthServer {
  provider: Provider
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** How a code comes back to a program. */
const MODE = 'query'

const opened = new WeakMap<House, Promise<OAuthServer>>()

/** The server of a house, loaded with its library at the first request for it. */
export function openOAuthServer(house: House): Promise<OAuthServer> {
  let server = opened.get(house)
  if (!server) {
    server = load(house)
    opened.set(house, server)
    // The next request tries again.
    server.catch(() => opened.delete(house))
  }
  return server
}

async function load(house: House): Promise<OAuthServer> {
  const library = await importLibrary(house)
  const secret = await findHouseSecret(house, 'oauth')
  const issuer = house.config.publicUrl.replace(/\/$/, '')
  const provider = new library.Provider(issuer, configure(house, library, secret))
  provider.proxy = true
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- of Koa, which waits for it
  provider.use(amend)
  provider.AccessToken.prototype.generateTokenId = function generateTokenId() {
    this.format = 'opaque'
    return mintAccessToken(parseAccount(this.accountId ?? '')!.mode)
  }
  provider.Grant.prototype.generateTokenId = () => randomUUIDv7()
  provider.on('server_error', ((_: Context, error: Error) =>
    house.log.error({ err: error }, 'the OAuth server failed')) as never)
  return { provider, handle: provider.callback() }
}

/** What the library has to say about its surroundings goes where the rest of the log goes. */
async function importLibrary({ log }: House): Promise<typeof import('oidc-provider')> {
  const { warn } = console
  // oxlint-disable-next-line no-console -- the library has no other way to be silenced
  console.warn = (text: unknown) => log.debug({ library: 'oidc-provider' }, String(text))
  try {
    return await import('oidc-provider')
  } finally {
    // oxlint-disable-next-line no-console -- as it was
    console.warn = warn
  }
}

/**
 * Metadata without what is not offered; a request without scopes gets the usual ones. The library
 * knows other modes of a response and has no way to switch them off: under another name it refuses
 * them, to the program, as it does any that it does not know.
 */
async function amend(ctx: Context, next: () => Promise<void>): Promise<void> {
  if (ctx.path === ROUTES.authorization) {
    ctx.query.scope ??= USUAL_SCOPES.join(' ')
    const { response_mode: mode } = ctx.query
    if (typeof mode === 'string' && mode !== MODE) ctx.query.response_mode = `no ${mode}`
  }
  await next()
  if (!ctx.path.startsWith('/.well-known/') || ctx.status !== 200) return
  const document = ctx.body as Record<string, unknown>
  ctx.body = {
    ...pick(document),
    response_modes_supported: [MODE],
    scopes_supported: [...GRANTABLE, 'offline_access'],
  }
}

/** Metadata of RFC 8414, 9207 and the like; of identity tokens there are none. */
const METADATA = [
  'issuer', 'authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint',
  'introspection_endpoint', 'response_types_supported', 'grant_types_supported',
  'code_challenge_methods_supported', 'token_endpoint_auth_methods_supported',
  'authorization_response_iss_parameter_supported', 'client_id_metadata_document_supported',
] // prettier-ignore

function pick(document: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    METADATA.filter((name) => name in document).map((name) => [name, document[name]]),
  )
}
