import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DOCUMENT_FIXTURES, printDocument } from '../../fixtures/documents/index.ts'
import { findChromium, whyNoWalk } from './chromium.ts'
import { enter, openDesk, SETTLE_MS, undo, type Desk } from './desk.ts'

const program = findChromium()
const skip = whyNoWalk(program)

describe('in a real browser, by the keyboard, a document that is no statement', { skip }, () => {
  let desk: Desk
  let page: Page
  let deal: string
  const ids: string[] = []

  before(async () => {
    desk = await openDesk(program!, async ({ house, caller }) => {
      const made = await caller.post('/v1/submissions', { company_info: { name: 'Marigold' } })
      deal = made.body.data.id
      for (const name of ['payoff-letter', 'application-colon']) {
        const fixture = DOCUMENT_FIXTURES.find((each) => each.name === name)!
        const file = { filename: `${name}.pdf`, bytes: await printDocument(fixture) }
        const { body } = await caller.upload(`/v1/submissions/${deal}/documents`, [file])
        ids.push(body.data.id)
      }
      await house.settle(SETTLE_MS)
    })
    page = desk.page
    await enter(page, `/deals/${deal}/documents/${ids[0]}`)
  })
  after(() => desk?.close())

  const fields = () => page.getByRole('region', { name: 'Fields of this document' })
  const marked = () => fields().locator('tr[aria-selected=true]')

  test('goes from field to field, and one is corrected in place', async () => {
    const amount = fields().getByRole('row', { name: /^Payoff amount/ })
    await amount.waitFor()
    const names = await fields().locator('tbody th').allInnerTexts()
    const steps = names.findIndex((name) => name === 'Payoff amount') + 1
    for (let step = 0; step < steps; step += 1) await page.keyboard.press('j')
    await marked().getByText('Payoff amount').waitFor()
    await page.keyboard.press('e')
    await page.keyboard.type('21000.5')
    await page.keyboard.press('Enter')
    await amount.getByText('21,000.50').waitFor()
    await desk.look('other-document')
  })

  test('is accepted, and is to be looked at again once a required field is emptied', async () => {
    await desk.caller.put(`/v1/submissions/${deal}/pdfs/${ids[0]}`, { status: 'needs_review' })
    await page.reload()
    await page.getByRole('button', { name: 'Accept as it is' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText(/^Accepted by Olivia Lender/).waitFor()
    const day = fields().getByRole('button', { name: /^Good through date: .*Change it/ })
    await day.click()
    await fields().getByLabel('Good through date', { exact: true }).fill('')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Accept as it is' }).waitFor()
  })

  test('is excluded, and leads to the next one', async () => {
    await page.keyboard.press('x')
    await page.getByText(/^Excluded by Olivia Lender/).waitFor()
    await undo(page, /^Excluded: /)
    await page.getByRole('button', { name: 'Accept as it is' }).waitFor()
    const address = page.url()
    await page.keyboard.press((await isFirst()) ? 'n' : 'p')
    await page.waitForURL((url) => url.href !== address)
    await page.getByRole('heading', { name: /application-colon/ }).waitFor()
    desk.checkFaults()
  })

  /** The list of the deal has its own order. */
  async function isFirst(): Promise<boolean> {
    const { body } = await desk.caller.get(`/v1/submissions/${deal}/documents`)
    return body.data[0].id === ids[0]
  }
})
