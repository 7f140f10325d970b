// `node bootstrap.mjs scripts/oauth-tour.ts`: a program is let in by OAuth 2.1, step by step, on a copy of
// the service that is thrown away: discovery, registration, sign-in and consent in a real browser, call,
// refresh, reuse, revocation. The browser is the program of CHROMIUM_PATH, or one of the search path.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as client from 'openid-client'
import type { Page } from 'playwright-core'
import { findChromium, openChromium } from '../test/browser/chromium.ts'
import { createCaller, OWNER_PASSWORD, type TestTenant } from '../test/context.ts'
import {
  openOAuthHouse,
  redeem,
  registerClient,
  startAuthorization,
  type Authorization,
  type OAuthHouse,
} from '../test/oauth-house.ts'
import { withTestDatabase } from './run-tests.ts'

const program = findChromium()
if (program === null) {
  console.error('There is no chromium on the search path; CHROMIUM_PATH may name one.')
  process.exitCode = 2
} else {
  process.exitCode = await withTestDatabase(process.env.TEST_DATABASE_URL, async (databaseUrl) => {
    process.env.TEST_DATABASE_URL = databaseUrl
    return visit(program)
  })
}

async function visit(executablePath: string): Promise<number> {
  const house = await openOAuthHouse()
  const browser = await openChromium(executablePath)
  const waiting = await openLoopback()
  try {
    const page = await browser.newPage()
    await tour(house, page, waiting.redirect)
    return 0
  } finally {
    waiting.close()
    await browser.close()
    await house.close()
  }
}

async function tour(house: OAuthHouse, page: Page, redirect: string): Promise<void> {
  const tenant = await house.tenant()
  const config = await registerClient(house, { client_name: 'The tour' })
  const { issuer, code_challenge_methods_supported: methods } = config.serverMetadata()
  step('discovery', `${issuer} offers ${methods?.join(', ')}`)
  step('registration', `client_id ${config.clientMetadata().client_id}`)
  const started = await startAuthorization(config, { redirect_uri: redirect })
  step('authorization', started.url.href)
  await signIn(page, started, tenant)
  const tokens = await redeem(started, await allow(page, redirect))
  step('tokens', `${hide(tokens.access_token)} for ${tokens.expires_in} s: ${tokens.scope}`)
  step('call', await call(house, tokens.access_token))
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token!)
  step('refresh', `${hide(renewed.access_token)}; ${await call(house, renewed.access_token)}`)
  step('reuse of the first refresh token', await reuse(config, tokens.refresh_token!))
  step('call with the newest token', await call(house, renewed.access_token))
  await revoke(house, { config, page, redirect })
}

/** A browser that nobody has signed in with comes to the page of sign-in first. */
async function signIn(page: Page, { url }: Authorization, { owner }: TestTenant): Promise<void> {
  await page.goto(url.href)
  step('sign-in', `the browser shows “${await heading(page)}”`)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
}

/** What the person reads and presses; returns where the browser comes out. */
async function allow(page: Page, redirect: string): Promise<URL> {
  const ticked = await page.locator('input[name=scope]:checked').count()
  const mode = await page.locator('input[name=mode]:checked').getAttribute('value')
  step('consent', `“${await heading(page)}” ${ticked} rights ticked, ${mode} data`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForURL((url) => url.href.startsWith(redirect))
  const back = new URL(page.url())
  step('back', `the browser goes back with ${[...back.searchParams.keys()].join(', ')}`)
  return back
}

async function revoke(
  house: OAuthHouse,
  { config, page, redirect }: { config: client.Configuration; page: Page; redirect: string },
): Promise<void> {
  const again = await startAuthorization(config, { redirect_uri: redirect })
  await page.goto(again.url.href)
  const tokens = await redeem(again, await allow(page, redirect))
  step('call', await call(house, tokens.access_token))
  await client.tokenRevocation(config, tokens.refresh_token!)
  step('call after revocation', await call(house, tokens.access_token))
}

function reuse(config: client.Configuration, token: string): Promise<string> {
  return client
    .refreshTokenGrant(config, token)
    .then(() => 'served')
    .catch((error: unknown) => (error as client.ResponseBodyError).error)
}

/** Where the program waits for the browser, as an editor does. */
async function openLoopback(): Promise<{ redirect: string; close(): void }> {
  const server = createServer((_, response) => void response.end('Back in the program.'))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    redirect: `http://127.0.0.1:${port}/callback`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function call({ app }: OAuthHouse, token: string): Promise<string> {
  const { status, body } = await createCaller(app, token).get('/v1/submissions')
  return `GET /v1/submissions: ${status} ${body.error?.code ?? ''}`.trim()
}

function heading(page: Page): Promise<string> {
  return page.getByRole('heading', { level: 1 }).innerText()
}

/** As much of a token as an entry of the log shows. */
function hide(token: string): string {
  return `${token.slice(0, 12)}…`
}

function step(name: string, text: string): void {
  console.log(`${name.padEnd(34)} ${text}`)
}
