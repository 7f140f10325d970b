// `npm run tour`: a new copy of the service, from its setup link to a decided deal, in a real browser, with a
// picture of each screen in docs/tour. The browser is the program of CHROMIUM_PATH, or one of the search path.
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { demoDeal } from '../fixtures/deal.ts'
import { findChromium, openChromium } from '../test/browser/chromium.ts'
import { makeServiceCopy } from './service-process.ts'

interface Stop {
  /** The file of its picture. */
  name: string
  /** What is seen, for the page that shows the pictures. */
  shows: string
  visit: (page: Page) => Promise<unknown>
}

const FOLDER = `${import.meta.dirname}/../docs/tour`
const SIZE = { width: 1280, height: 860 }
const BUSINESS = 'Juniper Lane Cafe'

const STOPS: readonly Stop[] = [
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
    visit: async (page) => {
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
    shows: 'Transactions, with corrections of many at once and what they change.',
    visit: async (page) => {
      await page.getByRole('link', { name: 'Transactions' }).click()
      await page.getByLabel('Search the transactions').waitFor()
      await page.getByRole('checkbox', { name: 'Select every row that is shown' }).waitFor()
    },
  },
]

const program = findChromium()
if (program === null) {
  console.error('There is no chromium on the search path; CHROMIUM_PATH may name one.')
  process.exitCode = 2
} else {
  await tour(program)
}

async function tour(executablePath: string): Promise<void> {
  const copy = await makeServiceCopy({ LOG_LEVEL: 'info' })
  const browser = await openChromium(executablePath)
  try {
    const service = await copy.start()
    const page = await browser.newPage({ baseURL: copy.url, viewport: SIZE })
    page.setDefaultTimeout(60_000)
    mkdirSync(FOLDER, { recursive: true })
    await page.goto(findLink(service.output()))
    const startedAt = performance.now()
    for (const [index, { name, shows, visit }] of STOPS.entries()) {
      await visit(page)
      await page.screenshot({ path: `${FOLDER}/${index + 1}-${name}.png` })
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(`${String(seconds).padStart(4)} s  ${shows}`)
    }
    writeFileSync(`${FOLDER}/README.md`, describeTour())
  } finally {
    await browser.close()
    await copy.remove()
  }
}

function findLink(output: string): string {
  const [link] = /http\S+\/setup\S*/.exec(output) ?? []
  if (link === undefined) throw new Error(`No link was printed:\n${output}`)
  return link
}

function describeTour(): string {
  const pictures = STOPS.map(
    ({ name, shows }, index) => `${shows}\n\n![${name}](${index + 1}-${name}.png)\n`,
  )
  const head = 'From the setup link to a decided deal, on a new copy. Made by `npm run tour`.\n'
  return ['# A deal, screen by screen\n', head, ...pictures].join('\n')
}
