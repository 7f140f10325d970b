import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { linesPdf } from '../../../../test/lines-pdf.ts'
import { storedRows, submit, upload } from '../../../../test/statements.ts'

/** A statement of a checking account as lines of print. */
function statement(head: readonly string[], days: readonly string[]): Buffer {
  return linesPdf([
    'Meridian Ridge Bank                       Business Checking',
    ...head,
    'Beginning balance                           500.00',
    'Date        Description               Amount      Balance',
    `${days[0]!.padEnd(12)}Fuel stop                 -20.00       480.00`,
    `${days[1]!.padEnd(12)}Office rent               -40.00       440.00`,
    'Ending balance                              440.00',
  ])
}

const PERIOD = 'Statement period 03/01/2025 to 03/31/2025'
const DAYS = ['03/03/2025', '03/09/2025']

describe('what a statement leaves open', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  before(async () => {
    tenant = await house.tenant()
  })

  test('a statement without any year waits for the one that the caller gives', async () => {
    const submissionId = await submit(tenant.live)
    const file = { filename: 'scan.pdf', bytes: statement(['USD'], ['12/18', '01/09']) }
    const id = await upload(tenant.live, submissionId, { file })
    await house.settle(60_000)
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    assert.equal(data.status, 'review_required')
    assert.ok(data.problems.some(({ code }: { code: string }) => code === 'year_missing'))
    const reparsed = await tenant.live.post(`/v1/documents/${id}/parse`, { statement_year: 2025 })
    assert.equal(reparsed.body.data?.statement_year, 2025, JSON.stringify(reparsed.body))
    await house.settle(60_000)
    const rows = await storedRows(house, tenant, id)
    assert.deepEqual(
      rows.map(({ date }) => date),
      ['2024-12-18', '2025-01-09'],
    )
  })

  test('the year given at upload holds for every reading', async () => {
    const submissionId = await submit(tenant.live)
    const file = { filename: 'scan.pdf', bytes: statement(['USD '], ['12/18', '01/09']) }
    const fields = { statement_year: '2024' }
    const id = await upload(tenant.live, submissionId, { file, fields })
    await house.settle(60_000)
    const days = async (): Promise<string[]> =>
      (await storedRows(house, tenant, id)).map(({ date }) => date)
    assert.deepEqual(await days(), ['2023-12-18', '2024-01-09'])
    await tenant.live.post(`/v1/documents/${id}/parse`, {})
    await house.settle(60_000)
    assert.deepEqual(await days(), ['2023-12-18', '2024-01-09'])
  })

  test('statements of uncertain accounts are joined with no account', async () => {
    const submissionId = await submit(tenant.live)
    const heads = [
      ['Account Number 22871056'],
      ['Account Number 77771234', 'Account Number 22871056'],
      ['Account Number 77775678', 'Account Number 22871056'],
    ]
    for (const head of heads) {
      const bytes = statement([PERIOD, ...head], DAYS)
      await upload(tenant.live, submissionId, { file: { filename: 'march.pdf', bytes } })
    }
    await house.settle(60_000)
    const { data } = (await tenant.live.get(`/v1/documents?submission_id=${submissionId}`)).body
    const statuses = data.map(({ status }: { status: string }) => status).toSorted()
    assert.deepEqual(statuses, ['processed', 'review_required', 'review_required'])
    const found = await tenant.live.get(`/v1/transactions?submission_id=${submissionId}`)
    const accounts = new Set(
      found.body.data.map(({ account_id: account }: { account_id: string }) => account),
    )
    assert.equal(accounts.size, 3, JSON.stringify(found.body.data[0]))
  })
})
