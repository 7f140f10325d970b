import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'
import { restore } from '../transactions/feedback/undo.ts'

const DESCRIPTION = 'ZELLE PAYMENT FROM QUARRY LANE HOLDINGS CONF# 8X2K9'

describe('feedback', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let submissionId: string

  before(async () => {
    tenant = await house.tenant()
  })

  beforeEach(async () => {
    submissionId = await deal()
  })

  async function deal(): Promise<string> {
    const created = await tenant.live.post('/v1/submissions', { name: 'Deal' })
    const { id } = created.body.data
    const rows = [
      ['2025-03-03', 4000],
      ['2025-03-12', 4500],
    ] as const
    const transactions = rows.map(([date, amount]) => ({ date, amount, description: DESCRIPTION }))
    await tenant.live.post('/v1/transactions/bulk', { submission_id: id, transactions })
    await house.settle()
    return id
  }

  async function listRows(id: string): Promise<any[]> {
    const { body } = await tenant.live.get(`/v1/transactions?submission_id=${id}&sort=date`)
    return body.data
  }

  async function listSlugs(id: string): Promise<string[]> {
    return (await listRows(id)).map(({ categories }) => categories[0].slug)
  }

  async function getRevenue(id: string): Promise<number> {
    const { body } = await tenant.live.get(`/v1/submissions/${id}/cashflow`)
    const lines = body.data.periods.flatMap((period: any) => period.lines)
    const revenue = lines.filter(({ key }: any) => key === 'gross_revenue')
    return revenue.reduce((sum: number, { amount }: any) => sum + amount, 0)
  }

  async function correct(input: object): Promise<any> {
    const [row] = await listRows(submissionId)
    const { body, status } = await tenant.live.post(`/v1/transactions/${row.id}/feedback`, input)
    assert.equal(status, 200, JSON.stringify(body))
    await house.settle()
    return body.data
  }

  async function undo(id: string): Promise<any> {
    const response = await tenant.live.post(`/v1/feedback/${id}/undo`)
    await house.settle()
    return response
  }

  test('a correction of similar rows changes the numbers and the timeline, and undo restores them', async () => {
    const [first] = await listSlugs(submissionId)
    const input = { category: 'equity.owner_contribution', apply_to: 'similar_in_submission' }
    const before = await listRows(submissionId)
    const given = await correct(input)
    assert.equal(given.affected_count, 2)
    const { row, changes } = (await tenant.live.get(`/v1/feedback/${given.feedback_id}`)).body.data
    assert.deepEqual(
      [row.date, row.amount, changes],
      ['2025-03-03', 4000, [{ field: 'category', from: first, to: input.category }]],
    )
    assert.deepEqual(await listSlugs(submissionId), [input.category, input.category])
    const timeline = await tenant.live.get(`/v1/submissions/${submissionId}/timeline`)
    assert.ok(timeline.body.data.some(({ type }: any) => type === 'transaction.corrected'))
    const undone = await undo(given.feedback_id)
    assert.equal(undone.body.data.status, 'undone')
    assert.deepEqual(await listSlugs(submissionId), [first, first])
    const after = await listRows(submissionId)
    const pickState = ({ categories, feedback, is_revenue: is }: any) => ({
      categories,
      feedback,
      is,
    })
    assert.deepEqual(after.map(pickState), before.map(pickState))
    const again = await undo(given.feedback_id)
    assert.deepEqual([again.status, again.body.error.code], [409, 'invalid_state_transition'])
  })

  test('a correction of rows of a document is taken back, also for when that is read again', async () => {
    submissionId = await submit(tenant.live)
    const documentId = await upload(tenant.live, submissionId, readFixture('date-groups/funded'))
    await house.settle()
    const before = await listSlugs(submissionId)
    const given = await correct({ category: 'income.vendor_refund' })
    const corrected = await listSlugs(submissionId)
    assert.notDeepEqual(corrected, before)
    const reread = async (): Promise<string[]> => {
      const { status } = await tenant.live.post(`/v1/documents/${documentId}/parse`, {})
      assert.ok(status < 300, String(status))
      await house.settle()
      return listSlugs(submissionId)
    }
    assert.deepEqual(await reread(), corrected)
    const undone = await undo(given.feedback_id)
    assert.equal(undone.status, 200, JSON.stringify(undone.body))
    assert.deepEqual(await listSlugs(submissionId), before)
    assert.deepEqual(await reread(), before)
  })

  test('a correction for the tenant holds for rows of other submissions, later ones too', async () => {
    const elsewhere = await deal()
    const [was] = await listSlugs(elsewhere)
    const input = { category: 'revenue.invoice_payment', apply_to: 'tenant' }
    const given = await correct(input)
    assert.ok(given.rule_id)
    assert.ok(given.affected_count >= 4)
    const later = await deal()
    for (const id of [submissionId, elsewhere, later]) {
      assert.deepEqual(await listSlugs(id), [input.category, input.category])
    }
    const [row] = await listRows(later)
    assert.deepEqual([row.category_source, row.category_rule_id], ['tenant_rule', given.rule_id])
    await undo(given.feedback_id)
    for (const id of [submissionId, elsewhere, later]) {
      assert.deepEqual(await listSlugs(id), [was, was])
    }
  })

  test('a preview counts the rows that a correction reaches, and changes none', async () => {
    const input = { category: 'expenses.charity', apply_to: 'similar_in_submission' }
    const [row] = await listRows(submissionId)
    const path = `/v1/transactions/${row.id}/feedback`
    const seen = await tenant.live.post(path, { ...input, preview: true })
    assert.equal(seen.status, 200, seen.raw.toString())
    assert.deepEqual([seen.body.data.feedback_id, seen.body.data.recompute], [null, 'none'])
    const after = await tenant.live.get(`/v1/transactions/${row.id}`)
    assert.deepEqual(after.body.data.categories, row.categories)
    const done = await tenant.live.post(path, input)
    assert.equal(done.body.data.affected_count, seen.body.data.affected_count)
    await house.settle()
    assert.equal((await undo(done.body.data.feedback_id)).status, 200)
    const unknown = await tenant.live.post(path, { category: 'expenses.rnt', preview: true })
    assert.equal(unknown.body.error.code, 'invalid_category')
  })

  test('what only one row can say is refused for a tenant', async () => {
    const [row] = await listRows(submissionId)
    const input = { is_duplicate: true, apply_to: 'tenant' }
    const { body } = await tenant.live.post(`/v1/transactions/${row.id}/feedback`, input)
    assert.deepEqual([body.error.code, body.error.param], ['invalid_state_transition', 'apply_to'])
  })

  test('a row takes the name of the merchant that it is said to be of', async () => {
    const { body } = await tenant.live.get('/v1/merchants?q=home%20depot&is_global=true&limit=1')
    const [merchant] = body.data
    const { transaction } = await correct({ merchant_id: merchant.id })
    assert.deepEqual(
      [transaction.merchant_id, transaction.merchant_name],
      [merchant.id, merchant.name],
    )
  })

  test('words that change nothing are kept, and found by what they are about', async () => {
    const input = { target_type: 'metric', target_id: 'nsf_days', kind: 'rating', rating: 4 }
    const given = await tenant.live.post('/v1/feedback', { ...input, submission_id: submissionId })
    assert.deepEqual([given.status, given.body.data.status], [201, 'received'])
    const path = `/v1/feedback?target_type=metric&submission_id=${submissionId}`
    const { body } = await tenant.live.get(path)
    assert.deepEqual(
      body.data.map(({ id }: any) => id),
      [given.body.data.id],
    )
    const unknown = await tenant.live.post('/v1/feedback', { ...input, target_type: 'document' })
    assert.deepEqual([unknown.status, unknown.body.error.param], [400, 'target_id'])
  })

  test('a correction moves the revenue of the cash flow', async () => {
    const before = await getRevenue(submissionId)
    const given = await correct({ is_revenue: true, apply_to: 'similar_in_submission' })
    const corrected = await getRevenue(submissionId)
    assert.equal(corrected, 8500)
    await undo(given.feedback_id)
    assert.equal(await getRevenue(submissionId), before)
  })
})

test('taking back leaves what somebody said since, and restores what was said before', () => {
  const now = { category: 'taxes.federal', isDebt: true, isRevenue: false }
  const correction = { category: 'expenses.rent', isDebt: true, isRevenue: false }
  assert.deepEqual(restore(now, correction, { isRevenue: true }), {
    category: 'taxes.federal',
    isRevenue: true,
  })
})
