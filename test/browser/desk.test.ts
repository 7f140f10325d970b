import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { demoDeal } from '../../fixtures/deal.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { buildDashboard, isDashboardStale } from '../../src/resources/dashboard/build.ts'
import { keepSetupToken } from '../../src/resources/sessions/links/setup-token.ts'
import { createFirstTenant, type NewTenant } from '../../src/resources/tenants/create.ts'
import { createCaller, openTestHouse, type TestHouse } from '../context.ts'
import { createVisitor } from '../visitor.ts'
import { findFaults, looksInTurn } from './accessibility.ts'
import { findChromium, openChromium, whyNoWalk } from './chromium.ts'

const PASSWORD = 'ledger petrol kiosk anvil'
const program = findChromium()
/** Where pictures of each screen go, for whoever wants to look at them. */
const pictures = process.env.PICTURES_DIR
const nextLooks = looksInTurn()
const BUILT = join(import.meta.dirname, '../../dashboard/dist')
const KB = 1000

let house: TestHouse
let tenant: NewTenant

before(async () => {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  house = await openTestHouse({ PORT: String(port), PUBLIC_URL: url })
  tenant = (await createFirstTenant(house.house))!
  if (isDashboardStale()) await buildDashboard(house.house)
})
after(() => house?.close())

describe('the dashboard as it is served', () => {
  test('a page has a policy without exceptions, and a nonce of its own each time', async () => {
    const visitor = createVisitor(house)
    const pages = await Promise.all([1, 2].map(() => visitor.send('GET', '/deals/42?page=2')))
    const nonces = pages.map(({ headers, body }) => {
      const policy = String(headers['content-security-policy'])
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
      assert.equal(headers['cache-control'], 'no-store')
      const [, nonce] = /'nonce-([^']+)'/.exec(policy)!
      assert.ok(body.includes(`content="${nonce}"`))
      assert.doesNotMatch(body, /<script(?![^>]+src=)/)
      return nonce
    })
    assert.notEqual(nonces[0], nonces[1])
  })

  test('a page comes in the theme of the cookie, and in no other text of it', async () => {
    const themes = ['dark', 'light', '"><script>'].map(async (theme) => {
      const headers = { cookie: `assay_theme=${theme}` }
      const { body } = await createVisitor(house).send('GET', '/deals', { headers })
      return /data-theme="([^"]*)"/.exec(body)?.[1]
    })
    assert.deepEqual(await Promise.all(themes), ['dark', 'light', 'system'])
  })

  test('its files are kept for ever, and come compressed as they were built', async () => {
    for (const [name, bytes] of listFiles()) {
      const headers = { 'accept-encoding': 'gzip' }
      const response = await createVisitor(house).send('GET', `/desk/${name}`, { headers })
      assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
      if (bytes.length < 1024) continue
      assert.equal(response.headers['content-encoding'], 'gzip')
      assert.ok(response.raw.length <= gzipSync(bytes, { level: 9 }).length)
    }
  })

  test('nothing but its own files is served from its folder', async () => {
    for (const path of ['/desk/', '/desk/none.js', '/desk/../index.html', '/desk/%2e%2e/build.ts'])
      assert.equal((await createVisitor(house).send('GET', path)).status, 404, path)
  })

  test('no address of the API is one of its pages', async () => {
    for (const path of ['/v1/deals', '/dealsX', '/desk', '/session'])
      assert.ok(
        !String((await createVisitor(house).send('GET', path)).headers['content-type']).includes(
          'html',
        ),
        path,
      )
  })

  test('the first view, each screen and all of it stay within their budgets', () => {
    const sizes = new Map(listFiles().map(([name, bytes]) => [name, gzipSync(bytes).length]))
    const page = readFileSync(join(BUILT, 'index.html'), 'utf8')
    const first = [...page.matchAll(/\/desk\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name!)
    const deals = [...sizes.keys()].find((name) => /^deals-.*\.js$/.test(name))!
    const sum = (names: readonly string[]) => names.reduce((all, one) => all + sizes.get(one)!, 0)
    const scripts = [...first.filter((name) => name.endsWith('.js')), deals]
    const styles = first.filter((name) => name.endsWith('.css'))
    assert.ok(sum(scripts) <= 170 * KB, `${sum(scripts)} bytes of script for the first view`)
    assert.ok(sum(styles) <= 20 * KB, `${sum(styles)} bytes of style`)
    const others = [...sizes].filter(([name]) => !first.includes(name))
    for (const [name, size] of others) assert.ok(size <= 60 * KB, `${name} has ${size} bytes`)
    assert.ok(sum([...sizes.keys()]) <= 450 * KB)
  })
})

/** Scripts and styles that were built. */
function listFiles(): [name: string, bytes: Buffer][] {
  const folder = join(BUILT, 'desk')
  const names = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))
  return names.map((name) => [name, readFileSync(join(folder, name))])
}

const skip = whyNoWalk(program)
describe('in a real browser, an underwriter', { skip }, () => {
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const faults: string[] = []
  const violations: string[] = []

  before(async () => {
    const { port, publicUrl } = house.config
    await house.app.listen({ port, host: '127.0.0.1' })
    browser = await openChromium(program!)
    context = await browser.newContext({ baseURL: publicUrl })
    page = await context.newPage()
    page.setDefaultTimeout(30_000)
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
  })
  after(() => browser?.close())

  test('is sent to sign-in and comes back to the page of the link', async () => {
    const made = { tenantId: tenant.tenantId, nowMs: house.house.now() }
    const token = keepSetupToken(house.config, made)
    const owner = { name: 'Olivia Lender', email: 'olivia@bank.example', password: PASSWORD }
    const body = { token, organization: 'Harbor Lending', ...owner }
    assert.equal((await createVisitor(house).send('POST', '/session/setup', { body })).status, 200)
    await page.goto('/deals?q=none')
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).search, '?q=none')
    await page.getByText('No deal fits these filters').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByText('No deals in the test mode yet').waitFor()
    await look('deals-empty')
  })

  test('makes a deal of six files and sees it being read', async () => {
    const { files } = await demoDeal()
    await page.getByRole('button', { name: 'New deal' }).click()
    await page.getByLabel('Name of the business').fill('Juniper Lane Cafe')
    const payload = files.map(({ filename, bytes }) => ({
      name: filename,
      mimeType: 'application/pdf',
      buffer: Buffer.from(bytes),
    }))
    await page.getByLabel('Statements, application, other documents').setInputFiles(payload)
    await look('new-deal')
    await page.getByRole('button', { name: 'Create the deal' }).click()
    await page.getByRole('heading', { name: 'Juniper Lane Cafe', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Processing' }).waitFor()
    await page.getByRole('group', { name: 'Metrics' }).waitFor()
  })

  test('goes from a number to its rows, and from a row to its line on the page', async () => {
    await page.getByRole('region', { name: 'Processing' }).waitFor({ state: 'hidden' })
    await page.getByRole('region', { name: 'Positions' }).getByText('Forward Financing').waitFor()
    await page.getByRole('img', { name: /Daily balance from 1 Jul 2025/ }).waitFor()
    await look('overview')
    const months = page.getByRole('group', { name: 'Table of months' })
    await months.getByRole('button', { name: '59,258' }).click()
    const drawer = page.getByRole('dialog', { name: 'True revenue' })
    await drawer.getByText('40 rows').waitFor()
    await look('evidence')
    await drawer.getByRole('link', { name: 'Square' }).first().click()
    await page.getByRole('img', { name: /Page \d as submitted/ }).waitFor()
    await page.locator('.row-box[data-marked=true]').waitFor()
    assert.equal(await page.locator('tr[aria-selected=true]').count(), 1)
    await look('statement')
  })

  test('finds rows by filters, corrects them, sees the numbers change, and takes it back', async () => {
    await page.getByRole('link', { name: 'Transactions' }).click()
    await page.getByLabel('Search the transactions').fill('cash deposit')
    await page.waitForURL(/q=cash/)
    await page
      .getByRole('switch', { name: /CASH DEPOSIT/ })
      .first()
      .waitFor()
    await look('transactions')
    await page.getByRole('checkbox', { name: 'Select every row that is shown' }).check()
    await page.keyboard.press('c')
    await page.getByPlaceholder('Type a category').fill('owner contribution')
    await look('correction')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    const changed = page.getByRole('status', { name: 'What changed' })
    await changed.getByText('Monthly true revenue').waitFor()
    await look('impact')
    await page.getByRole('button', { name: 'Undo' }).click()
    await changed.getByText('Taken back').waitFor()
  })

  test('mends a statement that does not reconcile and sees it turn green', async () => {
    const caller = createCaller(house.app, tenant.testKey)
    const made = await caller.post('/v1/sandbox/deals', { sample: 'non-reconciling' })
    const { submission_id: id } = made.body.data
    await caller.get(`/v1/submissions/${id}/scorecard?wait=25`)
    await page.goto(`/deals/${id}/documents`)
    await page.getByText('✕ no').waitFor()
    await look('documents')
    await page.getByRole('link', { name: 'statement-2025-09.pdf' }).click()
    await page.getByText('Off by').waitFor()
    await look('unreconciled')
    await page.getByRole('button', { name: 'Add a missing row' }).click()
    await page.getByLabel('Description', { exact: true }).fill('CASH WITHDRAWAL')
    await page.getByRole('button', { name: 'Add the row' }).click()
    await page.getByText('✓ Reconciled').waitFor()
    await look('reconciled')
  })

  test('goes everywhere by the keyboard alone', async () => {
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('link', { name: 'Juniper Lane Cafe' }).waitFor()
    await look('deals')
    await page.keyboard.press('/')
    await page.getByPlaceholder('A deal, a screen, an action').pressSequentially('juniper')
    await page.getByRole('option', { name: /Juniper Lane Cafe/ }).waitFor()
    await look('palette')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Juniper Lane Cafe', level: 1 }).waitFor()
    await page.keyboard.press('2')
    await page.waitForURL(/\/transactions/)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await look('keys')
    await page.keyboard.press('Escape')
  })

  test('sees nothing of one mode in the other, and is shown the way from a link', async () => {
    const address = page.url()
    await page.getByText('Live', { exact: true }).click()
    await page.goto('/deals')
    await page.getByText('No deals in the live mode yet').waitFor()
    await page.goto(address)
    await page.getByRole('button', { name: 'Look in the test mode' }).click()
    await page.getByRole('heading', { name: 'Juniper Lane Cafe', level: 1 }).waitFor()
  })

  test('meets no fault of script or policy on the way, and none of accessibility on any screen', () => {
    const refused = faults.filter((text) => !/status of 4\d\d/.test(text))
    assert.deepEqual(refused, [])
    assert.deepEqual(violations, [])
  })

  async function look(name: string): Promise<void> {
    for (const { name: size, colorScheme, ...viewport } of nextLooks()) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      violations.push(...(await findFaults(page)).map((fault) => `${name}, ${size}: ${fault}`))
      if (pictures === undefined) continue
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: `${pictures}/${name}-${size}.png` })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
  }
})
