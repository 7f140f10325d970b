import type { Browser, BrowserContext, Page } from 'playwright-core'
import { printStatements } from '../deals.ts'
import { createServiceClient, type ServiceClient } from '../../scripts/service-client.ts'
import { makeServiceCopy } from '../../scripts/service-process.ts'
import { findChromium, openChromium } from '../../test/browser/chromium.ts'
import { computeSpread, type Job } from '../figure.ts'
import { compare, type Measured } from '../harness.ts'
import { runDeal } from '../run-deal.ts'

const ROWS = 50_000
const ROWS_AT_ONCE = 1_000
const FRAMES = 180
const WAIT_MS = 120_000

export const deskJob: Job = {
  name: 'desk',
  meaning:
    'the dashboard in Chromium: the overview of the demo deal with nothing kept, and from the list of deals; a frame while 50,000 rows are scrolled; from a correction to its numbers',
  run: async (rounds) => {
    const program = findChromium()
    if (program === null) throw new Error('There is no chromium; CHROMIUM_PATH may name one.')
    const copy = await makeServiceCopy({
      NODE_ENV: '',
      RATE_LIMIT_PER_SECOND: '0',
      LOG_LEVEL: 'info',
    })
    const service = await copy.start()
    const client = createServiceClient(copy.url, copy.readKey())
    const browser = await openChromium(program)
    try {
      await runDeal(client, await printStatements(6))
      const [{ id: deal }] = (await client.read('/v1/submissions?limit=1')).data
      const large = await makeLargeDeal(client)
      const link = /http\S+\/setup\S*/.exec(service.output())![0]
      const state = await signUp(browser, link)
      // Who is signed in is known at the host of the link alone.
      const ours = () => measureDesk(browser, { url: new URL(link).origin, state, deal, large })
      return await compare(TARGETS, { rounds, ours })
    } finally {
      await browser.close()
      await client.close()
      await service.kill('SIGTERM')
      await copy.remove()
    }
  },
}

const TARGETS = [
  { name: 'overview, nothing kept', unit: 'ms', goal: '≤ 1,500 ms' },
  { name: 'overview, from the list', unit: 'ms', goal: '≤ 300 ms' },
  { name: 'a frame of scrolling 50,000 rows', unit: 'ms', goal: '≤ 16 ms' },
  { name: 'from a correction to its numbers', unit: 'ms', goal: '≤ 600 ms' },
] as const

type State = Awaited<ReturnType<BrowserContext['storageState']>>

interface Place {
  url: string
  state: State
  deal: string
  large: string
}

async function measureDesk(browser: Browser, place: Place): Promise<Measured[]> {
  const context = await browser.newContext({ baseURL: place.url, storageState: place.state })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  try {
    const cold = await time(async () => {
      await page.goto(`/deals/${place.deal}`)
      await waitForOverview(page)
    })
    await page.getByRole('link', { name: 'Deals', exact: true }).first().click()
    const link = page.locator(`tbody a[href="/deals/${place.deal}"]`)
    await link.waitFor()
    const warm = await time(async () => {
      await link.click()
      await waitForOverview(page)
    })
    const frame = await scrollRows(page, place.large)
    const correction = await correctRow(page, place.deal)
    return [cold, warm, frame, correction].map((value) => ({ value }))
  } finally {
    await context.close()
  }
}

async function time(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function waitForOverview(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'Metrics' }).getByRole('button').first().waitFor()
  await page.getByRole('group', { name: 'Table of months' }).waitFor()
}

/** The middle of the frames while the list runs by. */
async function scrollRows(page: Page, deal: string): Promise<number> {
  await page.goto(`/deals/${deal}/transactions`)
  await page
    .getByText(/50,000 rows/)
    .first()
    .waitFor()
  const frames = (await page.evaluate(`new Promise((resolve) => {
    const scroller = document.querySelector('.row-scroller')
    const times = []
    let before = performance.now()
    const step = (now) => {
      times.push(now - before)
      before = now
      scroller.scrollTop += 240
      if (times.length < ${FRAMES}) requestAnimationFrame(step)
      else resolve(times.slice(1))
    }
    requestAnimationFrame(step)
  })`)) as number[]
  return computeSpread(frames).median
}

/** Turns the revenue of a row, and back, so that each round finds the deal as it was. */
async function correctRow(page: Page, deal: string): Promise<number> {
  await page.goto(`/deals/${deal}/transactions?direction=inflow`)
  const changed = page.getByRole('status', { name: 'What changed' })
  const turn = page.getByRole('switch').first()
  await turn.waitFor()
  const passed = await time(async () => {
    await turn.click()
    await changed.getByText('Monthly true revenue').waitFor()
  })
  await changed.getByRole('button', { name: 'Undo' }).click()
  await changed.getByText('Taken back').waitFor()
  return passed
}

async function makeLargeDeal(client: ServiceClient): Promise<string> {
  const body = { name: 'A long ledger', auto_process: false }
  const { id } = (await client.call('POST', '/v1/submissions', { body })).body.data
  for (let from = 0; from < ROWS; from += ROWS_AT_ONCE) {
    const transactions = Array.from({ length: ROWS_AT_ONCE }, (_, index) => ({
      date: new Date(Date.UTC(2025, 0, 1 + ((from + index) % 180))).toISOString().slice(0, 10),
      amount: ((from + index) % 997) - 400.5,
      description: `CARD PURCHASE ${from + index}`,
      account: { name: 'Operating' },
    }))
    const rows = { submission_id: id, enrich: false, transactions }
    const { status } = await client.call('POST', '/v1/transactions/bulk', { body: rows })
    if (status >= 300) throw new Error(`The rows were refused with ${status}.`)
  }
  return id
}

async function signUp(browser: Browser, link: string): Promise<State> {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  await page.goto(link)
  await page.getByLabel('Organization').fill('Bench')
  await page.getByLabel('Your name').fill('Olivia Lender')
  await page.getByLabel('E-mail').fill('olivia@bank.example')
  await page.getByLabel('Password').fill('ledger petrol kiosk anvil')
  await page.getByRole('button', { name: 'Create the owner' }).click()
  await page.getByRole('link', { name: 'Open the deals' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
