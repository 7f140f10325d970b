import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { readFixture, retouched, storedRows, submit, upload } from '../../../../test/statements.ts'

const FUNDED = readFixture('date-groups/funded').file

describe('changes of documents', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function parsed(file = FUNDED): Promise<{ submissionId: string; id: string }> {
    const submissionId = await submit(tenant.live)
    const id = await upload(tenant.live, submissionId, { file })
    await house.settle()
    return { submissionId, id }
  }

  async function countAccounts(submissionId: string): Promise<number> {
    const query = 'select id from accounts where submission_id = $1'
    const { rowCount } = await house.house.database.pool.query(query, [submissionId])
    return rowCount ?? 0
  }

  async function read(id: string) {
    return (await tenant.live.get(`/v1/documents/${id}`)).body.data
  }

  test('reading a document again doubles nothing and keeps the ids of its rows', async () => {
    const { submissionId, id } = await parsed()
    const first = await storedRows(house, tenant, id)
    const again = await tenant.live.post(`/v1/documents/${id}/parse`)
    assert.deepEqual([again.status, again.body.data.status], [202, 'queued'])
    await house.settle()
    assert.deepEqual(await storedRows(house, tenant, id), first)
    assert.equal(await countAccounts(submissionId), 1)
    const submission = (await tenant.live.get(`/v1/submissions/${submissionId}`)).body.data
    assert.deepEqual(
      [submission.status, submission.counts.transactions],
      ['processed', first.length],
    )
  })

  test('a deleted document is gone with its rows, its account, its file and its link', async () => {
    const own = await house.tenant()
    const submissionId = await submit(own.live)
    const id = await upload(own.live, submissionId, { file: FUNDED })
    await house.settle()
    const link = (await own.live.get(`/v1/documents/${id}/download`)).body.data.url
    assert.equal((await own.live.delete(`/v1/documents/${id}`)).status, 200)
    await house.settle()
    assert.equal((await own.live.get(`/v1/documents/${id}`)).status, 404)
    assert.equal((await house.app.inject(link.replace(/^https?:\/\/[^/]+/, ''))).statusCode, 404)
    assert.deepEqual(await storedRows(house, own, id), [])
    assert.equal(await countAccounts(submissionId), 0)
    assert.deepEqual(await Array.fromAsync(house.house.store.list(own.environments.live)), [])
    const log = await own.live.get(`/v1/audit-log?resource_id=${id}`)
    assert.equal(log.body.data[0].action, 'deleted')
  })

  test('deleting one of two copies gives the other its rows back', async () => {
    const { submissionId, id } = await parsed()
    const file = retouched(FUNDED, 'copy')
    const copy = await upload(tenant.live, submissionId, { file })
    await house.settle()
    assert.ok((await storedRows(house, tenant, copy)).every(({ isDuplicate }) => isDuplicate))
    await tenant.live.delete(`/v1/documents/${id}`)
    const rows = await storedRows(house, tenant, copy)
    assert.ok(rows.length > 0 && rows.every((row) => !row.isDuplicate && row.duplicateOf === null))
    await house.settle()
  })

  test('an excluded document keeps its rows but stands for nothing until it is included', async () => {
    const { submissionId, id } = await parsed()
    const copy = await upload(tenant.live, submissionId, { file: retouched(FUNDED, 'second') })
    await house.settle()
    const url = `/v1/documents/${id}`
    const out = await tenant.live.patch(url, { is_included: false })
    assert.deepEqual([out.body.data.status, out.body.data.is_included], ['excluded', false])
    assert.ok((await storedRows(house, tenant, copy)).every(({ isDuplicate }) => !isDuplicate))
    assert.equal(
      (await tenant.live.post(`${url}/parse`)).body.error.code,
      'invalid_state_transition',
    )
    await house.settle()
    const back = await tenant.live.patch(url, { is_included: true })
    assert.deepEqual([back.body.data.status, back.body.data.is_included], ['processed', true])
    assert.ok((await storedRows(house, tenant, copy)).every(({ isDuplicate }) => isDuplicate))
    await house.settle()
  })

  test('metadata merges, tags replace, and a change on an older state is refused', async () => {
    const { id } = await parsed()
    const url = `/v1/documents/${id}`
    const patch = {
      display_name: 'October',
      tags: ['a', 'b'],
      metadata: { desk: 'east', by: 'jo' },
    }
    await tenant.live.patch(url, patch)
    const { body } = await tenant.live.patch(url, { metadata: { by: null }, tags: ['c'] })
    assert.deepEqual(body.data.metadata, { desk: 'east' })
    assert.deepEqual([body.data.tags, body.data.display_name], [['c'], 'October'])
    const etag = String((await tenant.live.get(url)).headers.etag)
    const headers = { 'if-match': etag }
    assert.equal((await tenant.live.patch(url, { tags: [] }, { headers })).status, 200)
    const late = await tenant.live.patch(url, { tags: ['x'] }, { headers })
    assert.equal(late.body.error.code, 'version_conflict')
    assert.equal((await tenant.live.delete(url, { headers })).body.error.code, 'version_conflict')
  })

  test('a person’s class is taken at its word, with the rows that follow from it', async () => {
    const { id } = await parsed()
    const before = await storedRows(house, tenant, id)
    const url = `/v1/documents/${id}/reclassify`
    const wrong = await tenant.live.post(url, { document_class: 'bank_statment' })
    assert.equal(wrong.status, 400)
    assert.deepEqual(
      [wrong.body.error.type, wrong.body.error.code, wrong.body.error.param],
      ['invalid_request_error', 'invalid_document_class', 'document_class'],
    )
    assert.match(wrong.body.error.message, /Did you mean bank_statement\?/)
    const label = await tenant.live.post(url, { document_class: 'invoice', reparse: false })
    assert.equal(label.body.data.document_class, 'invoice')
    assert.equal((await storedRows(house, tenant, id)).length, before.length)
    const invoice = await tenant.live.post(url, { document_class: 'purchase_order' })
    const { data } = invoice.body
    assert.deepEqual(
      [data.document_class, data.status, data.transactions_count],
      ['invoice', 'queued', 0],
    )
    assert.deepEqual(await storedRows(house, tenant, id), [])
    await tenant.live.post(url, { document_class: 'bank_statement' })
    await house.settle()
    const after = await read(id)
    assert.deepEqual([after.status, after.transactions_count], ['processed', before.length])
    assert.deepEqual(
      [after.classification.method, after.classification.is_user_set],
      ['user', true],
    )
  })

  test('a document is read by force, or by another parser than that of its class', async () => {
    const submissionId = await submit(tenant.live)
    const fields = { document_class: 'invoice' }
    const id = await upload(tenant.live, submissionId, { file: FUNDED, fields })
    await house.settle()
    assert.equal((await read(id)).status, 'review_required')
    await tenant.live.post(`/v1/documents/${id}/parse`)
    await house.settle()
    assert.equal((await read(id)).status, 'review_required')
    const parse = (body: object) => tenant.live.post(`/v1/documents/${id}/parse`, body)
    await parse({ force: true })
    await house.settle()
    assert.ok((await read(id)).transactions_count > 0)
    await parse({ parser: 'form' })
    await house.settle()
    assert.equal((await read(id)).transactions_count, 0)
    await parse({ parser: 'bank_statement' })
    await house.settle()
    assert.ok((await read(id)).transactions_count > 0)
  })

  test('a document is named by hand or by what was read from it', async () => {
    const { submissionId, id } = await parsed()
    const url = `/v1/submissions/${submissionId}/documents/${id}/rename`
    const named = await tenant.live.post(url, { name: '../October: "final"' })
    assert.equal(named.body.data.filename, '..-October- -final-.pdf')
    const { data } = (
      await tenant.live.post(url, {
        template: '{{account_last4}} {{statement_month}} {{owner_name}}',
      })
    ).body
    assert.match(data.display_name, /^\d{4} \d{4}-\d\d\.pdf$/)
    assert.equal(data.original_filename, FUNDED.filename)
    const refused = await tenant.live.post(url, { template: '{{acount_last4}}' })
    assert.match(refused.body.error.message, /Did you mean account_last4/)
    assert.equal((await tenant.live.post(url, {})).body.error.code, 'missing_field')
    const ruled = await tenant.live.post(url, { rule_id: id })
    assert.deepEqual([ruled.status, ruled.body.error.code], [404, 'file_rename_rule_not_found'])
  })
})

describe('documents under way', () => {
  const house = useTestHouse({}, { worker: false })

  test('a document that is being read is not read a second time', async () => {
    const { live } = await house.tenant()
    const id = await upload(live, await submit(live), { file: FUNDED })
    const { status, body } = await live.post(`/v1/documents/${id}/parse`)
    assert.deepEqual([status, body.error.code], [409, 'already_processing'])
  })

  test('what was excluded before it was read starts anew when it is included', async () => {
    const { live } = await house.tenant()
    const id = await upload(live, await submit(live), { file: FUNDED })
    await live.patch(`/v1/documents/${id}`, { is_included: false })
    const { body } = await live.patch(`/v1/documents/${id}`, { is_included: true })
    assert.equal(body.data.status, 'uploaded')
  })
})
