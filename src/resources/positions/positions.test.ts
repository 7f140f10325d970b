import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { isBusinessDay } from '../../core/values/days/business-days.ts'
import { eachDay } from '../../core/values/dates.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

describe('positions', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let submissionId: string

  before(async () => {
    tenant = await house.tenant()
    submissionId = (await tenant.live.post('/v1/submissions', { name: 'Deal' })).body.data.id
    await send(payments('2025-02-03', '2025-03-31'))
  })

  function row(date: string, amount: number, description: string): object {
    return { date, amount, description, external_id: `${date} ${amount} ${description}` }
  }

  function payments(from: string, to: string): object[] {
    const days = eachDay(from, to).filter(isBusinessDay)
    return days.map((date) => row(date, -233.33, 'KAPITUS DAILY'))
  }

  async function send(transactions: object[]): Promise<void> {
    const body = { submission_id: submissionId, transactions }
    const { status, raw } = await tenant.live.post('/v1/transactions/bulk', body)
    assert.ok(status < 300, raw.toString())
    await house.settle()
  }

  async function list(query = ''): Promise<any[]> {
    return (await tenant.live.get(`/v1/submissions/${submissionId}/positions${query}`)).body.data
  }

  async function get(id: string): Promise<any> {
    return (await tenant.live.get(`/v1/positions/${id}`)).body.data
  }

  test('a position found again from earlier rows keeps its id and what was said of it', async () => {
    const [found] = await list()
    assert.equal(found.advance, null)
    await tenant.live.patch(`/v1/positions/${found.id}`, { notes: 'Seen on the application' })
    await send([
      row('2025-01-06', 20_000, 'KAPITUS FUNDING'),
      ...payments('2025-01-07', '2025-01-31'),
    ])
    const [again, ...others] = await list()
    assert.equal(others.length, 0)
    assert.equal(again.id, found.id)
    assert.equal(again.notes, 'Seen on the application')
    assert.ok(again.payment.first_date < found.payment.first_date)
  })

  test('a funding contract is returned with its estimates, and its evidence opens the rows', async () => {
    const [position, ...others] = await list()
    assert.equal(others.length, 0)
    assert.equal(position.funder_name, 'Kapitus')
    assert.deepEqual([position.advance.amount, position.payment.amount], [20_000, 233.33])
    assert.equal(position.payment.cadence, 'business_daily')
    assert.equal(position.confirmation, 'detected')
    assert.ok(position.estimates.remaining_balance.low < position.estimates.remaining_balance.high)
    const rows = await tenant.live.get(`${position.evidence.href}?limit=1000&include_total=true`)
    assert.equal(rows.body.meta.total_count, position.evidence.transactions_count)
    const advances = await tenant.live.get(`${position.evidence.href}?side=advance`)
    assert.deepEqual(
      advances.body.data.map(({ amount }: any) => amount),
      [20_000],
    )
  })

  test('as of a day, a position is what the rows up to it show', async () => {
    const [now] = await list()
    const [then, ...others] = await list('?as_of=2025-02-14')
    assert.equal(others.length, 0)
    assert.deepEqual([then.id, then.as_of, now.as_of], [now.id, '2025-02-14', '2025-03-31'])
    assert.equal(then.payment.last_date, '2025-02-14')
    assert.ok(then.totals.paid_to_date < now.totals.paid_to_date)
    assert.ok(then.estimates.remaining_balance.mid > now.estimates.remaining_balance.mid)
    assert.deepEqual(await list('?as_of=2024-12-31'), [])
    assert.deepEqual(await list(), [now])
  })

  test('a correction of the factor changes what is left, and null takes it back', async () => {
    const [found] = await list()
    const patched = await tenant.live.patch(`/v1/positions/${found.id}`, { factor_rate: 1.5 })
    assert.equal(patched.body.data.estimates.right_to_receive, 30_000)
    assert.equal(patched.body.data.has_overrides, true)
    const back = await tenant.live.patch(`/v1/positions/${found.id}`, { factor_rate: null })
    assert.deepEqual(back.body.data.estimates, found.estimates)
  })

  test('a rejected position counts in no number and its rows are no debt; it can be taken back', async () => {
    const [found] = await list()
    await tenant.live.patch(`/v1/positions/${found.id}`, { confirmation: 'rejected' })
    await house.settle()
    assert.deepEqual(await list(), [])
    assert.equal((await list('?include_rejected=true'))[0].status, 'rejected')
    const debts = await tenant.live.get(
      `/v1/transactions?submission_id=${submissionId}&is_debt=true`,
    )
    assert.deepEqual(debts.body.data, [])
    const metric = `/v1/submissions/${submissionId}/metrics/active_mca_positions`
    assert.equal((await tenant.live.get(metric)).body.data.value, 0)
    await tenant.live.patch(`/v1/positions/${found.id}`, { confirmation: null })
    await house.settle()
    assert.equal((await list())[0].id, found.id)
    assert.equal((await tenant.live.get(metric)).body.data.value, 1)
    const { body } = await tenant.live.get(`/v1/submissions/${submissionId}/timeline`)
    const types = body.data.map(({ type }: any) => type)
    assert.ok(types.includes('position.corrected'))
  })

  test('rows split off are a position of their own, and merged ones are of one again', async () => {
    const [found] = await list()
    const rows = await tenant.live.get(`${found.evidence.href}?limit=10&side=payment`)
    const ids = rows.body.data.map(({ id }: any) => id)
    const split = await tenant.live.post(`/v1/positions/${found.id}/split`, {
      transaction_ids: ids,
    })
    assert.equal(split.status, 200, split.raw.toString())
    const { position, split_off: other } = split.body.data
    assert.equal(other.confirmation, 'manual')
    assert.equal(other.evidence.transactions_count, 10)
    assert.equal(position.payment.count, found.payment.count - 10)
    await tenant.live.post(`/v1/submissions/${submissionId}/transactions/enrich`, { force: true })
    assert.equal((await list()).length, 2)
    const merge = { position_ids: [other.id] }
    const merged = await tenant.live.post(`/v1/positions/${found.id}/merge`, merge)
    assert.equal(merged.body.data.payment.count, found.payment.count)
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [found.id],
    )
    assert.equal((await tenant.live.get(`/v1/positions/${other.id}`)).status, 404)
  })

  test('feedback takes a row out of a position, and names the other side of a transfer', async () => {
    const [found] = await list()
    const rows = await tenant.live.get(`${found.evidence.href}?limit=1&side=payment`)
    const path = `/v1/transactions/${rows.body.data[0].id}/feedback`
    const out = await tenant.live.post(path, { position_id: null })
    assert.equal(out.body.data.transaction.position_id, null)
    assert.equal((await get(found.id)).payment.count, found.payment.count - 1)
    const savings = { number: '9911', type: 'savings' }
    const one = row('2025-02-03', -500, 'QRX 1')
    const other = { ...row('2025-02-20', 500, 'QRX 2'), account: savings }
    const ids = []
    for (const each of [one, other]) {
      const made = await tenant.live.post('/v1/transactions', {
        submission_id: submissionId,
        ...each,
      })
      ids.push(made.body.data.id)
    }
    const feedback = { matched_transaction_id: ids[1] }
    const tied = await tenant.live.post(`/v1/transactions/${ids[0]}/feedback`, feedback)
    assert.equal(tied.status, 200, tied.raw.toString())
    const credit = await tenant.live.get(`/v1/transactions/${ids[1]}`)
    assert.equal(credit.body.data.matched_transaction_id, ids[0])
    assert.equal(credit.body.data.categories[0].slug, 'transfers.internal')
    await tenant.live.post(`/v1/transactions/${ids[1]}/feedback`, { matched_transaction_id: null })
    const debit = await tenant.live.get(`/v1/transactions/${ids[0]}`)
    assert.equal(debit.body.data.matched_transaction_id, null)
  })

  test('a position that no row shows is added by hand and takes the rows it is given', async () => {
    const path = `/v1/submissions/${submissionId}/positions`
    const input = { funder_name: 'Aunt May', advance_amount: 5_000, right_to_receive: 6_000 }
    const created = await tenant.live.post(path, input)
    assert.equal(created.status, 201, created.raw.toString())
    const { id, confirmation, estimates } = created.body.data
    assert.equal(confirmation, 'manual')
    assert.deepEqual(estimates.remaining_balance, { low: 6_000, mid: 6_000, high: 6_000 })
    const row = { submission_id: submissionId, date: '2025-03-12', amount: -1_000 }
    const paid = await tenant.live.post('/v1/transactions', { ...row, description: 'CHECK 1043' })
    const transactionId = paid.body.data.id
    await tenant.live.post(`/v1/transactions/${transactionId}/feedback`, { position_id: id })
    const after = await get(id)
    assert.equal(after.totals.paid_to_date, 1_000)
    assert.equal(after.estimates.remaining_balance.mid, 5_000)
  })
})
