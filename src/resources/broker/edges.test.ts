import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { makeBroker, makeDraft, readSample, type TestBroker } from '../../../test/broker.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { removeExpired } from './retention.ts'

describe('deals of brokers, at their edges', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  let broker: TestBroker

  before(async () => {
    tenant = await house.tenant()
    broker = await makeBroker(house, tenant, 'edges@broker.example')
    await tenant.live.put('/v1/user/settings', { broker_requirements: ['business_name'] })
  })

  async function makeSubmitted(name: string): Promise<string> {
    const { 'broker-submissions': id } = await makeDraft(broker.caller, { business: { name } })
    const { status } = await broker.caller.post(`/v1/broker/submissions/${id}/submit`)
    assert.equal(status, 200)
    return `/v1/broker/submissions/${id}`
  }

  async function countCreated(): Promise<number> {
    const { body } = await tenant.live.get('/v1/events?type=submission.created&limit=1000')
    return body.data.length
  }

  test('one that two accept at once becomes one submission', async () => {
    const url = await makeSubmitted('Accepted twice')
    const before = await countCreated()
    const accept = () => tenant.live.post(`${url}/review`, { decision: 'accept' })
    const statuses = (await Promise.all([accept(), accept()])).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 409],
    )
    assert.equal(await countCreated(), before + 1)
  })

  test('one that is complete is accepted as it is submitted, where the lender says so', async () => {
    await tenant.live.put('/v1/user/settings', { broker_auto_accept: true })
    const before = await countCreated()
    const url = await makeSubmitted('Accepted at once')
    await tenant.live.put('/v1/user/settings', { broker_auto_accept: false })
    assert.equal((await broker.caller.get(url)).body.data.status, 'accepted')
    assert.equal(await countCreated(), before + 1)
  })

  test('two brokers cannot take one address at once', async () => {
    const create = () => tenant.live.post('/v1/brokers', { name: 'Twin', email: 'T@x.example' })
    const responses = await Promise.all([create(), create()])
    const [made, refused] = responses.toSorted((a, b) => a.status - b.status)
    assert.deepEqual([made!.status, made!.body.data.email], [201, 't@x.example'])
    assert.deepEqual([refused!.status, refused!.body.error.code], [409, 'broker_exists'])
    assert.equal(refused!.body.error.existing_id, made!.body.data.id)
  })

  test('a file that is there already is refused, and named', async () => {
    const made = await makeDraft(broker.caller, { business: { name: 'Same file' } })
    const url = `/v1/broker/submissions/${made['broker-submissions']}/files`
    const again = await broker.caller.upload(url, [readSample('clean/statement-2025-07.pdf')])
    assert.deepEqual(
      [again.status, again.body.error.code, again.body.error.existing_id],
      [409, 'duplicate_document', made.files],
    )
  })

  test('go when the lender keeps submissions of their age no longer, unless they became one', async () => {
    const old = await makeDraft(broker.caller, { business: { name: 'Old draft' } })
    const accepted = await makeSubmitted('Old and accepted')
    await tenant.live.post(`${accepted}/review`, { decision: 'accept' })
    await house.house.database.pool.query(
      `update broker_submissions set created_at = now() - interval '40 days'
       where company_info ->> 'name' like 'Old%'`,
    )
    const days = { retention_days: { submissions: 30 } }
    await tenant.live.put('/v1/user/settings', { ...days, legal_hold: true })
    const url = `/v1/broker/submissions/${old['broker-submissions']}`
    assert.deepEqual(await removeExpired(house.house), { brokerSubmissions: 0 })
    assert.equal((await broker.caller.delete(url)).body.error.code, 'legal_hold')
    await tenant.live.put('/v1/user/settings', { ...days, legal_hold: false })
    const count = async () =>
      (await Array.fromAsync(house.house.store.list(tenant.environments.live))).length
    const files = await count()
    assert.deepEqual(await removeExpired(house.house), { brokerSubmissions: 1 })
    assert.equal((await broker.caller.get(url)).status, 404)
    assert.equal((await broker.caller.get(accepted)).status, 200)
    assert.equal(await count(), files - 1)
  })
})

describe('a broker whose lender has no room left', () => {
  const house = useTestHouse({ STORAGE_QUOTA_MB: '1' }, { worker: false })

  test('reads that, and not how much the lender keeps', async () => {
    const tenant = await house.tenant()
    const { caller } = await makeBroker(house, tenant, 'full@broker.example')
    const { body } = await caller.post('/v1/broker/submissions', { business: { name: 'Full' } })
    const table = (rows: number) =>
      Buffer.from(`Date,Description,Amount\n${'2025-07-01,RENT,-10.00\n'.repeat(rows)}`)
    const send = (rows: number) =>
      caller.upload(`/v1/broker/submissions/${body.data.id}/files`, [
        { filename: 'rows.csv', bytes: table(rows) },
      ])
    assert.equal((await send(30_000)).status, 201)
    const refused = await send(30_001)
    assert.deepEqual([refused.status, refused.body.error.code], [413, 'storage_quota_exceeded'])
    assert.doesNotMatch(refused.body.error.message, /MiB/)
  })
})
