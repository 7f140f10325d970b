import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { demoDeal } from '../../fixtures/deal.ts'
import { findChromium, whyNoWalk } from './chromium.ts'
import { enter, openDesk, SETTLE_MS, type Desk } from './desk.ts'

const program = findChromium()
const skip = whyNoWalk(program)

/** Where a figure stands: a tile, a graded metric, the average of the months, a column of the list. */
type Place = readonly [
  screen: 'overview' | 'positions' | 'checks' | 'deals',
  kind: 'tile' | 'grade' | 'month' | 'column' | 'fact',
  name: string,
]

/** What is one thing, by whichever name it stands: everywhere the same value. */
const SAME: readonly (readonly Place[])[] = [
  [
    ['overview', 'tile', 'True revenue / mo'],
    ['overview', 'month', 'True revenue'],
    ['checks', 'grade', 'Monthly true revenue'],
    ['positions', 'fact', 'True revenue / mo'],
  ],
  [
    ['overview', 'tile', 'Holdback'],
    ['overview', 'month', 'Holdback'],
    ['positions', 'tile', 'Holdback'],
    ['checks', 'grade', 'Holdback'],
    ['deals', 'column', 'Holdback'],
  ],
  [
    ['positions', 'tile', 'MCA payments / mo'],
    ['overview', 'month', 'MCA out'],
  ],
  [
    ['overview', 'tile', 'Deposit count / mo'],
    ['checks', 'grade', 'Deposits per month'],
  ],
  [
    ['overview', 'tile', 'Average daily balance'],
    ['checks', 'grade', 'Average daily balance'],
    ['deals', 'column', 'Average balance'],
  ],
  [
    ['overview', 'tile', 'NSF, overdrafts, returned'],
    ['checks', 'grade', 'NSF, overdraft and returned items'],
  ],
  [
    ['overview', 'tile', 'Active MCA positions'],
    ['positions', 'tile', 'Active MCA positions'],
    ['checks', 'grade', 'Active MCA positions'],
  ],
]

describe('in a real browser, a figure of a deal', { skip }, () => {
  let desk: Desk
  let page: Page
  let deal: string

  before(async () => {
    desk = await openDesk(program!, async ({ house, caller }) => {
      deal = (await caller.post('/v1/submissions', { company_info: { name: 'Juniper' } })).body.data
        .id
      const { files } = await demoDeal()
      await caller.upload(`/v1/submissions/${deal}/documents`, [...files])
      await house.settle(SETTLE_MS)
    })
    page = desk.page
    await enter(page, '/deals')
  })
  after(() => desk?.close())

  const open = async (screen: Place[0]): Promise<void> => {
    const rest = screen === 'overview' ? '' : `/${screen}`
    await page.goto(screen === 'deals' ? '/deals' : `/deals/${deal}${rest}`)
  }

  /** The number in a cell or a tile, without its mark and its grade. */
  async function read([, kind, name]: Place): Promise<string> {
    const exact = { name, exact: true }
    switch (kind) {
      case 'tile':
        return page
          .locator('.tile', { has: page.getByText(name, { exact: true }) })
          .locator('.tile-value')
          .first()
          .innerText()
      case 'grade':
        return page
          .getByRole('row', { name: new RegExp(`^${name}`) })
          .locator('td')
          .first()
          .innerText()
      case 'fact':
        return page
          .locator('dt', { hasText: name })
          .locator('xpath=following-sibling::dd')
          .innerText()
      default: {
        const head = page.getByRole('columnheader', exact).first()
        const at = await head.evaluate((cell: any) => cell.cellIndex as number)
        const label = kind === 'month' ? /^Average of full months/ : /Juniper/
        return page
          .getByRole('row', { name: label })
          .locator(`:nth-child(${at + 1})`)
          .first()
          .innerText()
      }
    }
  }

  test('has one value wherever it stands', async () => {
    const figures = new Map<Place, string>()
    for (const screen of ['overview', 'positions', 'checks', 'deals'] as const) {
      await open(screen)
      for (const place of SAME.flat().filter(([own]) => own === screen))
        figures.set(place, toFigure(await read(place)))
    }
    const unequal = SAME.filter((places) => new Set(places.map((one) => figures.get(one))).size > 1)
    assert.deepEqual(
      unequal.map((places) => places.map((one) => `${one.join(' ')}: ${figures.get(one)}`)),
      [],
    )
  })
})

// ≈$61,001 A → 61001
function toFigure(text: string): string {
  const [figure = text] = /−?\d[\d,.]*/.exec(text) ?? []
  return figure.replaceAll(',', '')
}
