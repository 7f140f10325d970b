// `node bootstrap.mjs scripts/oauth-tour.ts`: a program is let in by OAuth 2.1, step by step, on a copy of
// the service that is thrown away: discovery, registration, consent, call, refresh, reuse, revocation.
import * as client from 'openid-client'
import { createCaller } from '../test/context.ts'
import {
  consent,
  openOAuthHouse,
  redeem,
  registerClient,
  signInBrowser,
  startAuthorization,
  type OAuthHouse,
} from '../test/oauth-house.ts'
import { withTestDatabase } from './run-tests.ts'

process.exitCode = await withTestDatabase(process.env.TEST_DATABASE_URL, async (databaseUrl) => {
  process.env.TEST_DATABASE_URL = databaseUrl
  const house = await openOAuthHouse()
  try {
    await tour(house)
    return 0
  } finally {
    await house.close()
  }
})

async function tour(house: OAuthHouse): Promise<void> {
  const browser = await signInBrowser(house, await house.tenant(), 'underwriter')
  const config = await registerClient(house, { client_name: 'The tour' })
  const { issuer, code_challenge_methods_supported: methods } = config.serverMetadata()
  step('discovery', `${issuer} offers ${methods?.join(', ')}`)
  step('registration', `client_id ${config.clientMetadata().client_id}`)
  const started = await startAuthorization(config)
  step('authorization', started.url.href)
  const back = await consent(browser, started)
  step('consent', `the browser goes back with ${[...back.searchParams.keys()].join(', ')}`)
  const tokens = await redeem(started, back)
  step('tokens', `${hide(tokens.access_token)} for ${tokens.expires_in} s: ${tokens.scope}`)
  step('call', await call(house, tokens.access_token))
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!)
  step('refresh', `${hide(renewed.access_token)}; ${await call(house, renewed.access_token)}`)
  const reuse = await client
    .refreshTokenGrant(config, tokens.refresh_token!)
    .then(() => 'served')
    .catch((error: unknown) => (error as client.ResponseBodyError).error)
  step('reuse of the first refresh token', reuse)
  step('call with the newest token', await call(house, renewed.access_token))
  const again = await startAuthorization(config)
  const others = await redeem(again, await consent(browser, again))
  await client.tokenRevocation(config, others.refresh_token!)
  step('another consent, then revocation', await call(house, others.access_token))
}

async function call({ app }: OAuthHouse, token: string): Promise<string> {
  const { status, body } = await createCaller(app, token).get('/v1/submissions')
  return `GET /v1/submissions: ${status} ${body.error?.code ?? ''}`.trim()
}

/** As much of a token as an entry of the log shows. */
function hide(token: string): string {
  return `${token.slice(0, 12)}…`
}

function step(name: string, text: string): void {
  console.log(`${name.padEnd(34)} ${text}`)
}
