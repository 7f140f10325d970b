import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DOCUMENT_FIXTURES, printDocument } from '../../fixtures/documents/index.ts'
import { findChromium, whyNoWalk } from './chromium.ts'
import { enter, openDesk, SETTLE_MS, type Desk } from './desk.ts'

const program = findChromium()
const skip = whyNoWalk(program)

describe('in a real browser, an applicant without an account', { skip }, () => {
  let desk: Desk
  let deal: string
  /** Of the applicant, in a browser where nobody is signed in. */
  let own: Page

  before(async () => {
    desk = await openDesk(program!, async ({ caller }) => {
      const company_info = { name: 'Juniper Bakery' }
      deal = (await caller.post('/v1/submissions', { company_info })).body.data.id
    })
    own = await desk.openPage()
    await enter(desk.page, `/deals/${deal}/checks`)
  })
  after(() => desk?.close())

  test('is sent a link that a person makes at the stips of the deal', async () => {
    const { page } = desk
    const stips = page.getByRole('region', { name: 'Stips' })
    await stips.getByRole('button', { name: 'Upload link…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('14 days').waitFor({ state: 'attached' })
    await desk.look('upload-link-dialog')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    await dialog.getByRole('button', { name: 'Copy upload link' }).waitFor()
    await desk.look('upload-link')
    const address = await dialog.getByLabel('Address').inputValue()
    assert.match(address, /\/upload#[\w-]+\.sul_test_\w+$/)
    await own.goto(address)
    await own.getByRole('heading', { name: 'Send documents to Harbor Lending' }).waitFor()
    assert.doesNotMatch(await own.locator('body').innerText(), /Juniper/)
    await desk.look('upload-page', own)
  })

  test('is shown of each file whether it was received, and why not', async () => {
    const check = DOCUMENT_FIXTURES.find((each) => each.documentClass === 'voided_check')!
    const buffer = Buffer.from(await printDocument(check))
    await own.getByLabel('Choose files').setInputFiles([
      { name: 'check.pdf', mimeType: 'application/pdf', buffer },
      { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3 no document') },
    ])
    const files = own.getByRole('list', { name: 'Files' })
    await files
      .getByRole('listitem')
      .filter({ hasText: 'check.pdf' })
      .getByText('✓ Received')
      .waitFor()
    await files.getByText(/^✕ Not received: song.mp3 is not a PDF/).waitFor()
    await desk.house.settle(SETTLE_MS)
    const wanted = own.getByRole('region', { name: 'What is wanted' })
    await wanted.getByRole('listitem').filter({ hasText: 'Voided check' }).getByText('✓').waitFor()
    await desk.look('upload-page-files', own)
  })

  test('can do so on a narrow phone, without scrolling sideways', async () => {
    await own.setViewportSize({ width: 320, height: 640 })
    const wider = await own.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    assert.equal(wider, 0)
  })

  test('reads that the link is no longer good once it is revoked', async () => {
    const { page } = desk
    await page.reload()
    const links = page.getByRole('list', { name: 'Upload links' })
    await links.getByText(/1 file received/).waitFor()
    await links.getByRole('button', { name: /^Revoke/ }).click()
    await links.waitFor({ state: 'hidden' })
    await own.reload()
    await own.getByRole('alert').getByText('This link is no longer good').waitFor()
    await page.goto(`/deals/${deal}/timeline`)
    await page.getByText('Upload link taken back').waitFor()
    await page
      .getByText(/^Document uploaded/)
      .first()
      .waitFor()
    desk.checkFaults()
  })
})
