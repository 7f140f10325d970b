import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { findFreePort } from '../../scripts/free-port.ts'
import { keepSetupToken } from '../../src/resources/sessions/links/setup-token.ts'
import { createFirstTenant, type NewTenant } from '../../src/resources/tenants/create.ts'
import { createCaller, openTestHouse, type Caller, type TestHouse } from '../context.ts'
import { createVisitor } from '../visitor.ts'
import { findFaults, looksInTurn, RULES_OF_LOOKS } from './accessibility.ts'
import { openChromium } from './chromium.ts'

export const OWNER = { name: 'Olivia Lender', email: 'olivia@bank.example' }
export const PASSWORD = 'ledger petrol kiosk anvil'
const WIDE = { width: 1280, height: 800 }
/** Of a machine that does much else; what is waited for comes, or the test ends before. */
export const WAIT_MS = 90_000
/** Refused on purpose; or a copy that has too much to do says so, and is called again. */
const REFUSED = /status of (?:4\d\d|503)/
/** For the jobs of what a desk is filled with. */
export const SETTLE_MS = 100_000
const pictures = process.env.PICTURES_DIR

/** A copy of the service with its owner, and a browser that goes to the pages of it. */
export interface Desk {
  house: TestHouse
  tenant: NewTenant
  /** With the test key. */
  caller: Caller
  browser: Browser
  /** Without anybody signed in. */
  page: Page
  openPage(): Promise<Page>
  /** Looks for faults of accessibility on what is shown, in one look or in all of them. */
  look(name: string, shown?: Page): Promise<void>
  /** Throws what scripts and policies complained of on the way, and what was found by looking. */
  checkFaults(): void
  close(): Promise<void>
}

/** The copy is filled before anything of it is shown. */
export async function openDesk(
  program: string,
  fill: (desk: Pick<Desk, 'house' | 'tenant' | 'caller'>) => Promise<unknown> = async () => {},
): Promise<Desk> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const house = await openTestHouse({ PORT: String(port), PUBLIC_URL: url })
  const tenant = (await createFirstTenant(house.house))!
  const caller = createCaller(house.app, tenant.testKey)
  const [browser] = await Promise.all([
    openChromium(program),
    fill({ house, tenant, caller }),
    signUp(house, tenant.tenantId),
  ])
  await house.app.listen({ port, host: '127.0.0.1' })
  const faults: string[] = []
  const openPage = () => watchPage(browser, { url, faults })
  const page = await openPage()
  const { look, violations } = createLook(page)
  return {
    house,
    tenant,
    caller,
    browser,
    page,
    openPage,
    look,
    checkFaults: () => {
      assert.deepEqual(
        faults.filter((text) => !REFUSED.test(text)),
        [],
      )
      assert.deepEqual(violations, [])
    },
    close: async () => {
      await browser.close()
      await house.close()
    },
  }
}

/** From the address of a screen over the form of sign-in to the screen. */
export async function enter(page: Page, path: string, email = OWNER.email): Promise<void> {
  await page.goto(path)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** By the note that reports it: notes of what was done before may still be on the screen. */
export async function undo(page: Page, done: RegExp): Promise<void> {
  const note = page.locator('.toast').filter({ hasText: done })
  await note.getByRole('button', { name: 'Undo' }).click()
}

async function signUp(house: TestHouse, tenantId: string): Promise<void> {
  const token = keepSetupToken(house.config, { tenantId, nowMs: house.house.now() })
  const body = { token, organization: 'Harbor Lending', ...OWNER, password: PASSWORD }
  assert.equal((await createVisitor(house).send('POST', '/session/setup', { body })).status, 200)
}

async function watchPage(
  browser: Browser,
  { url, faults }: { url: string; faults: string[] },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: WIDE,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return page
}

/** What the looks find, one line a fault; with `PICTURES_DIR` a picture of each. */
export function createLook(usual: Page): {
  look: (name: string, shown?: Page) => Promise<void>
  violations: string[]
} {
  const nextLooks = looksInTurn()
  const violations: string[] = []
  const look = async (name: string, shown = usual): Promise<void> => {
    const looks = nextLooks()
    if (looks.length === 0) return
    await shown.evaluate('scrollTo(0, 0)')
    for (const { name: size, colorScheme, ...viewport } of looks) {
      await shown.setViewportSize(viewport)
      await shown.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const found = await findFaults(shown, size === looks[0]!.name ? undefined : RULES_OF_LOOKS)
      violations.push(...found.map((fault) => `${name}, ${size}: ${fault}`))
      if (pictures === undefined) continue
      mkdirSync(pictures, { recursive: true })
      await shown.screenshot({ path: `${pictures}/${name}-${size}.png`, fullPage: true })
    }
    await shown.setViewportSize(WIDE)
    await shown.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  }
  return { look, violations }
}
