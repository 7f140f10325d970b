import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { FACTORIES } from '../../../test/factories.ts'
import { MIGRATIONS } from '../../house.ts'
import { SEALED_COLUMNS } from '../../sealed.ts'
import { verifyEnvironment } from '../health/invariants/verify.ts'

/** What two changes at once left in databases of earlier releases. */
const WEDGES = [
  { noun: 'rules', set: `version = 1, body = body || '{"description": null}'` },
  { noun: 'policies', set: 'version = 1' },
]

describe('a head behind the newest version of it', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function wedge({ noun, set }: { noun: string; set: string }): Promise<string> {
    const id = await FACTORIES[noun]!(tenant.live, {})
    const changed = await tenant.live.patch(`/v1/${noun}/${id}`, { description: 'Acknowledged' })
    assert.equal(changed.body.data.version, 2)
    await house.house.database.pool.query(`update ${noun} set ${set} where id = $1`, [id])
    return `/v1/${noun}/${id}`
  }

  async function listFaults(): Promise<string[]> {
    const { live } = tenant.environments
    const findings = await verifyEnvironment(house.house, live, SEALED_COLUMNS)
    return findings.find(({ name }) => name === 'versions-of-rules-and-policies')!.faults
  }

  for (const wedged of WEDGES) {
    test(`${wedged.noun}: a change heals it`, async () => {
      const url = await wedge(wedged)
      const { status, body } = await tenant.live.patch(url, { description: 'Next' })
      assert.deepEqual([status, body.data?.version], [200, 3], JSON.stringify(body.error))
      assert.equal((await tenant.live.get(url)).body.data.description, 'Next')
      assert.deepEqual(await listFaults(), [])
    })

    test(`${wedged.noun}: verify names it, and the migration brings back what was acknowledged`, async () => {
      const url = await wedge(wedged)
      const [fault, ...more] = await listFaults()
      assert.match(fault!, /is version 1 and has 2 up to 2$/)
      assert.deepEqual(more, [])
      const { text } = MIGRATIONS.find(({ name }) => name.startsWith('0196_'))!
      await house.house.database.pool.query(text)
      assert.deepEqual(await listFaults(), [])
      const { description, version } = (await tenant.live.get(url)).body.data
      assert.deepEqual([description, version], ['Acknowledged', 2])
    })
  }
})

describe('a published policy', () => {
  const house = useTestHouse({}, { worker: false })

  test('keeps the rules that it was published with until it is published again', async () => {
    const { live } = await house.tenant()
    const submissionId = await FACTORIES['submissions']!(live, {})
    const rule = {
      name: 'Known requests',
      metric: 'requested_amount',
      operator: 'exists',
      on_missing: 'fail',
    }
    const { id: ruleId } = (await live.post('/v1/rules', rule)).body.data
    const given = { name: 'House policy', rule_ids: [ruleId], status: 'published' }
    const { id } = (await live.post('/v1/policies', given)).body.data
    const read = async (): Promise<[string, number]> => {
      const request = { submission_id: submissionId, policy_ids: [id], persist: false }
      const { body } = await live.post('/v1/policies/evaluate', request)
      const [line] = body.data.evaluations[0].results
      return [line.expected.operator, line.rule_version]
    }
    const hasDraft = async () => (await live.get(`/v1/policies/${id}`)).body.data.has_draft
    const before = await read()
    assert.equal(await hasDraft(), false)
    assert.equal(before[0], 'exists')
    const changed = await live.patch(`/v1/rules/${ruleId}`, { operator: 'not_exists' })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.deepEqual(await read(), before)
    assert.equal(await hasDraft(), true)
    await live.post(`/v1/policies/${id}/publish`, {})
    assert.deepEqual(await read(), ['not_exists', before[1] + 1])
    assert.equal(await hasDraft(), false)
  })
})
