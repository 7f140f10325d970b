import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'

const STATEMENT = new URL(
  '../../../../fixtures/statements/running-balance/funded/statement.pdf',
  import.meta.url,
)

describe('corrections of rows that were read from a document', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let submissionId: string
  let documentId: string

  before(async () => {
    tenant = await house.tenant()
    const created = await tenant.live.post('/v1/submissions', { name: 'Cafe' })
    submissionId = created.body.data.id
    const file = { filename: 'march.pdf', bytes: readFileSync(STATEMENT) }
    const uploaded = await tenant.live.upload(`/v1/submissions/${submissionId}/documents`, [file])
    assert.equal(uploaded.status, 201, uploaded.raw.toString())
    documentId = uploaded.body.data.id
    await house.settle(60_000)
  })

  async function firstRow(query: string): Promise<any> {
    const path = `/v1/transactions?document_id=${documentId}&limit=1&sort=date&${query}`
    const { body } = await tenant.live.get(path)
    assert.equal(body.data.length, 1, query)
    return body.data[0]
  }

  test('a row shows where it stands in the document', async () => {
    const { evidence } = await firstRow('')
    assert.equal(evidence.document_id, documentId)
    assert.ok(evidence.page >= 1)
    assert.equal(evidence.bbox.length, 4)
    assert.ok(evidence.line_text.length > 0)
  })

  test('an explanation shows what each layer says, and a correction takes the first place', async () => {
    const row = await firstRow('is_revenue=false&min_amount=-900000')
    const path = `/v1/transactions/${row.id}`
    const before = (await tenant.live.get(`${path}/explain`)).body.data
    const chosen = before.layers.filter((layer: any) => layer.chosen)
    assert.deepEqual(
      chosen.map((layer: any) => [layer.category, layer.rule_id, layer.confidence]),
      [[row.categories[0].slug, row.categories[0].rule_id, row.categories[0].confidence]],
    )
    await tenant.live.post(`${path}/feedback`, { category: 'expenses.charity' })
    const { layers, category } = (await tenant.live.get(`${path}/explain`)).body.data
    assert.equal(category, 'expenses.charity')
    assert.deepEqual([layers[0].layer, layers[0].chosen], ['feedback', true])
    const { layer } = chosen[0]
    const same = layers.find((each: any) => each.layer === layer)
    assert.deepEqual([same.matched, same.chosen], [true, false])
  })

  test('a correction survives enrichment and a new reading of the document', async () => {
    const row = await firstRow('is_revenue=true')
    const input = { is_revenue: false, reason: 'Money of the owner', comment: 'Not a sale' }
    const response = await tenant.live.post(`/v1/transactions/${row.id}/feedback`, input)
    assert.equal(response.body.data.transaction.revenue_override, 'exclude')
    assert.equal(response.body.data.transaction.exclusion_reason, 'user_excluded')
    const parse = await tenant.live.post(`/v1/documents/${documentId}/parse`, { force: true })
    assert.ok(parse.status < 300, parse.raw.toString())
    await house.settle(60_000)
    const rows = await tenant.live.get(
      `/v1/transactions?document_id=${documentId}&start_date=${row.date}&end_date=${row.date}`,
    )
    const again = rows.body.data.filter((each: any) => each.revenue_override === 'exclude')
    assert.equal(again.length, 1)
    assert.equal(again[0].description, row.description)
    assert.equal(again[0].is_revenue, false)
    assert.equal(again[0].revenue_override_reason, 'Money of the owner')
  })

  test('a position keeps its id and its confirmation when its document is read again', async () => {
    const path = `/v1/submissions/${submissionId}/positions`
    const [found] = (await tenant.live.get(path)).body.data
    await tenant.live.patch(`/v1/positions/${found.id}`, { confirmation: 'confirmed' })
    await tenant.live.post(`/v1/documents/${documentId}/parse`, { force: true })
    await house.settle(60_000)
    const [again] = (await tenant.live.get(path)).body.data
    assert.deepEqual([again.id, again.confirmation, again.confidence], [found.id, 'confirmed', 1])
  })

  test('rows of an excluded document count in no number', async () => {
    const path = `/v1/submissions/${submissionId}/statistics`
    assert.ok((await tenant.live.get(path)).body.data.transactions.count > 0)
    const excluded = await tenant.live.patch(`/v1/documents/${documentId}`, { is_included: false })
    assert.equal(excluded.status, 200, excluded.raw.toString())
    await house.settle(60_000)
    const { body } = await tenant.live.get(path)
    assert.equal(body.data.status, 'not_available')
  })
})
