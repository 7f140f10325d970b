import type { Page } from 'playwright-core'
import { demoDeal } from '../../fixtures/deal.ts'
import { makeHouseRules, misreadAmount, type Call } from '../../test/browser/demo-desk.ts'

interface Stop {
  /** The file of its picture. */
  name: string
  /** What is seen, for the page that shows the pictures. */
  shows: string
  visit: (page: Page, call: Call) => Promise<unknown>
}

const BUSINESS = 'Juniper Lane Cafe'

export const STOPS: readonly Stop[] = [
  {
    name: 'setup',
    shows: 'The link that `npm start` prints makes the owner of the organization.',
    visit: async (page) => {
      await page.getByLabel('Organization').fill('Harbor Lending')
      await page.getByLabel('Your name').fill('Olivia Lender')
      await page.getByLabel('E-mail').fill('olivia@bank.example')
      await page.getByLabel('Password').fill('ledger petrol kiosk anvil')
    },
  },
  {
    name: 'new-deal',
    shows: 'A new deal: six files are dropped.',
    visit: async (page, call) => {
      await makeHouseRules(call)
      await call('put', '/v1/user/settings', { watermark: { enabled: true } })
      await page.getByRole('button', { name: 'Create the owner' }).click()
      await page.getByRole('link', { name: 'Open the deals' }).click()
      await page.getByRole('button', { name: 'New deal' }).click()
      await page.getByLabel('Name of the business').fill(BUSINESS)
      const { files } = await demoDeal()
      await page
        .getByLabel('Statements, application, other documents')
        .setInputFiles(
          files.map(({ filename, bytes }) => ({
            name: filename,
            mimeType: 'application/pdf',
            buffer: Buffer.from(bytes),
          })),
        )
    },
  },
  {
    name: 'overview',
    shows: 'The overview, seconds later: metrics, months, balances, positions, flags, policy.',
    visit: async (page) => {
      await page.getByRole('button', { name: 'Create the deal' }).click()
      await page.getByRole('heading', { name: BUSINESS, level: 1 }).waitFor()
      await page.getByRole('group', { name: 'Metrics' }).waitFor()
      await page.getByRole('region', { name: 'Processing' }).waitFor({ state: 'hidden' })
      await page.getByRole('img', { name: /Daily balance from/ }).waitFor()
    },
  },
  {
    name: 'evidence',
    shows: 'A number opens the rows that it is made of.',
    visit: async (page) => {
      const months = page.getByRole('group', { name: 'Table of months' })
      await months.getByRole('button', { name: '59,258' }).click()
      await page.getByRole('dialog', { name: 'True revenue' }).getByText('40 rows').waitFor()
    },
  },
  {
    name: 'statement',
    shows: 'A row opens its line on the page, beside the proof that the statement reconciles.',
    visit: async (page) => {
      await page.getByRole('dialog').getByRole('link', { name: 'Square' }).first().click()
      await page.getByRole('img', { name: /Page \d as submitted/ }).waitFor()
      await page.locator('.row-box[data-marked=true]').waitFor()
    },
  },
  {
    name: 'transactions',
    shows: 'Deposits that are the owner’s own money are taken out of revenue: what that changes.',
    visit: async (page) => {
      await page.getByRole('link', { name: 'Transactions' }).click()
      await page.getByLabel('Search the transactions').fill('cash deposit')
      await page.waitForURL(/q=cash/)
      // Every row of the deal stands there until the search has its own.
      await page.getByText(/^13 rows/).waitFor()
      await page.getByRole('checkbox', { name: 'Select every row that is shown' }).check()
      await page.keyboard.press('c')
      await page.getByPlaceholder('Type a category').fill('owner contribution')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Correct', exact: true }).click()
      const changed = page.getByRole('status', { name: 'What changed' })
      await changed.getByText('Monthly true revenue').waitFor()
    },
  },
  {
    name: 'unreconciled',
    shows: 'An amount was read wrong: the statement is off by the difference, and says so.',
    visit: async (page, call) => {
      await page.keyboard.press('u')
      await page.getByText('Undone').first().waitFor()
      const [, deal] = /deals\/([^/]+)/.exec(page.url())!
      const { documentId, rowId } = await misreadAmount(call, deal!)
      const { origin } = new URL(page.url())
      await page.goto(`${origin}/deals/${deal}/documents/${documentId}?row=${rowId}`)
      await page.getByText('Off by').waitFor()
      await page.locator('.row-box[data-marked=true]').waitFor()
    },
  },
  {
    name: 'healed',
    shows: 'The amount of the page is typed: it reconciles, and every number follows.',
    visit: async (page) => {
      await page.keyboard.press('e')
      const field = page.getByRole('textbox', { name: /^Amount of/ })
      const wrong = await field.inputValue()
      await field.fill(swapDigits(wrong))
      await field.press('Enter')
      await page.getByText('✓ Reconciled').waitFor()
      await page.getByText('Corrected: it reconciles.', { exact: true }).waitFor()
    },
  },
  {
    name: 'positions',
    shows: 'What is owed already, and a new advance: the slider shows which limit binds.',
    visit: async (page) => {
      await page.keyboard.press('4')
      await page.getByRole('button', { name: 'Forward Financing' }).waitFor()
      await page.getByLabel('Amount, typed').fill('15,000')
      await page.getByLabel('Amount, typed').press('Enter')
      await page.getByRole('region', { name: 'Limits' }).getByRole('button').first().waitFor()
      await page.getByRole('region', { name: 'What the offer does' }).waitFor()
    },
  },
  {
    name: 'checks',
    shows:
      'Each rule with its measured value, its threshold and its rows; what is missing; signals.',
    visit: async (page) => {
      await page.keyboard.press('5')
      await page.getByRole('group', { name: 'Rules of Standard' }).waitFor()
    },
  },
  {
    name: 'funders',
    shows: 'Matched with the criteria of each funder: two fit, and one says what it lacks.',
    visit: async (page) => {
      await page.keyboard.press('6')
      await page.getByText('This deal has not been matched').waitFor()
      await page.keyboard.press('m')
      await page.getByRole('row', { name: /North Pier Funding.*Does not fit/ }).waitFor()
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
      await page.getByRole('button', { name: 'Send to 2 funders' }).waitFor()
    },
  },
  {
    name: 'package',
    shows: 'The package for both, each copy with a watermark of its own.',
    visit: async (page) => {
      await page.keyboard.press('s')
      const dialog = page.getByRole('dialog', { name: 'Send to 2 funders' })
      await dialog.getByText('Each page is marked').waitFor()
      await dialog.getByLabel('Amount requested').fill('20,000')
      await dialog.getByLabel('Note to the funder').fill('The owner is available until noon.')
    },
  },
  {
    name: 'decided',
    shows: 'Decided: the offer that was accepted, and the trail of what went to whom.',
    visit: async (page) => {
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page
        .getByText(/gets it now|is saved, not sent/)
        .nth(1)
        .waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('row', { name: /Harbor Street Capital.*sent/i }).waitFor()
      await page.getByRole('button', { name: 'Harbor Street Capital' }).click()
      const details = page.getByRole('region', { name: 'Details of Harbor Street Capital' })
      await details.getByRole('button', { name: 'Record a response' }).click()
      const response = page.getByRole('dialog')
      await response.getByLabel('Amount').fill('18,000')
      await response.getByLabel('Factor', { exact: true }).fill('1.32')
      await response.getByLabel('Term, months').fill('8')
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      await details.getByRole('button', { name: 'Accept $18,000' }).click()
      await page.getByRole('row', { name: /Harbor Street Capital.*Accepted/ }).waitFor()
    },
  },
  {
    name: 'timeline',
    shows: 'Who did what, and which numbers changed by it.',
    visit: async (page) => {
      await page.getByRole('button', { name: 'Decide' }).click()
      await page.getByRole('menuitem', { name: 'Approve', exact: true }).click()
      const approved = page.getByRole('button', { name: 'Approved' })
      const dialog = page.getByRole('dialog')
      await dialog.or(approved).first().waitFor()
      if (await dialog.isVisible()) {
        await dialog.getByLabel('Reason').fill('Revenue is steady, one advance is nearly paid.')
        await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
      }
      await approved.waitFor()
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('8')
      await page.getByText(/Harbor Street Capital: accepted/).waitFor()
      await page.getByRole('region', { name: 'What changed' }).waitFor()
    },
  },
]

/** Two digits that were read in the wrong order: `421.58` → `412.58`. */
function swapDigits(amount: string): string {
  return Number(amount)
    .toFixed(2)
    .replace(/(\d)(\d)(\.\d\d)$/, '$2$1$3')
}
