import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { findFreePort } from '../../scripts/free-port.ts'
import { PAGES } from '../../src/resources/docs/guide/pages.ts'
import { openTestHouse, type TestHouse } from '../context.ts'
import { whyNotLong } from '../long.ts'
import { findChromium, openChromium, whyNoWalk } from './chromium.ts'
import { createLook } from './desk.ts'

const program = findChromium()
const skip = whyNoWalk(program)
/** Of the pages that are made by one pattern, the shortest. */
const WRITTEN = [
  '',
  '/reference',
  '/reference/webhooks',
  '/errors',
  '/events',
  '/agents',
  '/changelog',
]
/** Guides are made by one pattern too: `npm run walks` looks at each of them. */
const GUIDES = PAGES.slice(0, whyNotLong() ? 3 : PAGES.length).map(({ name }) => `/${name}`)
const PATHS = [...GUIDES, ...WRITTEN].map((path) => `/docs${path}`)

describe('in a real browser, the documentation', { skip }, () => {
  let house: TestHouse
  let browser: Browser
  let page: Page
  const faults: string[] = []

  before(async () => {
    const port = await findFreePort()
    const url = `http://localhost:${port}`
    house = await openTestHouse({ PORT: String(port), PUBLIC_URL: url }, { worker: false })
    await house.app.listen({ port, host: '127.0.0.1' })
    browser = await openChromium(program!)
    page = await (await browser.newContext({ baseURL: url })).newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
  })
  after(async () => {
    await browser?.close()
    await house?.close()
  })

  test('has no fault of accessibility on any page, in turn in each theme and width', async () => {
    const { look, violations } = createLook(page)
    for (const path of PATHS) {
      await page.goto(path)
      await look(path.slice(1).replaceAll('/', '-'))
    }
    assert.deepEqual(violations, [])
    assert.deepEqual(faults, [])
  })

  test('is searched, and gone through, with the keyboard alone', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('idempot')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/idempotency*')
    assert.match(await page.title(), /^Idempotency/)
  })

  test('shows one language on all pages, once it was chosen, and keeps the theme', async () => {
    await page.goto('/docs/quickstart')
    await page.getByRole('tab', { name: 'curl' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.ok(await page.getByText('from assay import Service').isVisible())
    await page.goto('/docs/evidence')
    assert.ok(await page.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected'))
    assert.ok(await page.getByText('rows = list(service.transactions').isVisible())
    await page.getByRole('button', { name: /^(?:Dark|Light)$/ }).click()
    const theme = await page.evaluate('document.documentElement.dataset.theme')
    await page.goto('/docs/webhooks')
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), theme)
  })
})
