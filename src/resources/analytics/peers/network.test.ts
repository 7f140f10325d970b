import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type Caller, type TestTenant } from '../../../../test/context.ts'

const TENANTS = 5
const DEALS_EACH = 12
const HOUR_MS = 3_600_000
const ROWS = Array.from({ length: 4 }, (_, day) => ({
  date: `2025-06-1${day}`,
  description: 'COUNTER DEPOSIT',
  amount: 100,
}))

describe('a network of tenants who let their deals take part', () => {
  const house = useTestHouse({}, { worker: false })
  const tenants: TestTenant[] = []
  let deal: string

  before(async () => {
    while (tenants.length < TENANTS) tenants.push(await house.tenant())
    for (const [at, tenant] of tenants.entries()) {
      const environmentId = tenant.environments.live
      for (let index = 0; index < DEALS_EACH; index += 1)
        await tenant.live.post('/v1/submissions', { name: `Deal ${index}` })
      await house.house.database.pool.query(
        `insert into benchmark_values (environment_id, submission_id, business_key, currency, monthly_revenue, metrics)
         select environment_id, id, id, 'USD', 1000, jsonb_build_object('deposit_count', $2::int)
         from submissions where environment_id = $1`,
        [environmentId, at],
      )
    }
    deal = (await tenants[0]!.live.get('/v1/submissions?limit=1')).body.data[0].id
    await sendRows(tenants[0]!.live, deal)
  })

  async function sendRows(caller: Caller, submissionId: string): Promise<void> {
    const body = { submission_id: submissionId, transactions: ROWS }
    assert.equal((await caller.post('/v1/transactions/bulk', body)).status, 201)
  }

  async function takePart(caller: Caller): Promise<void> {
    const { status, raw } = await caller.put('/v1/user/settings', { benchmarks_opt_in: true })
    assert.equal(status, 200, raw.toString())
  }

  async function depositCount(): Promise<any> {
    const { status, body, raw } = await tenants[0]!.live.get(
      `/v1/submissions/${deal}/benchmarks?scope=network`,
    )
    assert.equal(status, 200, raw.toString())
    return body.data.metrics.find(({ name }: { name: string }) => name === 'deposit_count')
  }

  test('a tenant that does not take part is refused with the setting to change', async () => {
    const { status, body } = await tenants[0]!.live.get(
      `/v1/submissions/${deal}/benchmarks?scope=network`,
    )
    assert.deepEqual(
      [status, body.error.code, body.error.param],
      [400, 'invalid_parameter', 'scope'],
    )
    assert.match(body.error.message, /benchmarks_opt_in/)
  })

  test('three tenants say nothing, four are compared with, and who takes no part never is', async () => {
    for (const tenant of tenants.slice(0, 3)) await takePart(tenant.live)
    assert.equal((await depositCount()).sample_size, 0)
    await takePart(tenants[3]!.live)
    assert.equal((await depositCount()).sample_size, 0, 'peers are kept for an hour')
    house.house.now = () => Date.now() + HOUR_MS
    const { scope, sample_size: size, p90 } = await depositCount()
    // The first tenant has one deal more, the one that is compared, so that each contributes eleven.
    assert.deepEqual([scope, size, p90], ['network', 4 * (DEALS_EACH - 1), 3])
  })

  test('nothing of the network is seen under the own scope or in the test mode', async () => {
    const { body } = await tenants[0]!.live.get(`/v1/submissions/${deal}/benchmarks`)
    assert.equal(body.data.peers_count, DEALS_EACH - 1)
    const sandbox = tenants[0]!.test
    await takePart(sandbox)
    const other = (await sandbox.post('/v1/submissions', { name: 'Test' })).body.data.id
    await sendRows(sandbox, other)
    const response = await sandbox.get(`/v1/submissions/${other}/benchmarks?scope=network`)
    assert.equal(response.body.data.peers_count, 0)
  })
})
