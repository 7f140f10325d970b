import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { FACTORIES } from '../../../../test/factories.ts'

const ROWS = [
  { description: 'CUSTOMER ONE', amount: 9_000, date: '2025-02-12' },
  { description: 'RENT', amount: -2_000, date: '2025-02-20' },
]
const PERIOD = { start_date: '2025-01-01', end_date: '2025-03-31' }

describe('days that a caller states', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function send(more: object): Promise<{ id: string; status: number; error: any }> {
    const id = await FACTORIES['submissions']!(tenant.live, {})
    const body = { submission_id: id, transactions: ROWS, ...more }
    const { status, body: reply } = await tenant.live.post('/v1/transactions/bulk', body)
    return { id, status, error: reply.error }
  }

  async function read(id: string, name: string): Promise<any> {
    const url = `/v1/submissions/${id}/metrics/${name}?date_range=all`
    return (await tenant.live.get(url)).body.data
  }

  test('of rows are covered, and the opening balance gives each day its balance', async () => {
    const { id, status } = await send({ period: PERIOD, opening_balance: 1_000 })
    assert.equal(status, 201)
    assert.equal((await read(id, 'history_days')).value, 90)
    const { value, basis } = await read(id, 'average_daily_balance')
    assert.equal(basis.days_count, 90)
    assert.equal(value, Number(((1_000 * 42 + 10_000 * 8 + 8_000 * 40) / 90).toFixed(2)))
    assert.equal((await read(id, 'monthly_true_revenue')).inputs.full_months, 3)
  })

  test('of an account take the place of those stated before, or are withdrawn', async () => {
    const { id } = await send({ period: PERIOD })
    const { data: sources } = (await tenant.live.get(`/v1/submissions/${id}/data-sources`)).body
    const url = `/v1/data-sources/${sources[0].id}/accounts`
    const [account] = (await tenant.live.get(url)).body.data
    assert.deepEqual(account.stated_periods, [{ ...PERIOD, opening_balance: null }])
    const period = { start_date: '2025-02-01', end_date: '2025-02-28' }
    const changed = await tenant.live.patch(`${url}/${account.id}`, { period, opening_balance: 50 })
    assert.deepEqual(changed.body.data.stated_periods, [{ ...period, opening_balance: 50 }])
    assert.equal((await read(id, 'history_days')).value, 28)
    await tenant.live.patch(`${url}/${account.id}`, { period: null })
    assert.equal((await read(id, 'history_days')).value, 9)
  })

  const REFUSALS: [string, object, string, string, number?][] = [
    [
      'a period that ends before it starts',
      { period: { start_date: '2025-03-31', end_date: '2025-01-01' } },
      'invalid_date_range',
      'period.end_date',
    ],
    ['a balance without its period', { opening_balance: 5 }, 'missing_field', 'period', 422],
    [
      'a balance of several accounts',
      {
        period: PERIOD,
        opening_balance: 5,
        transactions: ROWS.map((row, index) => ({ ...row, account: { number: `100${index}77` } })),
      },
      'invalid_parameter',
      'opening_balance',
    ],
  ]
  for (const [what, body, code, param, expected = 400] of REFUSALS) {
    test(`${what} is refused`, async () => {
      const { status, error } = await send(body)
      assert.deepEqual([status, error?.code, error?.param], [expected, code, param])
    })
  }
})
