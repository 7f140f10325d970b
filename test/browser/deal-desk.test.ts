import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { demoDeal } from '../../fixtures/deal.ts'
import { TAMPERINGS } from '../../fixtures/tampered.ts'
import type { Caller } from '../context.ts'
import { readFixture } from '../statements.ts'
import { findChromium, whyNoWalk } from './chromium.ts'
import { callWith, makeHouseRules } from './demo-desk.ts'
import { enter, openDesk, SETTLE_MS, undo, type Desk } from './desk.ts'

const program = findChromium()
const skip = whyNoWalk(program)

describe('in a real browser, an underwriter who decides on a deal', { skip }, () => {
  let desk: Desk
  let page: Page
  let look: Desk['look']
  /** A deal of six statements, and one whose statement was altered. */
  let deal: string
  let altered: string

  before(async () => {
    desk = await openDesk(program!, async ({ house, caller }) => {
      deal = await submitDeal(caller)
      altered = await submitAltered(caller)
      await house.settle(SETTLE_MS)
    })
    ;({ page, look } = desk)
    await enter(page, `/deals/${deal}/positions`)
  })
  after(() => desk?.close())

  test('opens an advance by the keyboard, sees its payments by day, confirms it, takes it back', async () => {
    await page.getByRole('button', { name: 'Forward Financing' }).waitFor()
    await page.getByLabel('Amount, typed').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page
      .getByRole('img', { name: /^Payments to Forward Financing from 8 Jul 2025/ })
      .waitFor()
    await page.keyboard.press('a')
    const row = page.getByRole('row', { name: /Forward Financing/ })
    await row.getByText('· confirmed').waitFor()
    await look('positions')
    await undo(page, /Forward Financing/)
    await row.getByText('found in the rows').waitFor()
  })

  test('adds an advance of the application, and corrects it', async () => {
    await page.getByRole('button', { name: 'Add a position' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Funder').fill('Pier Nine Capital')
    await form.getByLabel('Amount of the advance').fill('12,500')
    await look('position-form')
    await page.getByRole('button', { name: 'Add the position' }).click()
    await page.getByRole('button', { name: 'Pier Nine Capital' }).click()
    await details('Pier Nine Capital').getByRole('button', { name: 'Edit' }).click()
    await form.getByRole('textbox', { name: 'Factor' }).fill('1.42')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await details('Pier Nine Capital').getByText('1.42').waitFor()
    await details('Pier Nine Capital').getByRole('button', { name: 'Not an advance' }).click()
    await page.getByRole('button', { name: 'Pier Nine Capital' }).waitFor({ state: 'hidden' })
  })

  test('moves an offer until it keeps every limit, and can send it as a link', async () => {
    const offer = page.getByRole('region', { name: 'What the offer does' })
    const limits = page.getByRole('region', { name: 'Limits' })
    await page.getByLabel('Amount, typed').fill('90,000')
    await page.getByLabel('Amount, typed').press('Enter')
    await limits.getByText('exceeded').first().waitFor()
    await page.waitForURL(/advance=90000/)
    await page.getByLabel('Factor', { exact: true }).press('ArrowRight')
    await page.getByRole('radio', { name: 'Weekly', exact: true }).check()
    await offer.getByText('each week').waitFor()
    await look('offer')
    const before = await offer.getByRole('status').getByText(/\d/).first().innerText()
    await limits.getByRole('button').last().click()
    await page.waitForURL(({ search }) => !search.includes('advance=90000'))
    assert.match(page.url(), /frequency=weekly/)
    const shown = page.locator('[aria-busy=false]').filter({ has: offer })
    await shown.filter({ hasNotText: before }).waitFor()
    const text = await offer.getByRole('status').innerText()
    await page.reload()
    await offer.getByText('each week').waitFor()
    assert.equal(await offer.getByRole('status').innerText(), text)
  })

  test('keeps the offer on the deal, withdraws it, and takes that back', async () => {
    const terms = await page
      .getByRole('region', { name: 'What the offer does' })
      .getByText(/ at 1\.\d\d over /)
      .innerText()
    await page.getByRole('button', { name: 'Save this offer' }).click()
    const kept = page.getByRole('region', { name: 'Offer', exact: true })
    await kept.getByText(terms).waitFor()
    await page.goto(`/deals/${deal}`)
    await kept.getByText(terms).waitFor()
    await kept.getByRole('button', { name: 'Withdraw' }).click()
    await kept.getByText(/^Withdrawn, /).waitFor()
    await undo(page, /^Offer withdrawn/)
    await kept.getByText(/^Draft, just now by Olivia Lender/).waitFor()
    await look('offer-kept')
    await kept.getByRole('button', { name: 'Mark as sent' }).click()
    const guard = page.getByRole('dialog', { name: /^Offer sent: / })
    await guard.getByText(/^Stale data/).waitFor()
    assert.ok(await guard.getByRole('button', { name: 'Mark as sent' }).isDisabled())
    await page.keyboard.press('Escape')
    await page.goto(`/deals/${deal}/timeline`)
    await page.getByText(`Offer withdrawn: ${terms}`).waitFor()
    await page.goto(`/deals/${deal}/positions`)
    await page.getByRole('region', { name: 'What the offer does' }).getByText(terms).waitFor()
  })

  test('overrides a rule with a reason, and takes it back', async () => {
    await page.keyboard.press('5')
    const rules = page.getByRole('group', { name: 'Rules of Standard' })
    await rules.getByRole('button', { name: 'Override Few NSF' }).click()
    await page.getByLabel('Reason').fill('Both were a bank holiday')
    await page.getByRole('button', { name: 'Override', exact: true }).click()
    await rules.getByText('Both were a bank holiday').waitFor()
    await look('checks')
    await undo(page, /^Few NSF: /)
    await rules.getByText('Both were a bank holiday').waitFor({ state: 'hidden' })
  })

  test('follows up on what is missing', async () => {
    const account = page.getByLabel('Status of American Express Card')
    await account.selectOption('requested')
    await page.getByText('American Express Card: Requested').waitFor()
    const stips = page.getByRole('region', { name: 'Stips' })
    await stips.getByText('Signed application').waitFor()
    await stips.getByRole('button', { name: 'Request by e-mail…' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill('owner@juniper.example')
    await page.getByRole('button', { name: /^Preview the mail for/ }).click()
    const mail = page.getByRole('dialog', { name: 'The mail before it is sent' })
    assert.match(await mail.getByLabel('Text').inputValue(), /Best regards,\nHarbor Lending\s*$/)
    await look('stip-mail')
    await mail.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/^Saved, not sent: request of/).waitFor()
  })

  test('sees a sign of alteration where it stands on the page, and dismisses it with a reason', async () => {
    await page.goto(`/deals/${altered}/checks`)
    await page.getByRole('img', { name: 'Page 1 as submitted' }).waitFor()
    await page.locator('.row-box[data-tone=signal]').waitFor()
    await look('signals')
    await page.getByRole('button', { name: 'Dismiss: White box overlay' }).click()
    await page.getByLabel('Reason').fill('The bank confirmed the row')
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
    await page.getByText('Dismissed by Olivia Lender: The bank confirmed the row').waitFor()
    await undo(page, /^Dismissed: White box/)
    await page.getByRole('button', { name: 'Dismiss: White box overlay' }).waitFor()
  })

  test('matches funders, sends the deal to two of them by the keyboard, and records an offer', async () => {
    await desk.caller.put('/v1/user/settings', { watermark: { enabled: true } })
    await page.goto(`/deals/${deal}/funders`)
    await page.getByText('This deal has not been matched').waitFor()
    await look('funders-empty')
    await page.getByRole('button', { name: 'Match' }).click()
    await page.getByRole('row', { name: /North Pier Funding.*Does not fit/ }).waitFor()
    for (const key of ['j', 'x', 'j', 'x', 's']) await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name: 'Send to 2 funders' })
    await dialog.getByText('6 files').waitFor()
    await dialog.getByText('Each page is marked').waitFor()
    await dialog.getByText('As it was tried last on Positions').waitFor()
    await dialog.getByLabel('Scorecard (PDF)').check()
    await dialog.getByRole('button', { name: 'Preview what they get' }).click()
    const mail = dialog.getByRole('region', { name: 'What Harbor Street Capital gets' })
    await mail.getByText(/Documents: scorecard-/).waitFor()
    await look('send')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('is saved, not sent').nth(1).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /Harbor Street Capital.*Saved, not sent/ }).waitFor()
    await page.getByRole('button', { name: 'Harbor Street Capital' }).click()
    await details('Harbor Street Capital')
      .getByText(/Scorecard \(PDF\) · each page marked [0-9A-F]{10}/)
      .waitFor()
    await details('Harbor Street Capital')
      .getByRole('button', { name: 'Record a response' })
      .click()
    const response = page.getByRole('dialog')
    await response.getByLabel('Amount').fill('18,000')
    await response.getByLabel('Factor', { exact: true }).fill('1.32')
    await response.getByLabel('Term, months').fill('8')
    await look('response')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await details('Harbor Street Capital').getByRole('button', { name: 'Accept $18,000' }).click()
    await page.getByRole('row', { name: /Harbor Street Capital.*Accepted/ }).waitFor()
    await look('funders')
  })

  test('makes a funder of its own from the deal, and says before it is typed what cannot be sent', async () => {
    await page.getByRole('button', { name: 'Add a funder' }).click()
    await page.getByPlaceholder('Type the name of a funder').fill('Bluewater Test Funding')
    await page.getByRole('option', { name: /Create the funder “Bluewater Test Funding”/ }).click()
    await look('new-funder')
    await page.getByRole('button', { name: 'Create the funder' }).click()
    await page.getByText('Bluewater Test Funding is chosen; nothing is sent yet').waitFor()
    await page.getByRole('button', { name: 'Send to 1 funder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to 1 funder' })
    await dialog.getByText('has no e-mail address for deals yet').waitFor()
    await dialog.getByLabel('Note to the funder').fill('Kept')
    await look('send-without-address')
    assert.ok(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled())
    const address = dialog.getByLabel('E-mail of Bluewater Test Funding for deals')
    await address.fill('deals@bluewater.example')
    await address.press('Enter')
    await dialog.getByText('has no e-mail address').waitFor({ state: 'detached' })
    assert.equal(await dialog.getByLabel('Note to the funder').inputValue(), 'Kept')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('is saved, not sent').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  test('sends by Enter before the funders are checked, as soon as they are', async () => {
    const reached = { submission_channel: 'email', submission_email: 'deals@quick.example' }
    await desk.caller.post('/v1/funders', { name: 'Quick Pier Capital', kind: 'mca', ...reached })
    await page.getByRole('button', { name: 'Add a funder' }).click()
    await page.getByPlaceholder('Type the name of a funder').fill('Quick Pier')
    await page.getByRole('option', { name: /Quick Pier Capital/ }).click()
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(/\/v1\/funders\/[\w-]+$/, (route) => isLetGo.then(() => route.continue()))
    await page.getByRole('button', { name: 'Send to 1 funder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to 1 funder' })
    await dialog.getByText('Checking whether each funder can be sent to').waitFor()
    await dialog.getByLabel('Amount requested').press('Enter')
    await dialog.getByText('It is sent as soon as that is known').waitFor()
    letGo()
    await dialog.getByText('is saved, not sent').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  test('gives it criteria in words, from the menu', async () => {
    await page.getByRole('link', { name: 'Funders', exact: true }).first().click()
    await look('funder-list')
    await page.getByRole('link', { name: 'Bluewater Test Funding' }).click()
    const drawer = page.getByRole('dialog', { name: 'Bluewater Test Funding' })
    await drawer.getByRole('button', { name: 'Add criteria' }).click()
    await drawer.getByLabel('Add a criterion').selectOption('min_monthly_revenue')
    await drawer.getByLabel('Monthly true revenue: at least', { exact: true }).fill('$15,000')
    await look('funder-criteria')
    await drawer.getByRole('button', { name: 'Save the criteria' }).click()
    await drawer.getByText('Monthly true revenue: at least $15,000').waitFor()
    await page.goto(`/deals/${deal}/funders`)
  })

  test('lists a funder of the register without sending', async () => {
    await page.getByRole('button', { name: 'Add a funder' }).click()
    await page.getByPlaceholder('Type the name of a funder').fill('fundbox')
    await page.getByRole('option', { name: /Fundbox/ }).click()
    await page.getByRole('button', { name: 'Send to 1 funder' }).click()
    await page.getByRole('radio', { name: 'Only list the funder' }).check()
    await page.getByRole('button', { name: 'Add without sending' }).click()
    await page.getByText('stands on this deal').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /Fundbox.*Not sent yet/ }).waitFor()
  })

  test('corrects what is known of the business, and sees by whom', async () => {
    await page.keyboard.press('7')
    await page.getByRole('button', { name: 'Edit Business start date' }).click()
    await page.getByLabel('Value').fill('2018-02-14')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('row', { name: /14 Feb 2018 set by Olivia Lender/ }).waitFor()
    await look('company')
  })

  test('reads who did what, and which numbers changed by it', async () => {
    const revenue = `submission_id=${deal}&is_revenue=true&sort=-amount&limit=1`
    const { body } = await desk.caller.get(`/v1/transactions?${revenue}`)
    const correction = { category: 'equity.owner_contribution', apply_to: 'this' }
    await desk.caller.post(`/v1/transactions/${body.data[0].id}/feedback`, correction)
    await desk.house.settle(SETTLE_MS)
    await page.goto(`/deals/${deal}/timeline`)
    const changed = page.getByRole('region', { name: 'What changed' })
    await changed.getByRole('row', { name: /^Monthly true revenue/ }).waitFor()
    await changed.getByText(/rows corrected: /).waitFor()
    await look('timeline')
    await page.getByLabel('Kind').selectOption('funder')
    await page.waitForURL(/kind=funder/)
    await page.getByText(/Harbor Street Capital: accepted/).waitFor()
  })

  test('saves the underwriting file and the months for a spreadsheet', async () => {
    await page.keyboard.press('9')
    await page.getByRole('button', { name: 'Months as CSV' }).waitFor()
    await look('exports')
    for (const [name, ending] of [
      ['Underwriting file as PDF', 'pdf'],
      ['Months as CSV', 'csv'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ])
      assert.match(download.suggestedFilename(), new RegExp(`^Juniper Lane.*\\.${ending}$`))
    }
  })

  test('declines with reasons, and takes it back', async () => {
    await page.getByRole('button', { name: 'Decide' }).click()
    await page.getByRole('menuitem', { name: 'Decline…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decline Juniper Lane Cafe' })
    await dialog.getByRole('group', { name: 'Reasons by its numbers and rules' }).waitFor()
    await dialog.getByLabel('Why').fill('The balance falls each month')
    await look('decline')
    await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByRole('button', { name: /^Declined/ }).waitFor()
    await undo(page, /: declined/)
    await page.getByRole('button', { name: 'Decide' }).waitFor()
    await page.keyboard.press('1')
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByText('The balance falls each month').waitFor()
  })

  test('is shown nothing that the role may not do', async () => {
    await desk.house.house.database.pool.query(`update memberships set role = 'analyst'`)
    await page.goto(`/deals/${deal}/checks`)
    await page.getByRole('group', { name: 'Rules of Standard' }).waitFor()
    assert.equal(
      await page.getByRole('button', { name: /^Override|^Dismiss|Request by/ }).count(),
      0,
    )
    await page.keyboard.press('6')
    await page.getByRole('button', { name: 'Harbor Street Capital' }).click()
    await details('Harbor Street Capital').getByText('Trail').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Send|^Match|^Record/ }).count(), 0)
    assert.equal(await page.getByRole('checkbox').count(), 0)
    await page.getByText('Your role neither matches nor sends deals').waitFor()
    assert.ok(await page.getByRole('button', { name: /^Decide/ }).isDisabled())
    assert.ok(await page.getByRole('button', { name: 'Process' }).isDisabled())
    await page.keyboard.press('1')
    await page.getByRole('region', { name: 'Offer', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Change the terms' }).count(), 0)
  })

  test('meets no fault of script or policy on the way, and none of accessibility', () =>
    desk.checkFaults())

  function details(name: string): Locator {
    return page.getByRole('region', { name: `Details of ${name}` })
  }
})

async function submitDeal(caller: Caller): Promise<string> {
  const call = callWith(caller)
  await makeHouseRules(call)
  const { files, name } = await demoDeal()
  const { id } = await call('post', '/v1/submissions', {
    name,
    company_info: { state_of_incorporation: 'FL', start_date: '2019-03-01' },
    request: { amount: 60_000 },
  })
  await caller.upload(`/v1/submissions/${id}/documents`, files)
  return id
}

async function submitAltered(caller: Caller): Promise<string> {
  const { file, truth } = readFixture('running-balance/funded')
  const { make } = TAMPERINGS.find(({ name }) => name.startsWith('with an amount under a white'))!
  const bytes = make({ bytes: file.bytes, truth })
  const { id } = await callWith(caller)('post', '/v1/submissions', {
    name: 'Fernweh Design Studio',
  })
  await caller.upload(`/v1/submissions/${id}/documents`, [{ ...file, bytes: Buffer.from(bytes) }])
  return id
}
