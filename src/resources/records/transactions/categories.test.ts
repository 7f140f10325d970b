import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../../test/context.ts'
import type { AssignedCategory } from '../../../core/values/transaction.ts'
import { packCategories, unpackCategories } from './categories.ts'

const RENT: AssignedCategory = {
  slug: 'expenses.rent.office',
  name: 'Rent',
  confidence: 0.89,
  familyConfidence: null,
  source: 'provider',
  ruleId: 'provider:"RENT"\n, OFFICE \\ 2',
}
const GIVEN: AssignedCategory = {
  slug: 'cogs.inventory',
  name: 'Inventory and resale goods',
  confidence: 1,
  familyConfidence: 0.99,
  source: 'feedback',
  ruleId: null,
}

describe('the categories of a row', () => {
  const house = useTestHouse()

  test('are read as they were written, whatever their rules are called', () => {
    for (const list of [[], [GIVEN], [RENT, GIVEN], [GIVEN, RENT, GIVEN]]) {
      const stored = JSON.parse(JSON.stringify(packCategories(list)))
      assert.deepEqual(unpackCategories(stored), list)
    }
  })

  test('that the release before wrote are shown, and not written again', async () => {
    const tenant = await house.tenant()
    const { body: submission } = await tenant.live.post('/v1/submissions', { name: 'Cafe' })
    const submission_id = submission.data.id
    const { body } = await tenant.live.post('/v1/transactions', {
      submission_id,
      description: 'ZELLE PAYMENT TO DANA R WHITCOMB OWNER DRAW',
      amount: -100,
      date: '2025-03-01',
    })
    await house.settle()
    const path = `/v1/transactions/${body.data.id}`
    const before = (await tenant.live.get(path)).body.data
    const list = before.categories.map(({ family_confidence, rule_id, ...own }: any) => ({
      ...own,
      familyConfidence: family_confidence,
      ruleId: rule_id,
    }))
    assert.ok(list.length > 1)
    await house.house.database.pool.query('update transactions set categories = $1', [
      JSON.stringify(list),
    ])
    assert.deepEqual((await tenant.live.get(path)).body.data, before)
    const enrich = `/v1/submissions/${submission_id}/transactions/enrich`
    assert.equal((await tenant.live.post(enrich, {})).body.data.changed, 0)
  })
})
