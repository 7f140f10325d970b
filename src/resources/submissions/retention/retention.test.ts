import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { applyRetention } from './retention.ts'

const NONE = { submissions: 0, documents: 0, events: 0, audit: 0 }

describe('retention', () => {
  const house = useTestHouse({}, { worker: false })

  /** A tenant with a deal of 40 days and one of now, and their events. */
  async function keeper(settings: object): Promise<TestTenant> {
    const tenant = await house.tenant()
    for (const name of ['old', 'new']) await tenant.live.post('/v1/submissions', { name })
    const { pool } = house.house.database
    for (const table of ['submissions', 'events'])
      await pool.query(
        `update ${table} set created_at = now() - interval '40 days' where environment_id = $1
           and (select min(id::text) from ${table} where environment_id = $1) = id::text`,
        [tenant.environments.live],
      )
    const response = await tenant.live.put('/v1/user/settings', settings)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return tenant
  }

  async function countRows({ live }: TestTenant): Promise<number[]> {
    const lists = ['/v1/submissions', '/v1/events?limit=1000']
    return Promise.all(lists.map(async (path) => (await live.get(path)).body.data.length as number))
  }

  test('removes what is older than the tenant keeps, with a tombstone in the audit log', async () => {
    const tenant = await keeper({ retention_days: { submissions: 30, events: 30 } })
    const before = await countRows(tenant)
    const removed = await applyRetention(house.house)
    assert.deepEqual(removed, { ...NONE, submissions: 1, events: 1 })
    assert.deepEqual(
      await countRows(tenant),
      before.map((count) => count - 1),
    )
    const { body } = await tenant.live.get('/v1/audit-log?action=deleted')
    assert.equal(body.data[0].resource_type, 'submission')
    assert.deepEqual(await applyRetention(house.house), NONE)
  })

  test('removes the oldest entries of the audit log, whose chain still verifies', async () => {
    const { live, environments } = await house.tenant()
    for (const name of ['old', 'older']) await live.post('/v1/submissions', { name })
    const { rowCount } = await house.house.database.pool.query(
      `update audit_log set at = at - interval '40 days' where environment_id = $1 and sequence is null`,
      [environments.live],
    )
    await live.post('/v1/submissions', { name: 'new' })
    const verify = async () => (await live.get('/v1/audit-log/verify')).body.data
    const { checked } = await verify()
    await live.put('/v1/user/settings', { retention_days: { audit: 39 } })
    assert.deepEqual(await applyRetention(house.house), { ...NONE, audit: rowCount })
    assert.deepEqual(await applyRetention(house.house), NONE)
    // The change of the setting and what the removal says of itself are new.
    const left = checked - rowCount! + 2
    assert.deepEqual(await verify(), { valid: true, checked: left, first_bad_sequence: null })
    const [entry] = (await live.get('/v1/audit-log?action=deleted')).body.data
    assert.equal(entry.summary, `Entries up to ${rowCount} removed, older than 39 days`)
  })

  test('removes a document when its class or else the tenant says', async () => {
    const tenant = await house.tenant()
    const { live } = tenant
    const path = `/v1/submissions/${(await live.post('/v1/submissions', { name: 'Files' })).body.data.id}`
    for (const [name, documentClass] of [
      ['kept.csv', 'loan_statement'],
      ['of-its-class.csv', 'bank_statement'],
      ['of-the-tenant.csv', 'unknown'],
    ])
      await addOldFile(tenant, path, { name: name!, documentClass: documentClass! })
    for (const [name, days] of Object.entries({ loan_statement: 60, bank_statement: 30 }))
      await live.patch(`/v1/document-classes/${name}`, { retention_days: days })
    const names = async (): Promise<string[]> =>
      (await live.get(`${path}/documents`)).body.data.map(
        (one: { filename: string }) => one.filename,
      )
    assert.equal((await applyRetention(house.house)).documents, 1)
    assert.deepEqual(
      (await names()).toSorted((a, b) => a.localeCompare(b)),
      ['kept.csv', 'of-the-tenant.csv'],
    )
    await live.put('/v1/user/settings', { retention_days: { documents: 35 } })
    assert.equal((await applyRetention(house.house)).documents, 1)
    assert.deepEqual(await names(), ['kept.csv'])
    const { pool } = house.house.database
    await pool.query(`update documents set source = 'provider' where environment_id = $1`, [
      tenant.environments.live,
    ])
    await live.put('/v1/user/settings', { retention_days: { raw_payloads: 41 } })
    assert.equal((await applyRetention(house.house)).documents, 0)
    await live.put('/v1/user/settings', { retention_days: { raw_payloads: 39 } })
    assert.equal((await applyRetention(house.house)).documents, 1)
  })

  /** Of 40 days ago. */
  async function addOldFile(
    { live, environments }: TestTenant,
    path: string,
    { name, documentClass }: { name: string; documentClass: string },
  ): Promise<void> {
    const text = `Date,Description,Amount\n2025-01-02,${name},1.00\n`
    const { body } = await live.upload(`${path}/documents`, [
      { filename: name, bytes: Buffer.from(text) },
    ])
    await house.house.database.pool.query(
      `update documents set document_class = $3, created_at = now() - interval '40 days'
       where environment_id = $1 and id = $2`,
      [environments.live, body.data.id, documentClass],
    )
  }

  test('keeps everything of a tenant that says nothing, and of one under a legal hold', async () => {
    const silent = await keeper({ timezone: 'UTC' })
    const held = await keeper({ retention_days: { submissions: 1, events: 1 }, legal_hold: true })
    const before = [await countRows(silent), await countRows(held)]
    assert.deepEqual(await applyRetention(house.house), NONE)
    assert.deepEqual([await countRows(silent), await countRows(held)], before)
  })
})
