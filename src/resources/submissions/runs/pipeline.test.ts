import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'

describe('the pipeline', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('processing a submission that holds nothing fails once and says why', async () => {
    const { body } = await tenant.live.post('/v1/submissions', { name: 'Empty' })
    const started = await tenant.live.post(`/v1/submissions/${body.data.id}/process`)
    assert.equal(started.status, 202)
    assert.equal(started.body.data.status, 'processing')
    await house.settle()
    const { data } = (await tenant.live.get(`/v1/submissions/${body.data.id}`)).body
    assert.equal(data.status, 'failed')
    assert.equal(data.failure.code, 'no_data')
    const stream = await tenant.live.get(`/v1/submissions/${body.data.id}/events`)
    console.log(stream.raw.toString())
  })
})
