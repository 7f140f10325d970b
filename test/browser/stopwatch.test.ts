import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { demoDeal } from '../../fixtures/deal.ts'
import { findChromium, whyNoLongWalk } from './chromium.ts'
import { callWith, makeHouseRules, misreadAmount, type Call, type Misread } from './demo-desk.ts'
import { enter, openDesk, SETTLE_MS, type Desk } from './desk.ts'

/** A key of an average typist, and a look before a choice, as the keystroke-level model has them. */
const KEY_SECONDS = 0.28
const LOOK_SECONDS = 1.35
/** What a machine that does much else may take longer; the keys are the same on every machine. */
const BUSY_SECONDS = 15
/** Within which everything that is needed can be reached. */
const STEPS_MAX = 40
const program = findChromium()
const skip = whyNoLongWalk(program)

describe('in a real browser, by the keyboard alone', { skip }, () => {
  let desk: Desk
  let page: Page
  let call: Call
  let deal: string
  let misread: Misread

  before(async () => {
    desk = await openDesk(program!, async ({ house, caller }) => {
      call = callWith(caller)
      await makeHouseRules(call)
      const { files, name } = await demoDeal()
      deal = (await call('post', '/v1/submissions', { name, request: { amount: 60_000 } })).id
      await caller.upload(`/v1/submissions/${deal}/documents`, files)
      await house.settle(SETTLE_MS)
      misread = await misreadAmount(call, deal)
      await house.settle(SETTLE_MS)
    })
    ;({ page } = desk)
    await enter(page, `/deals/${deal}`)
  })
  after(() => desk?.close())

  test('the largest deposit that is no revenue is found, with its page, within 15 seconds', async (t) => {
    const query = `submission_id=${deal}&direction=inflow&is_revenue=false&sort=-amount&limit=1`
    const [largest] = await call('get', `/v1/transactions?${query}`)
    const hand = await begin(t)
    await hand.look('2')
    await page.getByRole('table', { name: 'Transactions' }).waitFor()
    await hand.look('d', 'n', 'm')
    const first = page.locator('tr[aria-rowindex="2"]', { hasText: inCents(largest.amount) })
    await first.waitFor()
    await page.locator('table[aria-busy=false]').waitFor()
    await hand.look('j', 'Enter')
    await page.locator('.row-box[data-marked=true]').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('row'), largest.id)
    hand.end('largest non-revenue deposit and its page', 15)
  })

  test('an amount that was read wrong is healed within 20 seconds', async (t) => {
    const hand = await begin(t)
    await hand.look('3')
    const row = page.getByRole('row', { name: new RegExp(misread.filename) })
    await row.getByText('✕ no').waitFor()
    while ((await row.getAttribute('aria-selected')) !== 'true') await hand.press('j')
    await hand.look('Enter')
    await page.getByText('Off by').waitFor()
    for (let at = 0; at <= misread.at; at += 1) await hand.press('j')
    await page.waitForURL(({ searchParams }) => searchParams.get('row') === misread.rowId)
    await hand.look('e')
    await page.getByRole('textbox', { name: /^Amount of/ }).waitFor()
    await hand.type(String(misread.amount))
    await hand.press('Enter')
    await page.getByText('✓ Reconciled').waitFor()
    hand.end('a misread amount healed', 20)
  })

  test('a deal is sent to two funders within 30 seconds', async (t) => {
    const hand = await begin(t)
    await hand.look('6')
    await page.getByText('This deal has not been matched').waitFor()
    await hand.look('m')
    await page.getByRole('row', { name: /North Pier Funding.*Does not fit/ }).waitFor()
    await hand.look('j', 'x', 'j', 'x', 's')
    const dialog = page.getByRole('dialog', { name: 'Send to 2 funders' })
    await dialog.getByText('6 files').waitFor()
    const send = dialog.getByRole('button', { name: 'Send', exact: true })
    await send.and(page.locator(':enabled')).waitFor()
    await hand.look('Enter')
    await dialog.getByText('is saved, not sent').nth(1).waitFor()
    await hand.look('Enter')
    await dialog.waitFor({ state: 'hidden' })
    hand.end('a deal sent to two funders', 30)
  })

  test('a rule is overridden for a reason', async (t) => {
    const hand = await begin(t)
    await hand.look('5')
    const rules = page.getByRole('group', { name: 'Rules of Standard' })
    const row = rules.getByRole('row', { name: /Few NSF/ })
    await row.waitFor()
    while ((await row.getAttribute('aria-selected')) !== 'true') await hand.press('j')
    await hand.look('o')
    const dialog = page.getByRole('dialog', { name: /Few NSF/ })
    await hand.reach(dialog.getByLabel('Reason'))
    await hand.type('holiday')
    await hand.reach(dialog.getByRole('button', { name: 'Override', exact: true }))
    await hand.press('Enter')
    await rules.getByText(/Overridden by .*: holiday/).waitFor()
    hand.end('a rule overridden', 20)
  })

  test('a deal is declined with its reasons', async (t) => {
    const hand = await begin(t)
    await hand.reach(page.getByRole('button', { name: 'Decide' }))
    await hand.press('Enter')
    await hand.reach(page.getByRole('menuitem', { name: 'Decline…' }), 'ArrowDown')
    await hand.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Decline / })
    await hand.reach(dialog.getByLabel('Why'))
    await hand.type('falling')
    await hand.reach(dialog.getByRole('button', { name: 'Decline', exact: true }))
    await hand.press('Enter')
    await page.getByRole('button', { name: /^Declined/ }).waitFor()
    hand.end('a deal declined', 30)
  })

  /** From the overview of the deal; counts keys, looks and the time that passes. */
  async function begin(t: TestContext) {
    await page.goto(`/deals/${deal}`)
    await page.getByRole('group', { name: 'Metrics' }).waitFor()
    const startedAt = performance.now()
    const keys: string[] = []
    let looks = 0
    const press = async (key: string): Promise<void> => {
      keys.push(key)
      await page.keyboard.press(key)
    }
    return {
      press,
      /** Keys that somebody presses after having looked. */
      look: async (...pressed: string[]) => {
        looks += 1
        for (const key of pressed) await press(key)
      },
      /** By one key, until it has the focus. */
      reach: async (target: Locator, key = 'Tab') => {
        await target.waitFor()
        looks += 1
        for (let at = 0; at < STEPS_MAX; at += 1) {
          if ((await target.and(page.locator(':focus')).count()) === 1) return
          await press(key)
        }
        assert.fail(`not reached by ${STEPS_MAX} × ${key}`)
      },
      type: async (text: string) => {
        for (const letter of text) await press(letter)
      },
      end: (task: string, secondsMax: number) => {
        const machine = (performance.now() - startedAt) / 1000
        const typing = keys.length * KEY_SECONDS + looks * LOOK_SECONDS
        const sums = `${machine.toFixed(1)} s of machine, ${typing.toFixed(1)} s of typing`
        t.diagnostic(`${task}: ${keys.length} keys (${keys.join(' ')}), ${looks} looks, ${sums}`)
        assert.ok(typing + machine <= secondsMax + BUSY_SECONDS, sums)
      },
    }
  }
})

/** 2500 → `2,500.00`, as it is shown. */
function inCents(amount: number): string {
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2 })
}
