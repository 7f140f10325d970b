import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { findFreePort } from '../../scripts/free-port.ts'
import { keepSetupToken, setupLink } from '../../src/resources/sessions/links/setup-token.ts'
import { createFirstTenant, type NewTenant } from '../../src/resources/tenants/create.ts'
import { keepFirstKeys } from '../../src/resources/tenants/first-keys.ts'
import { getMethod, getPath } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { createCaller, openTestHouse, type TestHouse } from '../context.ts'
import { findChromium, openChromium, whyNoWalk } from './chromium.ts'
import { createLook } from './desk.ts'

const PASSWORD = 'ledger petrol kiosk anvil'
const EMAIL = 'olivia@bank.example'
const program = findChromium()
/** Of people, without what leads on by itself. */
const PAGES = ROUTES.filter(
  (one) => one.browser === 'page' && getMethod(one) === 'GET' && !/\/assets\//.test(one.endpoint),
)
  .map(getPath)
  .filter((path) => path !== '/')

const skip = whyNoWalk(program)
describe('in a real browser, the owner of a new copy', { skip }, () => {
  let house: TestHouse
  let tenant: NewTenant
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let link: string
  let looking: ReturnType<typeof createLook>
  const faults: string[] = []
  const seen = new Set<string>()

  before(async () => {
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    house = await openTestHouse({ PORT: String(port), PUBLIC_URL: url }, { worker: false })
    await house.app.listen({ port, host: '127.0.0.1' })
    tenant = (await createFirstTenant(house.house))!
    keepFirstKeys(house.config, tenant)
    const made = { tenantId: tenant.tenantId, nowMs: house.house.now() }
    link = setupLink(house.config, keepSetupToken(house.config, made))
    browser = await openChromium(program!)
    context = await browser.newContext({ baseURL: url })
    page = await context.newPage()
    looking = createLook(page)
    page.setDefaultTimeout(60_000)
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
  })
  after(async () => {
    await browser?.close()
    await house?.close()
  })

  let secret = ''
  const code = (at = 0) =>
    new TOTP({ secret }).generate({ timestamp: house.house.now() + at * 30_000 })

  test('comes from the address to setup, makes the account with the link and sees the test key', async () => {
    await page.goto('/')
    assert.equal(new URL(page.url()).pathname, '/setup')
    await look('setup-without-link')
    await page.goto(link)
    await page.waitForURL(({ hash }) => hash === '')
    assert.ok(await page.getByLabel('Code of the link').isHidden())
    await look('setup')
    await page.getByLabel('Organization').fill('Harbor Lending')
    await page.getByLabel('Your name').fill('Olivia Lender')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill('harbor lending')
    await page.getByRole('button', { name: 'Create the owner' }).click()
    assert.match(await page.getByRole('alert').innerText(), /easily guessed/)
    await look('setup-fault')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create the owner' }).click()
    await page.getByRole('heading', { name: 'Harbor Lending is set up' }).waitFor()
    assert.equal(await page.locator('#test-key').innerText(), tenant.testKey)
    await look('welcome')
  })

  test('loads the sample deals, once', async () => {
    for (const _ of [1, 2]) {
      await page.goto('/welcome')
      await page.getByRole('button', { name: 'Load the sample deals' }).click()
      await page.getByRole('status').waitFor()
    }
    await look('welcome-loaded')
    const { body } = await createCaller(house.app, tenant.testKey).get('/v1/submissions')
    assert.ok(body.data.length >= 10)
    assert.equal(new Set(body.data.map(({ name }: any) => name)).size, body.data.length)
  })

  test('adds an authenticator app and gets recovery codes', async () => {
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await look('account-new')
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    secret = (await page.locator('#secret').innerText()).replaceAll(' ', '')
    await look('totp')
    await page.getByLabel('First code').fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('First code').fill(code(-1))
    await page.getByRole('button', { name: 'Confirm' }).click()
    assert.equal(await page.locator('.codes li').count(), 10)
    await look('recovery-codes')
    await page.getByRole('link', { name: 'I have kept them' }).click()
    await look('account')
  })

  test('signs out, and in again with the keyboard alone and a one-time code', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await look('sign-in')
    await page.keyboard.type(EMAIL)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await look('sign-in-fault')
    await page.getByLabel('Password').focus()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await look('second-step')
    await page.keyboard.type(code())
    await page.keyboard.press('Enter')
    await leaveTheDesk()
    assert.equal(await page.getByText('(this one)').count(), 1)
  })

  /** Whoever signs in and wanted nothing else comes to the deals. */
  async function leaveTheDesk(): Promise<void> {
    await page.waitForURL('**/deals')
    await page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor()
    await page.goto('/account')
  }

  test('adds a passkey, and signs in with it alone', async () => {
    const devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.getByLabel('Name of the passkey').fill('Laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('status').waitFor()
    assert.equal(await page.getByText('Laptop').count(), 1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await leaveTheDesk()
    await look('account-with-passkey')
  })

  test('lets a program in by way of sign-in, and ends it among the connected programs', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    const { callback, authorize } = await registerProgram({
      response_type: 'code',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      scope: 'documents:read keys:write',
    })
    await page.goto(authorize)
    await signInWithCode()
    await page.getByRole('heading', { name: 'Connect Deal reader?' }).waitFor()
    await look('consent')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.waitForURL((url) => url.href.startsWith(`${callback}?code=`))
    await page.goto('/account/apps')
    await look('apps')
    await page.getByRole('button', { name: 'Disconnect Deal reader' }).click()
    await page.getByRole('status').waitFor()
    await look('apps-none')
  })

  test('goes from the form of sign-in to a program that is refused, past form-action', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    const { callback, authorize } = await registerProgram({ response_type: 'token' })
    await page.goto(`/sign-in?next=${encodeURIComponent(authorize)}`)
    await signInWithCode()
    await page.waitForURL((url) => url.href.startsWith(`${callback}#error=`))
  })

  test('meets no fault of script or policy on the way, and none of accessibility on any page', async () => {
    await page.goto('/account')
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    await look('totp-again')
    for (const path of ['/organizations', '/team']) {
      await page.goto(path)
      await look(path.slice(1))
    }
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const path of [
      '/forgot',
      '/forgot/sent',
      '/reset#abc',
      '/invitation#abc',
      '/upload#abc',
    ]) {
      await page.goto(path)
      await look(path.slice(1).replaceAll(/[#/]/g, '-'))
    }
    const refused = faults.filter((text) => !/status of 4\d\d/.test(text))
    assert.deepEqual(refused, [])
    assert.deepEqual(looking.violations, [])
    assert.deepEqual(
      PAGES.filter((path) => !seen.has(path)),
      [],
      'pages that nobody looked at',
    )
  })

  /** A program, and where it sends the browser of a person. */
  async function registerProgram(request: Record<string, string>) {
    const callback = `http://127.0.0.1:${house.config.port}/callback`
    const metadata = { client_name: 'Deal reader', redirect_uris: [callback] }
    const { body } = await createCaller(house.app, null).post('/oauth/register', metadata)
    const query = { client_id: body.client_id, redirect_uri: callback, ...request }
    return { callback, authorize: `/oauth/authorize?${new URLSearchParams(query).toString()}` }
  }

  /** From the form of sign-in on. */
  async function signInWithCode(): Promise<void> {
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    // Each step of a generator is taken once.
    await house.house.database.pool.query('update mfa_factors set last_counter = 0')
    await page.getByLabel('Code').fill(code())
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  async function look(name: string): Promise<void> {
    const { pathname } = new URL(page.url())
    seen.add(pathname)
    assert.match(await page.title(), / · Assay$/)
    await looking.look(name)
  }
})
