import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { submit } from '../../../../test/statements.ts'

const URL = '/v1/submissions/bulk'

describe('many submissions at once', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  let ids: string[]

  before(async () => {
    tenant = await house.tenant()
    ids = await Promise.all([1, 2, 3].map(() => submit(tenant.live, { tags: ['old'] })))
  })

  async function read(id: string): Promise<any> {
    return (await tenant.live.get(`/v1/submissions/${id}`)).body.data
  }

  test('are assigned, and taken back', async () => {
    const given = { submission_ids: ids, action: 'assign', assigned_to: 'desk-7' }
    const { status, body } = await tenant.live.post(URL, given)
    assert.deepEqual([status, body.data.succeeded, body.data.failed], [200, 3, 0])
    assert.equal((await read(ids[2]!)).assignedTo, 'desk-7')
    await tenant.live.post(URL, { ...given, assigned_to: null })
    assert.equal((await read(ids[2]!)).assignedTo, null)
  })

  test('get tags and lose others', async () => {
    const given = { submission_ids: ids, action: 'tag', tags: ['new'], remove_tags: ['old'] }
    await tenant.live.post(URL, given)
    assert.deepEqual((await read(ids[0]!)).tags, ['new'])
  })

  test('that cannot be processed have their error; the others are', async () => {
    await tenant.live.patch(`/v1/submissions/${ids[1]}`, { status: 'archived' })
    const given = { submission_ids: ids, action: 'process' }
    const { status, body } = await tenant.live.post(URL, given)
    assert.equal(status, 207, JSON.stringify(body))
    assert.deepEqual(
      body.data.results.map((one: any) => [one.index, one.submission_id, one.error?.code ?? null]),
      ids.map((id, index) => [index, id, index === 1 ? 'invalid_state_transition' : null]),
    )
    assert.equal((await read(ids[0]!)).status, 'processing')
  })

  test('are done once under one key', async () => {
    const given = { submission_ids: [ids[0]], action: 'tag', tags: ['twice'] }
    const headers = { 'idempotency-key': 'bulk-1' }
    const first = await tenant.live.post(URL, given, { headers })
    const again = await tenant.live.post(URL, given, { headers })
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers['idempotent-replayed'], 'true')
  })

  test('are refused as a whole for a wrong request', async () => {
    const unknown = { submission_ids: [tenant.tenantId], action: 'process' }
    const found = await tenant.live.post(URL, unknown)
    assert.deepEqual([found.status, found.body.error.code], [404, 'submission_not_found'])
    const missing = await tenant.live.post(URL, { submission_ids: ids, action: 'assign' })
    assert.deepEqual([missing.status, missing.body.error.param], [422, 'assigned_to'])
    const many = Array.from({ length: 101 }, () => ids[0])
    const over = await tenant.live.post(URL, { submission_ids: many, action: 'process' })
    assert.equal(over.body.error.param, 'submission_ids')
  })
})
