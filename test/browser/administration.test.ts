import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { findFreePort } from '../../scripts/free-port.ts'
import { buildDashboard, isDashboardStale } from '../../src/resources/dashboard/build.ts'
import { keepSetupToken } from '../../src/resources/sessions/links/setup-token.ts'
import { createFirstTenant, type NewTenant } from '../../src/resources/tenants/create.ts'
import { createCaller, openTestHouse, type Caller, type TestHouse } from '../context.ts'
import { readSample } from '../broker.ts'
import { createVisitor } from '../visitor.ts'
import { findFaults } from './accessibility.ts'
import { findChromium, openChromium, whyNoWalk } from './chromium.ts'

const PASSWORD = 'ledger petrol kiosk anvil'
const program = findChromium()
/** Where pictures of each screen go, for whoever wants to look at them. */
const pictures = process.env.PICTURES_DIR
const SIZES = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'narrow', width: 390, height: 844 },
]
/** What a theme or a width can change; the rest is seen once. */
const RULES_OF_LOOKS = ['color-contrast', 'target-size', 'scrollable-region-focusable']
const skip = whyNoWalk(program)

describe('in a real browser, whoever sets the desk up', { skip }, () => {
  let house: TestHouse
  let tenant: NewTenant
  let caller: Caller
  let browser: Browser
  let page: Page
  const faults: string[] = []
  const violations: string[] = []

  before(async () => {
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    house = await openTestHouse({ PORT: String(port), PUBLIC_URL: url })
    tenant = (await createFirstTenant(house.house))!
    caller = createCaller(house.app, tenant.testKey)
    if (isDashboardStale()) await buildDashboard(house.house)
    await house.app.listen({ port, host: '127.0.0.1' })
    browser = await openChromium(program!)
    page = await openPage()
    const made = { tenantId: tenant.tenantId, nowMs: house.house.now() }
    const token = keepSetupToken(house.config, made)
    const owner = { name: 'Olivia Lender', email: 'olivia@bank.example', password: PASSWORD }
    const body = { token, organization: 'Harbor Lending', ...owner }
    await createVisitor(house).send('POST', '/session/setup', { body })
    await enter(page, owner.email)
  })
  after(async () => {
    await browser?.close()
    await house?.close()
  })

  test('makes a key that may only read, sees its secret once, and switches it off and on', async () => {
    await page.goto('/developers')
    await page.getByRole('heading', { name: 'Keys of the test mode' }).waitFor()
    await look('keys')
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What the key is for').fill('Nightly import')
    await dialog.getByRole('button', { name: 'Read everything' }).click()
    await look('key-new')
    await dialog.getByRole('button', { name: 'Create the key' }).click()
    await dialog.getByText('Shown once').waitFor()
    const secret = await dialog.getByLabel('Key', { exact: true }).textContent()
    await look('key-secret')
    await dialog.getByRole('button', { name: 'I have kept it' }).click()
    const program = createCaller(house.app, secret!)
    assert.equal((await program.get('/v1/submissions')).status, 200)
    await page.getByRole('link', { name: 'Nightly import' }).click()
    await look('key')
    await dialog.getByRole('button', { name: 'Switch off' }).click()
    await dialog.getByRole('button', { name: 'Switch on' }).waitFor()
    assert.equal((await program.get('/v1/submissions')).status, 401)
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await dialog.getByRole('button', { name: 'Revoke…' }).click()
    assert.ok(await dialog.getByRole('button', { name: 'Revoke for ever' }).isDisabled())
    await page.keyboard.press('Escape')
  })

  test('finds a request that failed, and opens what is kept of it', async () => {
    await caller.post('/v1/submissions', { name: 7 })
    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    await page.getByLabel('Outcome').selectOption('Failed')
    await page.waitForURL(/failed=yes/)
    await page.getByRole('link', { name: 'POST /v1/submissions' }).first().click()
    const drawer = page.getByRole('dialog', { name: 'Request' })
    await drawer.getByText('Form of the body').waitFor()
    await drawer.getByRole('link', { name: /invalid|validation/ }).waitFor()
    await look('request')
    await page.keyboard.press('Escape')
    await look('requests')
  })

  test('makes a webhook, sends it a test, and opens what arrived', async () => {
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByText('No webhook yet').waitFor()
    await look('webhooks-empty')
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByRole('button', { name: 'Use the inbox of the test mode' }).click()
    await look('webhook-new')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByText('Shown once').waitFor()
    await page.getByRole('button', { name: 'Open the webhook' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('Arrived: 200').waitFor()
    await look('webhook')
    await page.getByRole('group', { name: 'Table of deliveries' }).getByRole('link').first().click()
    await page.getByRole('region', { name: 'Attempt 1' }).waitFor()
    await look('delivery')
    await page.getByRole('button', { name: 'Send it again' }).click()
    await page.getByText('On its way again').waitFor()
    await page.getByText('test, sent again').first().waitFor()
  })

  test('reads events, usage, and how an agent is let in', async () => {
    await caller.post('/v1/sandbox/deals', { sample: 'clean' })
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.getByRole('link', { name: 'submission.created' }).first().click()
    await page.getByRole('dialog', { name: 'Event' }).getByText('Data').waitFor()
    await look('event')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await page.getByRole('group', { name: 'Totals' }).waitFor()
    await look('usage')
    await page.getByRole('link', { name: 'Agents', exact: true }).click()
    await page.getByRole('region', { name: 'Cursor' }).waitFor()
    await look('agents')
  })

  test('finds a row of a deal from everywhere, and its merchant', async () => {
    const { body } = await caller.post('/v1/sandbox/deals', { sample: 'clean' })
    await caller.get(`/v1/submissions/${body.data.submission_id}/scorecard?wait=25`)
    await page.keyboard.press('/')
    await page.getByPlaceholder('A deal, a screen, an action').pressSequentially('square')
    await page
      .getByRole('option', { name: /in no deal yet|rows?$/ })
      .first()
      .waitFor()
    await look('palette')
    await page.getByRole('option', { name: 'Everything with “square”' }).click()
    await page.getByRole('group', { name: 'Table of what was found' }).waitFor()
    await look('search')
    await page.goto('/search')
    await page.getByRole('link', { name: 'amount:>500' }).waitFor()
    await look('search-hints')
  })

  test('puts a merchant into a group, and takes that back', async () => {
    await page.goto('/merchants')
    await page.getByLabel('Search the merchants').fill('square')
    await page.waitForURL(/q=square/)
    await look('merchants')
    await page.getByRole('group', { name: 'Table of merchants' }).getByRole('link').first().click()
    const form = page.getByRole('region', { name: 'In your deals' })
    await form.getByLabel('Other names, one a line').fill('SQ PAYOUT')
    await look('merchant')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Groups', exact: true }).click()
    await page.getByRole('group', { name: 'Table of groups' }).waitFor()
    await look('merchant-groups')
    await page.getByRole('link', { name: 'Corrections', exact: true }).click()
    await page.getByText('No corrections').waitFor()
    await look('corrections')
  })

  test('writes a template and sees the mail that it makes', async () => {
    await page.goto('/email')
    await page.getByRole('button', { name: 'Write a mail' }).click()
    await page.getByLabel('To', { exact: true }).fill('ada@example.com')
    await page.getByLabel('Subject').fill('Statements')
    await page.getByLabel('Text').fill('We need the one of August.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('link', { name: 'Statements', exact: true }).click()
    await page.getByText('never leave').waitFor()
    await look('email')
    await page.keyboard.press('Escape')
    await look('emails')
    await page.getByRole('link', { name: 'Templates', exact: true }).click()
    await page.getByRole('group', { name: 'Table of templates' }).waitFor()
    await look('templates')
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByLabel('Name').fill('Hello')
    await page.getByLabel('Subject').fill('About {{ company.name }}')
    await page.getByLabel('Text').fill('We have read your statements.')
    const preview = page.getByRole('article', { name: 'Preview' })
    await preview.getByText('We have read your statements.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Hello', exact: true }).waitFor()
    await look('template')
  })

  test('installs an app by its form, and connects a CRM that shows what it would write', async () => {
    await page.goto('/apps')
    await page.getByRole('link', { name: 'Plaid', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Plaid' })
    await drawer.getByLabel('Sign').selectOption('Invert')
    assert.ok(await drawer.getByRole('button', { name: 'Install' }).isDisabled())
    await drawer.getByLabel('It may use: Transactions').check()
    await look('app')
    await drawer.getByRole('button', { name: 'Install' }).click()
    await drawer.getByRole('button', { name: 'Uninstall' }).waitFor()
    await page.keyboard.press('Escape')
    await look('apps')
    await page.getByRole('link', { name: 'Bank links', exact: true }).click()
    await page.getByRole('button', { name: 'Connect a provider' }).click()
    await page.getByLabel('Your name for it').fill('Plaid for tests')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('link', { name: 'Plaid for tests' }).click()
    await page.getByText('Nobody has linked accounts yet').waitFor()
    await look('integration')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'CRM', exact: true }).click()
    await page.getByRole('button', { name: 'Connect a CRM' }).click()
    await page.getByLabel('CRM', { exact: true }).selectOption('CSV files')
    await page.getByLabel('Your name for it').fill('Nightly files')
    await look('crm-new')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('combobox', { name: 'Deal' }).selectOption({ index: 1 })
    await page.getByRole('group', { name: 'Table of the preview' }).waitFor()
    await page.getByRole('button', { name: 'Test it' }).click()
    await page.getByRole('dialog', { name: 'Test' }).getByText('✓').first().waitFor()
    await page.keyboard.press('Escape')
    await look('crm')
  })

  test('changes a setting and takes it back, and sees a formula before it is kept', async () => {
    await page.goto('/settings')
    await page.getByLabel('A day is low below').fill('750')
    await page.getByLabel('A day is low below').press('Enter')
    await page.getByText('A day is low below: saved').waitFor()
    await look('settings')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('input[value="500"]').waitFor()
    await page.getByRole('link', { name: 'Revenue formula' }).click()
    await page.getByLabel('Never count').selectOption({ index: 4 })
    await page.getByRole('button', { name: 'See what would change' }).click()
    await page.getByText(/of \d+ recent deals?/).waitFor()
    await look('revenue')
    await page.getByRole('link', { name: 'Document classes' }).click()
    await page.getByRole('link', { name: 'Bank statement', exact: true }).click()
    await page.getByRole('region', { name: 'Fields that are read' }).waitFor()
    await look('class')
    await page.keyboard.press('Escape')
    await look('classes')
    await page.getByRole('link', { name: 'File names' }).click()
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByLabel('Name of the rule').fill('Statements')
    await page.getByRole('group', { name: 'Variables' }).getByRole('button').first().click()
    await page.getByText('Such as:').waitFor()
    await look('file-name')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Delete Statements' }).click()
    await page.getByText('No rule yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('link', { name: 'Statements', exact: true }).waitFor()
    await look('file-names')
    await page.getByRole('link', { name: 'Taught layouts' }).click()
    await page.getByText('No layout was taught yet').waitFor()
    await look('layouts')
    await page.getByRole('link', { name: 'Changes' }).click()
    await page.getByText('Low balance threshold').first().waitFor()
    await look('changes')
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('none missing').waitFor()
    await look('audit')
  })

  test('a developer sees what programs need, and nothing of the deals', async () => {
    const [email, role] = ['dev@bank.example', 'developer']
    const live = createCaller(house.app, tenant.liveKey)
    const { body } = await live.post('/v1/team/invitations', { email, role })
    await join(body.data.invite_url)
    const developer = await openPage()
    await enter(developer, email)
    const rail = developer.getByRole('navigation', { name: 'Main' })
    await rail.getByRole('link', { name: 'Developers' }).click()
    await developer.getByRole('heading', { name: 'Keys of the test mode' }).waitFor()
    for (const name of ['Deals', 'From brokers', 'Merchants', 'E-mail', 'Team'])
      assert.equal(await rail.getByRole('link', { name, exact: true }).count(), 0, name)
    await rail.getByRole('link', { name: 'Apps and integrations' }).click()
    await developer.getByRole('heading', { name: 'Providers of the test mode' }).waitFor()
    assert.equal(await developer.getByRole('link', { name: 'CRM', exact: true }).count(), 0)
    await developer.goto('/settings')
    const hold = developer.getByRole('checkbox', { name: /Legal hold/ })
    await hold.waitFor()
    assert.ok(await hold.isDisabled())
    await developer.context().close()
  })

  test('a broker sees nothing but their deals, and what each still needs', async () => {
    const live = createCaller(house.app, tenant.liveKey)
    const made = await live.post('/v1/broker/api-keys', {
      name: 'Portal',
      broker: { name: 'North Desk', email: 'deals@north.example' },
    })
    const email = 'ada@north.example'
    const invitation = { email, role: 'broker', broker_id: made.body.data.broker.id }
    const { body } = await live.post('/v1/team/invitations', invitation)
    await join(body.data.invite_url)
    const broker = await openPage()
    await enter(broker, email)
    await broker.getByRole('heading', { name: 'Your deals' }).waitFor()
    await broker.getByText('No deals here').waitFor()
    assert.equal(await broker.getByRole('link', { name: 'Deals', exact: true }).count(), 0)
    assert.equal(await broker.getByRole('radio').count(), 0)
    await look('broker-empty', broker)
    await broker.getByRole('button', { name: 'New deal' }).click()
    await broker.getByLabel('Name of the business').fill('Harborline Studio LLC')
    await broker.getByRole('button', { name: 'Begin' }).click()
    await broker.getByLabel('EIN').fill('12-3456789')
    await broker.getByLabel('Amount').fill('50000')
    await broker.getByText('Saved').first().waitFor()
    await broker.getByRole('button', { name: 'Add an owner' }).click()
    await broker.getByLabel('First name').fill('Ada')
    await broker.getByLabel('Last name').fill('Marlowe')
    await broker.getByLabel('Share in percent').fill('100')
    await broker.getByRole('button', { name: 'Save the owners' }).click()
    await broker.getByText('Ada Marlowe').waitFor()
    const { filename, bytes } = readSample('clean/statement-2025-07.pdf')
    const buffer = Buffer.from(bytes)
    await broker
      .getByLabel('Add files')
      .setInputFiles({ name: filename, mimeType: 'application/pdf', buffer })
    await broker.getByText('Bank statement', { exact: true }).waitFor()
    await broker.getByText('2 of 6 missing').waitFor()
    assert.ok(await broker.getByRole('button', { name: 'Submit the deal' }).isDisabled())
    await look('broker-deal', broker)
    await broker.goto('/broker')
    await broker.getByRole('link', { name: 'Harborline Studio LLC' }).waitFor()
    await look('broker-deals', broker)
    await broker.context().close()
  })

  test('meets no fault of script or policy, and none of accessibility', () => {
    assert.deepEqual(
      faults.filter((text) => !/status of 4\d\d/.test(text)),
      [],
    )
    assert.deepEqual(violations, [])
  })

  async function openPage(): Promise<Page> {
    const context = await browser.newContext({ baseURL: house.config.publicUrl })
    const opened = await context.newPage()
    opened.setDefaultTimeout(30_000)
    opened.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    opened.on('pageerror', (error) => faults.push(error.message))
    return opened
  }

  async function join(link: string): Promise<void> {
    const body = { token: link.split('#')[1], name: 'A person', password: PASSWORD }
    await createVisitor(house).send('POST', '/session/invitations/accept', { body })
  }

  async function enter(opened: Page, email: string): Promise<void> {
    await opened.goto('/deals')
    await opened.getByLabel('E-mail').fill(email)
    await opened.getByLabel('Password').fill(PASSWORD)
    await opened.getByRole('button', { name: 'Sign in', exact: true }).click()
    await opened.getByRole('heading', { level: 1 }).waitFor()
  }

  async function look(name: string, shown = page): Promise<void> {
    await shown.evaluate('scrollTo(0, 0)')
    // Two of the four looks, but for pages of which pictures are wanted.
    const isOver = (await shown.locator('dialog[open]').count()) > 0
    for (const { name: size, ...viewport } of SIZES)
      for (const colorScheme of ['light', 'dark'] as const) {
        const isFirst = size === 'wide' && colorScheme === 'light'
        const isLast = size !== 'wide' && colorScheme === 'dark'
        const isShort = isOver || pictures === undefined
        if (isShort && !isFirst && !isLast) continue
        await shown.setViewportSize(viewport)
        await shown.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const found = await findFaults(shown, isFirst ? undefined : RULES_OF_LOOKS)
        violations.push(...found.map((fault) => `${name}, ${size} ${colorScheme}: ${fault}`))
        if (pictures === undefined) continue
        mkdirSync(pictures, { recursive: true })
        await shown.screenshot({ path: `${pictures}/${name}-${size}-${colorScheme}.png` })
      }
    await shown.setViewportSize({ width: 1280, height: 800 })
    await shown.emulateMedia({ colorScheme: 'light' })
  }
})
