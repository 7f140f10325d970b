import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { GROUPS } from '../../core/enrichment/data/merchant-groups.ts'
import { findCategory } from '../../core/values/categories.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

describe('merchants', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let submissionId: string

  before(async () => {
    tenant = await house.tenant()
    submissionId = await deal([
      ['2025-03-03', -120.5, 'THE HOME DEPOT #4411 AUSTIN TX'],
      ['2025-03-10', -80, 'THE HOME DEPOT #4411 AUSTIN TX'],
      ['2025-03-04', 5000, 'WIRE TYPE:WIRE IN ORIG:QUARRY LANE HOLDINGS ID:1'],
      ['2025-03-05', -900, 'ACH CORP DEBIT ONDECK CAPITAL'],
      ['2025-03-06', 300, 'ZELLE PAYMENT FROM JANE DOE ON 03/06'],
    ])
  })

  async function deal(rows: [date: string, amount: number, description: string][]) {
    const created = await tenant.live.post('/v1/submissions', { name: 'Deal' })
    const { id } = created.body.data
    const transactions = rows.map(([date, amount, description]) => ({ date, amount, description }))
    await tenant.live.post('/v1/transactions/bulk', { submission_id: id, transactions })
    await house.settle()
    return id as string
  }

  async function merchantNamed(name: string, of = submissionId): Promise<any> {
    const path = `/v1/merchants?submission_id=${of}&q=${encodeURIComponent(name)}`
    const { body } = await tenant.live.get(path)
    return body.data[0]
  }

  test('a submission’s merchants come with their sums, and each opens its transactions', async () => {
    const { body } = await tenant.live.get(`/v1/merchants?submission_id=${submissionId}`)
    const [first] = body.data
    assert.match(first.name, /home depot/i)
    assert.equal(first.is_global, true)
    assert.deepEqual(
      [first.transactions_count, first.outflow_total, first.inflow_total, first.currency],
      [2, 200.5, 0, 'USD'],
    )
    assert.deepEqual([first.first_date, first.last_date], ['2025-03-03', '2025-03-10'])
    const rows = await tenant.live.get(`/v1/transactions?merchant_id=${first.id}`)
    assert.deepEqual(
      rows.body.data.map(({ amount }: { amount: number }) => amount),
      [-80, -120.5],
    )
    const names = body.data.map(({ name }: { name: string }) => name)
    assert.ok(!names.some((name: string) => /jane/i.test(name)), 'a person is not a merchant')
  })

  test('a funder is in its group, and so are its transactions', async () => {
    const path = `/v1/transactions?submission_id=${submissionId}&merchant_group=debt.non_bank_business`
    const [row, second] = (await tenant.live.get(path)).body.data
    assert.equal(second, undefined)
    assert.deepEqual(row.merchant_group_slugs, ['debt.non_bank_business'])
    const funder = (await tenant.live.get(`/v1/merchants/${row.merchant_id}`)).body.data
    assert.deepEqual([funder.is_funder, funder.funder_id], [true, row.funder_id])
  })

  test('a name is found with a letter wrong, by a part, and by an alias', async () => {
    for (const q of ['hom depot', 'DEPOT', 'odk capital']) {
      const { body } = await tenant.live.get(`/v1/merchants?q=${encodeURIComponent(q)}`)
      assert.ok(body.data.length > 0, q)
    }
    const { body } = await tenant.live.get('/v1/merchants?q=%25')
    assert.deepEqual(body.data, [])
  })

  test('what a tenant says of a merchant holds for all its rows, and for no other tenant', async () => {
    const merchant = await merchantNamed('home depot')
    const other = await house.tenant()
    const patch = { default_category: 'expenses.repairs_maintenance', aliases: ['quarry lane'] }
    const changed = await tenant.live.patch(`/v1/merchants/${merchant.id}`, patch)
    assert.equal(changed.status, 200, changed.raw.toString())
    assert.equal(changed.body.meta.submissions_count, 1)
    await house.settle()
    const rows = await tenant.live.get(`/v1/transactions?merchant_id=${merchant.id}&sort=amount`)
    const assigned = rows.body.data.map((row: any) => [row.categories[0].slug, row.category_source])
    assert.equal(assigned.length, 3, 'the alias names the wire too')
    assert.deepEqual(assigned[0], ['expenses.repairs_maintenance', 'tenant_rule'])
    const theirs = (await other.live.get(`/v1/merchants/${merchant.id}`)).body.data
    assert.notEqual(theirs.default_category, 'expenses.repairs_maintenance')
    assert.ok(!theirs.aliases.includes('QUARRY LANE'))
    const back = { default_category: null, aliases: [] }
    await tenant.live.patch(`/v1/merchants/${merchant.id}`, back)
    await house.settle()
    const after = await tenant.live.get(`/v1/transactions?merchant_id=${merchant.id}`)
    assert.deepEqual(
      after.body.data.map((row: any) => row.category_source),
      ['registry', 'registry'],
    )
  })

  test('an unknown group, category or too short an alias is refused', async () => {
    const { id } = await merchantNamed('home depot')
    const wrong: [object, string][] = [
      [{ groups: ['debt.mca'] }, 'invalid_enum'],
      [{ default_category: 'expenses.rnt' }, 'invalid_category'],
      [{ aliases: ['a'] }, 'invalid_parameter'],
    ]
    for (const [patch, code] of wrong) {
      const { body } = await tenant.live.patch(`/v1/merchants/${id}`, patch)
      assert.equal(body.error?.code, code)
    }
  })

  test('a merchant that only a deleted submission named is gone with it', async () => {
    const own = await deal([['2025-03-03', 700, 'WIRE TYPE:WIRE IN ORIG:LONE PINE MILLWORK ID:2']])
    const merchant = await merchantNamed('lone pine', own)
    assert.equal(merchant.is_global, false)
    await tenant.live.delete(`/v1/submissions/${own}`)
    const { status } = await tenant.live.get(`/v1/merchants/${merchant.id}`)
    assert.equal(status, 404)
  })

  test('a description alone gives its merchant, alias and confidence', async () => {
    const items = [
      { description: 'PURCHASE THE HOME DEPOT #12', amount: -10 },
      { description: 'ACH DEBIT ONDECK CAPITAL', amount: -10 },
      { description: '000' },
    ]
    const { body } = await tenant.live.post('/v1/merchants/extract', { items })
    const [shop, funder, nobody] = body.data
    assert.equal(shop.merchant.id, (await merchantNamed('home depot')).id)
    assert.match(shop.alias, /HOME DEPOT/)
    assert.equal(funder.funder.name, 'OnDeck')
    assert.deepEqual([nobody.merchant, nobody.name, nobody.confidence], [null, null, null])
    const neither = await tenant.live.post('/v1/merchants/extract', {})
    assert.deepEqual([neither.status, neither.body.error.code], [422, 'missing_field'])
  })

  test('the groups are those of the taxonomy, by slug or id, under both addresses', async () => {
    const { body } = await tenant.live.get('/v1/merchants/groups')
    assert.equal(body.data.length, GROUPS.length)
    const [first] = body.data
    assert.ok(first.merchants_count > 10)
    const byId = await tenant.live.get(`/v1/merchant-groups/${first.id}?expand=merchants`)
    assert.equal(byId.body.data.slug, first.slug)
    assert.equal(byId.body.data.merchants.length, Math.min(100, first.merchants_count))
  })
})

test('every category of a merchant group is a leaf of the taxonomy', () => {
  const unknown = GROUPS.flatMap(({ categories }) => categories).filter(
    (slug) => findCategory(slug)?.slug !== slug,
  )
  assert.deepEqual(unknown, [])
})
