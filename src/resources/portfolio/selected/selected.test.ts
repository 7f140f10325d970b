import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type Caller } from '../../../../test/context.ts'

describe('a portfolio', () => {
  const house = useTestHouse()
  let caller: Caller

  before(async () => {
    caller = (await house.tenant()).live
    const deals = [
      { deal_stage: 'funded', tags: ['east'] },
      { deal_stage: 'funded', tags: ['west'] },
      { deal_stage: 'declined', tags: ['east'] },
      { tags: ['east'] },
    ]
    for (const [at, fields] of deals.entries()) {
      const { status } = await caller.post('/v1/submissions', { name: `Deal ${at}`, ...fields })
      assert.equal(status, 201)
    }
    await house.settle()
  })

  async function read(query: string) {
    const { status, body } = await caller.get(`/v1/analytics/portfolio?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }

  test('of a stage or a tag counts those submissions alone', async () => {
    const all = await read('')
    assert.equal(all.submissions.total, 4)
    const funded = await read('deal_stage=funded')
    assert.deepEqual([funded.submissions.total, funded.outcomes.funded], [2, 2])
    assert.deepEqual((await read('tag=east')).submissions.by_stage, { declined: 1, funded: 1 })
    assert.equal((await read('tag=east&deal_stage=funded')).submissions.total, 1)
    assert.equal((await read('tag=north')).submissions.total, 0)
    assert.equal((await read('tag=east&until=2020-01-01')).submissions.total, 0)
  })

  test('that selects everything has the numbers of all', async () => {
    const { groups, ...grouped } = await read('group_by=status')
    const { groups: none, ...all } = await read('')
    assert.deepEqual(none, [])
    assert.deepEqual(grouped, all)
    assert.deepEqual(groups[0].submissions, all.submissions)
  })

  test('by stage has a group for each, the greatest first, and one for none', async () => {
    const { groups } = await read('group_by=deal_stage')
    const sizes = groups.map((group: { key: string | null; submissions: { total: number } }) => [
      group.key,
      group.submissions.total,
    ])
    assert.deepEqual(sizes[0], ['funded', 2])
    assert.deepEqual(new Map(sizes.slice(1)), new Map([['declined', 1], [null, 1]])) // prettier-ignore
    assert.equal((await caller.get('/v1/analytics/portfolio?group_by=colour')).status, 400)
  })
})
