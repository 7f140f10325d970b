import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { demoDeal } from '../../fixtures/deal.ts'
import { findFaults } from './accessibility.ts'
import { findChromium, whyNoLongWalk } from './chromium.ts'
import { callWith, makeHouseRules } from './demo-desk.ts'
import { enter, openDesk, SETTLE_MS, type Desk, WAIT_MS } from './desk.ts'

const program = findChromium()
const skip = whyNoLongWalk(program)
const pictures = process.env.PICTURES_DIR

const OF_DEAL = [
  '',
  '/transactions',
  '/documents',
  '/positions',
  '/checks',
  '/funders',
  '/company',
  '/timeline',
  '/exports',
  '?evidence=metric.true_revenue',
]
const POLL_MS = 50
/** So few that a test has time for them on a machine that does much else. */
const SCREENS_AT_ONCE = 8
const SCREENS = [
  ...OF_DEAL.map((one) => `/deals/$id${one}`),
  '/queue',
  '/deals',
  '/deals?new=1',
  '/portfolio',
  '/policies',
  '/funders',
  '/funders?open=new',
  '/workflows',
  '/merchants',
  '/merchants/groups',
  '/merchants/corrections',
  '/email',
  '/email/templates',
  '/apps',
  '/apps/integrations',
  '/apps/crm',
  '/developers',
  '/developers/requests',
  '/developers/events',
  '/developers/webhooks',
  '/developers/usage',
  '/developers/agents',
  '/settings',
  '/settings/revenue',
  '/settings/scores',
  '/settings/classes',
  '/settings/files',
  '/settings/layouts',
  '/settings/history',
  '/settings/audit',
  '/settings/team',
  '/broker',
  '/search',
]

/** How screens are looked at beyond the looks of the other walks. */
const WAYS = [
  { name: 'forced', width: 1280, height: 800, forcedColors: 'active', colorScheme: 'dark' },
  /** 1280 by 1024 at 400 %. */
  { name: 'zoomed', width: 320, height: 256, forcedColors: 'none', colorScheme: 'light' },
  { name: 'large', width: 1440, height: 900, forcedColors: 'none', colorScheme: 'dark' },
] as const

/** Whatever moves although the person wants nothing to. */
const MOVING = `document.getAnimations().filter(({ playState }) => playState === 'running').length`

/** Whether what is in sight has come; what is far below is read when somebody gets there. */
const HERE = `document.querySelector('h1') !== null && !document.querySelector('[aria-busy=true]')
  && [...document.querySelectorAll('.skeleton')]
    .every((one) => one.getBoundingClientRect().top > innerHeight)`

/** What is chosen, and looks as if it were not. */
const UNMARKED = `[...document.querySelectorAll(
  '.rail-link[aria-current=page], tr[aria-selected=true], .triage-entry[aria-current=true]')]
  .filter((one) => getComputedStyle(one).outlineStyle === 'none')
  .map(({ textContent }) => textContent.slice(0, 40))`

describe('in a real browser, every screen', { skip }, () => {
  let desk: Desk
  let page: Page
  let deal: string

  before(async () => {
    desk = await openDesk(program!, async ({ house, caller }) => {
      const call = callWith(caller)
      await makeHouseRules(call)
      const { files, name } = await demoDeal()
      deal = (await call('post', '/v1/submissions', { name, request: { amount: 60_000 } })).id
      await caller.upload(`/v1/submissions/${deal}/documents`, files)
      await house.settle(SETTLE_MS)
    })
    ;({ page } = desk)
    await enter(page, '/deals')
  })
  after(() => desk?.close())

  for (const way of WAYS)
    for (let from = 0; from < SCREENS.length; from += SCREENS_AT_ONCE)
      test(`${way.name}: no faults, nothing wider than the window, nothing moves (${from})`, async () => {
        await page.setViewportSize(way)
        await page.emulateMedia({ ...way, reducedMotion: 'reduce' })
        const found: string[] = []
        for (const address of SCREENS.slice(from, from + SCREENS_AT_ONCE))
          found.push(...(await look(way.name, address)))
        assert.deepEqual(found, [])
      })

  test('meets no fault of script or policy', () => desk.checkFaults())

  /** What is wrong with a screen as it is looked at. */
  async function look(way: string, address: string): Promise<string[]> {
    await page.goto(address.replace('$id', deal))
    await waitUntilHere(address)
    const faults = await findFaults(page)
    // Of forced colors axe knows nothing: it computes with those of the page.
    const found = faults.filter((one) => way !== 'forced' || !one.startsWith('color-contrast'))
    if (way === 'forced') found.push(...((await page.evaluate(UNMARKED)) as string[]))
    if ((await page.evaluate(MOVING)) !== 0) found.push('something moves')
    await keepPicture(`${address} ${way}`)
    return found.map((fault) => `${address}: ${fault}`)
  }

  /** Not by `waitForFunction`, which evaluates text in the page: its policy refuses that. */
  async function waitUntilHere(address: string): Promise<void> {
    const end = Date.now() + WAIT_MS
    while (!(await page.evaluate(HERE))) {
      assert.ok(Date.now() < end, `${address} has not come`)
      await page.waitForTimeout(POLL_MS)
    }
  }

  async function keepPicture(name: string): Promise<void> {
    if (pictures === undefined) return
    mkdirSync(pictures, { recursive: true })
    const file = name.replaceAll(/[^a-z0-9]+/g, '-')
    await page.screenshot({ path: `${pictures}/screen${file}.png`, fullPage: true })
  }
})
