import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { linesPdf } from '../lines-pdf.ts'
import { findChromium, whyNoWalk } from './chromium.ts'
import { enter, openDesk, SETTLE_MS, type Desk } from './desk.ts'

const program = findChromium()
const skip = whyNoWalk(program)
const NOTE = { filename: 'note.pdf', bytes: linesPdf(['Thank you for lunch on Friday.']) }

describe('in a real browser, the work of the desk', { skip }, () => {
  let desk: Desk
  let page: Page
  let look: Desk['look']

  before(async () => {
    desk = await openDesk(program!, fillDesk)
    ;({ page, look } = desk)
    await enter(page, '/queue')
  })
  after(() => desk?.close())

  test('waits in a queue by reason, and each decision opens the next', async () => {
    const list = page.getByRole('region', { name: 'Waiting' })
    await list.getByRole('button').first().waitFor()
    await look('queue')
    await page.getByRole('button', { name: /^Approvals/ }).click()
    await page.getByRole('heading', { name: 'Fund above the limit' }).waitFor()
    await look('queue-approval')
    await page.keyboard.press('a')
    await page.getByText('Approvals: nothing waits').waitFor()
    await page.keyboard.press('u')
    await page.getByText('Undone: Approved: Fund above the limit').waitFor()
    await page.getByRole('heading', { name: 'Fund above the limit' }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('Approvals: nothing waits').waitFor()
  })

  test('shows each thing with what is needed to decide it', async () => {
    await page.goto('/queue?reason=unreconciled')
    await page.getByText('Off by').waitFor()
    await page.getByRole('button', { name: /^Accept as it is/ }).waitFor()
    await look('queue-unreconciled')
    await page.goto('/queue?reason=needs_review_rows')
    await page.getByText('6 rows to look at').waitFor()
    await look('queue-rows')
    await page.keyboard.press('r')
    await page.getByText('5 rows to look at').waitFor()
    await page.getByRole('status', { name: 'What changed' }).waitFor()
    await page.getByRole('button', { name: 'Undo the last one' }).click()
    await page.getByText('6 rows to look at').waitFor()
    await page.goto('/queue?reason=unclassified')
    await page.getByLabel('Kind of document').selectOption({ label: 'Other' })
    await page.getByRole('img', { name: 'Page 1 as submitted' }).waitFor()
    await look('queue-unclassified')
    await page.keyboard.press('Escape')
    await page.goto('/queue?reason=missing_months')
    await page.getByRole('checkbox', { name: /Signed application/ }).uncheck()
    await page
      .getByRole('button', { name: /^Request \d+ items? from olga@shop\.example/ })
      .waitFor()
    await look('queue-months')
    await page.goto('/queue?reason=policy_review')
    await page.getByText('NSF fees, at most 3').waitFor()
    await look('queue-policy')
    await page.keyboard.press('a')
    const reason = page.getByRole('dialog', { name: /^Approve / })
    await reason.getByText('NSF fees, at most 3').waitFor()
    assert.ok(await reason.getByRole('button', { name: 'Approve' }).isDisabled())
    await page.keyboard.press('Escape')
  })

  test('is decided by a policy, whose threshold can be dragged over past deals', async () => {
    await page.goto('/policies')
    await page.getByRole('button', { name: 'New policy' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Starter')
    await look('new-policy')
    await page.getByRole('button', { name: 'Create the draft' }).click()
    await page.getByText('6 rules', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Try other thresholds: Starter: Enough/ }).click()
    await page.getByRole('slider', { name: /Threshold of Monthly/ }).waitFor()
    await look('usual-rules')
    await page.goto('/policies')
    await page.getByRole('link', { name: 'House policy' }).waitFor()
    await look('policies')
    await page.getByRole('link', { name: 'House policy' }).click()
    const whole = page.getByRole('region', { name: 'The whole policy' })
    await whole.getByText('No deal would be decided otherwise.').waitFor()
    await look('policy')
    await page.getByRole('slider', { name: /Threshold of/ }).focus()
    for (let step = 0; step < 30; step += 1) await page.keyboard.press('ArrowRight')
    await whole.getByText('1 deal would be decided otherwise.').waitFor()
    assert.match(page.url(), /try=\d/)
    await look('policy-flips')
    await page.getByRole('button', { name: /^Save .* in the draft/ }).click()
    await page.getByText('Saved in the draft: Few NSF fees').waitFor()
    await page.getByRole('button', { name: 'Few NSF fees', exact: true }).click()
    await look('rule')
    await page.getByRole('button', { name: /^Number / }).click()
    await page.getByPlaceholder('Type a word').fill('true revenue')
    await page.getByRole('option', { name: /^Monthly true revenue/ }).click()
    assert.equal(await page.getByLabel('Passes when it').inputValue(), 'greater_than_or_equal')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByLabel('What it is for').fill('Every deal of the house')
    await look('policy-settings')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Every deal of the house').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('It decides').waitFor()
    await page.getByLabel(/^Check the \d+ open deals? now/).check()
    await look('publish')
    await page.getByRole('button', { name: 'Put in force' }).click()
    await page.getByText('In force from now on').waitFor()
    await page.getByText(/: checked \d+ open deals?$/).waitFor()
    assert.ok(await page.getByRole('button', { name: 'Publish' }).isDisabled())
  })

  test('is seen over all deals', async () => {
    await page.goto('/portfolio')
    await page.getByRole('group', { name: 'Numbers of the portfolio' }).waitFor()
    await page.getByRole('combobox', { name: 'Group' }).selectOption('status')
    await page.getByRole('group', { name: 'Table of groups' }).waitFor()
    await look('portfolio')
    const tile = page.getByRole('group', { name: 'Numbers of the portfolio' }).getByRole('link')
    const count = await tile.textContent()
    await tile.click()
    await page
      .getByText(`${count} deal${count === '1' ? '' : 's'}`)
      .first()
      .waitFor()
  })

  test('runs by itself in steps that a list builds, and each run shows what it did', async () => {
    await page.goto('/workflows')
    await page.getByRole('link', { name: 'Second pair of eyes', exact: true }).waitFor()
    await look('workflows')
    await page.getByRole('button', { name: 'New workflow' }).click()
    await page.getByRole('button', { name: /^Fraud gate/ }).waitFor()
    await look('templates')
    await page.getByRole('textbox', { name: 'Name' }).fill('Note on each deal')
    await page.getByRole('button', { name: 'Start empty' }).click()
    await page.getByText('It cannot be activated as it is saved').waitFor()
    await page.getByRole('button', { name: 'Add a step after the trigger' }).click()
    await page.getByPlaceholder('What shall it do?').fill('create a note')
    await look('add-step')
    await page.keyboard.press('Enter')
    await page.getByLabel('Text (required)').fill('A deal came in.')
    await look('builder')
    await page.getByRole('button', { name: 'Save the steps' }).click()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Active from now on').waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('heading', { name: 'Run', level: 1 }).waitFor()
    await page.goto('/workflows?new=1')
    await page.getByRole('button', { name: /^Fraud gate/ }).click()
    await page.getByRole('button', { name: 'Picture' }).click()
    await page.getByRole('button', { name: /Check authenticity/ }).waitFor()
    await look('picture')
    await page.getByRole('button', { name: /Check authenticity/ }).press('Enter')
    await page.getByRole('region', { name: 'Steps' }).waitFor()
    await look('branches')
    await page.goto('/workflows?view=approvals')
    await page.getByRole('rowheader', { name: /Fund above the limit/ }).waitFor()
    await look('approvals')
    await page.goto('/workflows')
    await page.getByRole('link', { name: 'last run of Second pair of eyes' }).click()
    await page.getByRole('region', { name: 'Output' }).waitFor()
    await look('run')
  })

  test('has no fault of script or policy on the way, and none of accessibility', () =>
    desk.checkFaults())
})

/** A policy that leaves deals to a person, three deals, and a workflow that waits for one. */
async function fillDesk({ house, caller }: Pick<Desk, 'house' | 'caller'>): Promise<void> {
  await caller.post('/v1/policies', {
    name: 'House policy',
    auto_evaluate: true,
    status: 'published',
    rules: [
      {
        name: 'Few NSF fees',
        metric: 'nsf_count',
        operator: 'less_than_or_equal',
        value: 3,
        outcome: 'review',
        message: '{actual} NSF fees, at most {value}',
      },
    ],
  })
  const deals = ['nsf-heavy', 'non-reconciling', 'missing-month']
  const made = await Promise.all(
    deals.map((sample) => caller.post('/v1/sandbox/deals', { sample })),
  )
  const ids = made.map(({ body }) => body.data.submission_id as string)
  const [first] = ids
  await house.settle(SETTLE_MS)
  const company_info = { email: 'olga@shop.example' }
  for (const id of ids) await caller.patch(`/v1/submissions/${id}`, { company_info })
  await caller.upload(`/v1/submissions/${first}/documents`, [NOTE])
  const workflow = await caller.post('/v1/workflows', {
    name: 'Second pair of eyes',
    trigger: { type: 'manual', config: {} },
    nodes: [
      {
        id: 'wait',
        type: 'approval',
        name: 'Two people',
        config: { title: 'Fund above the limit', assignees: ['owner'] },
      },
      { id: 'note', type: 'create_note', config: { text: 'Approved by two.' } },
    ],
  })
  const { id } = workflow.body.data
  await caller.post(`/v1/workflows/${id}/activate`, {})
  await caller.post(`/v1/workflows/${id}/run`, { submission_id: first })
  await house.settle(SETTLE_MS)
}
