import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../../platform/db/sql.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

const ROW = { description: 'SQUARE INC DEPOSIT', amount: 100, date: '2025-03-01' }

describe('an enrichment that is overtaken by a correction', () => {
  // The first enrichment waits two seconds between thinking and writing.
  const house = useTestHouse({ NODE_ENV: 'test', FAULT: 'enrich.computed:delay' })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('writes nothing over it', async () => {
    const { body: submission } = await tenant.live.post('/v1/submissions', { name: 'Cafe' })
    const submission_id = submission.data.id
    const { body } = await tenant.live.post('/v1/transactions', { submission_id, ...ROW })
    const path = `/v1/transactions/${body.data.id}`
    await pause(500)
    await tenant.live.post(`${path}/feedback`, { category: 'equity.owner_contribution' })
    await house.settle()
    const { data } = (await tenant.live.get(path)).body
    assert.equal(data.categories[0].slug, 'equity.owner_contribution')
    assert.equal(data.is_revenue, false)
  })
})

describe('an enrichment that dies between thinking and writing', () => {
  const house = useTestHouse({ NODE_ENV: 'test', FAULT: 'enrich.computed:throw' })

  test('is done again, with one event and one count', async () => {
    const tenant = await house.tenant()
    const { body: submission } = await tenant.live.post('/v1/submissions', { name: 'Cafe' })
    const submission_id = submission.data.id
    const { body } = await tenant.live.post('/v1/transactions', { submission_id, ...ROW })
    await tenant.live.get(`/v1/submissions/${submission_id}/statistics?wait=20`)
    await house.settle()
    const { data } = (await tenant.live.get(`/v1/transactions/${body.data.id}`)).body
    assert.equal(data.categories[0].slug, 'revenue.card_settlement')
    const { database } = house.house
    const found = await database.withEnvironment(tenant.environments.live, async (db) => ({
      events: await db.rows(sql`select id from events where type = 'transactions.enriched'`),
      counters: await db.rows<{ value: number }>(
        sql`select value from usage_counters where name = 'transactions_enriched'`,
      ),
    }))
    assert.equal(found.events.length, 1)
    assert.deepEqual(found.counters, [{ value: 1 }])
  })
})
