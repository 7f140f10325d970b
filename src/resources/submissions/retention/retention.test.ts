import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { applyRetention } from './retention.ts'

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
    const answer = await tenant.live.put('/v1/user/settings', settings)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return tenant
  }

  async function countsOf({ live }: TestTenant): Promise<number[]> {
    const lists = ['/v1/submissions', '/v1/events?limit=1000']
    return Promise.all(lists.map(async (path) => (await live.get(path)).body.data.length as number))
  }

  test('removes what is older than the tenant keeps, with a tombstone in the audit log', async () => {
    const tenant = await keeper({ retention_days: { submissions: 30, events: 30 } })
    const before = await countsOf(tenant)
    const removed = await applyRetention(house.house)
    assert.deepEqual(removed, { submissions: 1, events: 1 })
    assert.deepEqual(
      await countsOf(tenant),
      before.map((count) => count - 1),
    )
    const { body } = await tenant.live.get('/v1/audit-log?action=deleted')
    assert.equal(body.data[0].resource_type, 'submission')
    assert.deepEqual(await applyRetention(house.house), { submissions: 0, events: 0 })
  })

  test('keeps everything of a tenant that says nothing, and of one under a legal hold', async () => {
    const silent = await keeper({ timezone: 'UTC' })
    const held = await keeper({ retention_days: { submissions: 1, events: 1 }, legal_hold: true })
    const before = [await countsOf(silent), await countsOf(held)]
    assert.deepEqual(await applyRetention(house.house), { submissions: 0, events: 0 })
    assert.deepEqual([await countsOf(silent), await countsOf(held)], before)
  })
})
