import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

describe('submissions', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('a new submission answers as the interface shows it, with a Location', async () => {
    const body = {
      external_id: 'deal-1',
      company_info: { name: 'Maple Leaf Bakery LLC', ein: '12-3456789' },
      metadata: { campaign: 'fall', note: { deep_key: 1 } },
    }
    const created = await tenant.live.post('/v1/submissions', body)
    assert.equal(created.status, 201, created.raw.toString())
    const { data } = created.body
    assert.equal(created.headers.location, `/v1/submissions/${data.id}`)
    assert.equal(data.tenantId, tenant.tenantId)
    assert.equal(data.externalId, 'deal-1')
    assert.equal(data.name, 'Maple Leaf Bakery LLC')
    assert.equal(data.status, 'new')
    assert.deepEqual(data.metadata, body.metadata)
    assert.equal(data.companyInfo.ein, '12-3456789')
    assert.equal(data.livemode, true)
    assert.equal(data.failure, null)
    assert.deepEqual((await tenant.live.get(`/v1/submissions/${data.id}`)).body.data, data)
    assert.deepEqual((await tenant.live.get('/v1/submissions/ext:deal-1')).body.data, data)
  })
})
