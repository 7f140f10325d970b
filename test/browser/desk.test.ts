import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { demoDeal } from '../../fixtures/deal.ts'
import { findChromium, whyNoWalk } from './chromium.ts'
import { enter, openDesk, WAIT_MS, undo, type Desk } from './desk.ts'

const program = findChromium()
const skip = whyNoWalk(program)

describe('in a real browser, an underwriter', { skip }, () => {
  let desk: Desk
  let page: Page
  let look: Desk['look']

  before(async () => {
    desk = await openDesk(program!)
    ;({ page, look } = desk)
  })
  after(() => desk?.close())

  test('is sent to sign-in and comes back to the page of the link', async () => {
    await enter(page, '/deals?q=none')
    await page.getByRole('heading', { name: 'Deals', level: 1 }).waitFor()
    assert.equal(new URL(page.url()).search, '?q=none')
    await page.getByText('No deal fits these filters').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByText('No deals in the test mode yet').waitFor()
    await look('deals-empty')
  })

  test('opens a link of the other mode, and goes there at one click', async () => {
    await page.goto('/deals?q=none&mode=live')
    await page.getByText('This link is of the live mode.').waitFor()
    await look('link-of-other-mode')
    await page.getByRole('button', { name: 'Look in the live mode' }).first().click()
    await page.locator('.desk[data-mode=live]').waitFor()
    await page.waitForURL(({ search }) => search === '?q=none')
    await page.getByText('No deal fits these filters in the live mode').waitFor()
    await page.goto('/deals?mode=test')
    await page.getByRole('status').getByRole('button', { name: 'Look in the test mode' }).click()
    await page.getByText('No deals in the test mode yet').waitFor()
  })

  test('makes a deal of six files, though one more is refused, and sees it being read', async () => {
    const { files } = await demoDeal()
    await page.getByRole('button', { name: 'New deal' }).click()
    await page.getByLabel('Name of the business').fill('Juniper Lane Cafe')
    const empty = { filename: 'empty.pdf', bytes: Buffer.alloc(0) }
    const payload = [empty, ...files].map(({ filename, bytes }) => ({
      name: filename,
      mimeType: 'application/pdf',
      buffer: Buffer.from(bytes),
    }))
    await page.getByLabel('Statements, application, other documents').setInputFiles(payload)
    await look('new-deal')
    await page.getByRole('button', { name: 'Create the deal' }).click()
    await page.getByRole('heading', { name: 'Juniper Lane Cafe', level: 1 }).waitFor()
    await page.getByRole('alert').getByText('Not taken: empty.pdf').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('1')
    const metrics = page.getByRole('group', { name: 'Metrics' })
    // A browser that is slower than the reading comes when all is read.
    await page.getByRole('region', { name: 'Processing' }).or(metrics).first().waitFor()
    await metrics.waitFor()
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

  test('goes on where a part of the page was replaced by an upgrade', async () => {
    const opened = await page.context().newPage()
    opened.setDefaultTimeout(WAIT_MS)
    let isGone = true
    await opened.route(/\/desk\/evidence-.*\.js$/, async (route) => {
      await (isGone ? route.fulfill({ status: 404, body: 'gone' }) : route.continue())
      isGone = false
    })
    const [, deal] = /deals\/([^/?]+)/.exec(page.url())!
    await opened.goto(`/deals/${deal}?evidence=metric.true_revenue`)
    await opened.getByRole('dialog', { name: 'True revenue' }).waitFor()
    assert.equal(isGone, false)
    await opened.close()
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
    await page
      .getByRole('switch', { name: /CASH DEPOSIT/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Count 1 row as revenue' }).waitFor()
    await page.keyboard.press('Escape')
    await changed.getByRole('button', { name: 'Undo' }).click()
    await changed.getByText('Undone').waitFor()
  })

  test('mends a statement, which says so, takes that back later, and decides for a reason', async () => {
    const { caller } = desk
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
    await page.getByText('▲ Reconciles with 1 row added by a person').waitFor()
    await page.reload()
    const changes = page.getByRole('region', { name: 'Changes of this document' })
    await changes
      .getByText(/CASH WITHDRAWAL/)
      .first()
      .waitFor()
    await look('reconciled')
    await changes.getByRole('button', { name: /^Undo: / }).click()
    await page.getByText('Off by').waitFor()
    await page.getByRole('button', { name: 'Accept as it is' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('A misprint')
    await look('accept')
    await page.getByRole('button', { name: 'Accept it' }).click()
    await page.getByText('Accepted by Olivia Lender: A misprint').waitFor()
    await page.getByRole('button', { name: /^Undo the decision/ }).click()
    await page.getByRole('button', { name: 'Accept as it is' }).waitFor()
    await page.getByRole('button', { name: 'Decide' }).click()
    await page.getByRole('menuitem', { name: 'Approve', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Seen by the owner')
    await look('decision')
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: 'Approved' }).waitFor()
    await undo(page, /: approved/)
    await page.getByRole('button', { name: 'Decide' }).waitFor()
    await page.keyboard.press('1')
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByText(/Reason for approved.*undone/).waitFor()
  })

  test('leaves a note, leaves a file out, and takes that back', async () => {
    await page.keyboard.press('1')
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByRole('textbox').fill('The owner sends October on Monday.')
    await notes.getByRole('button', { name: 'Add the note' }).click()
    await notes.getByRole('listitem').getByText('The owner sends October on Monday.').waitFor()
    await look('notes')
    await page.keyboard.press('3')
    await page.getByRole('button', { name: /^What to do with/ }).click()
    await page.getByRole('menuitem', { name: 'Exclude' }).click()
    await page.getByText('excluded', { exact: true }).waitFor()
    await undo(page, /\.pdf: /)
    await page.getByText('excluded', { exact: true }).waitFor({ state: 'hidden' })
  })

  test('keeps a list under a name, and gives many deals to somebody at once', async () => {
    await page.goto('/deals?status=processed')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Done')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Done', exact: true }).waitFor()
    await page.goto('/deals')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Done' }).click()
    await page.waitForURL(/status=processed/)
    await page.goto('/deals')
    await page.getByRole('checkbox', { name: 'Select every deal that is shown' }).check()
    await look('deals-chosen')
    await page.getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('menuitem', { name: 'Me' }).click()
    await page.getByText('Assigned to Me: 2 deals').waitFor()
    await page.getByLabel('Owner').selectOption({ label: 'Mine' })
    await page.waitForURL(/owner=/)
    await page.getByRole('link', { name: 'Juniper Lane Cafe' }).waitFor()
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

  test('takes by Enter what is marked, however late a response comes, wherever the pointer rests', async () => {
    const palette = page.getByPlaceholder('A deal, a screen, an action')
    const lists = /\/v1\/(?:submissions|search)\?/
    await page.mouse.move(640, 300)
    await page.reload()
    await page.getByRole('switch').first().waitFor()
    const release = await holdResponses(lists)
    await page.keyboard.press('/')
    await palette.pressSequentially('lane cafe')
    // A deal that the page knew before the responses were held is there at once.
    const known = page.getByRole('option', { name: /Juniper Lane Cafe/ })
    await page.getByText('Searching…').or(known).first().waitFor()
    await page.keyboard.press('Enter')
    await release()
    await page.getByRole('heading', { name: 'Juniper Lane Cafe', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Juniper Lane Cafe', level: 1 }).waitFor()
    const releaseNow = await holdResponses(lists)
    await page.keyboard.press('/')
    await palette.pressSequentially('e')
    const marked = page.getByRole('dialog').getByRole('option', { selected: true })
    await marked.waitFor()
    const name = await marked.innerText()
    await releaseNow()
    await page.getByRole('option', { name: /Juniper Lane Cafe/ }).waitFor()
    assert.equal(await marked.innerText(), name)
    await page.keyboard.press('Escape')
  })

  test('sees at once what others bring, and what is changed without a network is sent after it', async () => {
    const opened = await page.context().newPage()
    const stream = opened.waitForResponse(/\/v1\/events\/stream/)
    await opened.goto('/deals')
    await stream
    await desk.caller.post('/v1/submissions', { name: 'Dockside Laundry' })
    await opened.getByRole('checkbox', { name: 'Select Dockside Laundry' }).check()
    await opened.context().setOffline(true)
    await opened.getByText('Offline.').waitFor()
    await opened.getByRole('button', { name: 'Assign' }).click()
    await opened.getByRole('menuitem', { name: 'Me' }).click()
    await opened.context().setOffline(false)
    await opened.getByText('Assigned to Me').waitFor()
    await opened.getByText('Offline.').waitFor({ state: 'hidden' })
    await opened.close()
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

  test('meets no fault of script or policy on the way, and none of accessibility on any screen', () =>
    desk.checkFaults())

  /** Keeps back what the service responds until the result is called. */
  async function holdResponses(address: RegExp): Promise<() => Promise<void>> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      await promise
      await route.continue()
    })
    return async () => {
      resolve()
      await page.unrouteAll({ behavior: 'wait' })
    }
  }
})
