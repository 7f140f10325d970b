import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { CATEGORIES } from '../../core/values/categories.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

describe('categories', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('the whole taxonomy comes in one list, in its order', async () => {
    const { body } = await tenant.live.get('/v1/categories')
    const slugs = body.data.map(({ slug }: { slug: string }) => slug)
    assert.deepEqual(
      slugs,
      CATEGORIES.map(({ slug }) => slug),
    )
    assert.equal(body.has_more, false)
    const rent = body.data.find(({ slug }: { slug: string }) => slug === 'expenses.rent')
    assert.equal(rent.parent_slug, 'expenses')
    assert.equal(rent.is_true_revenue, 'no')
    assert.equal(rent.is_tenant_defined, false)
    assert.ok(rent.plaid_pfc.length > 0)
    assert.match(body.meta.taxonomy_version, /^\d{4}-\d{2}-\d{2}$/)
  })

  test('a root, a word or a page narrows the list', async () => {
    const debt = await tenant.live.get('/v1/categories?root=debt&q=loan')
    assert.ok(debt.body.data.length > 1)
    assert.ok(debt.body.data.every(({ slug }: { slug: string }) => slug.startsWith('debt.')))
    const first = await tenant.live.get('/v1/categories?limit=100&include_total=true')
    const cursor = encodeURIComponent(first.body.next_cursor)
    const second = await tenant.live.get(
      `/v1/categories?limit=100&include_total=true&cursor=${cursor}`,
    )
    assert.equal(first.body.data.length + second.body.data.length, CATEGORIES.length)
    assert.equal(second.body.next_cursor, null)
    assert.equal(first.body.meta.total_count, CATEGORIES.length)
    const refused = await tenant.live.get('/v1/categories?root=expense')
    assert.match(refused.body.error.message, /expenses\?/)
  })

  test('the tree holds every leaf once, under its root', async () => {
    const { body } = await tenant.live.get('/v1/categories?tree=true')
    const leaves = body.data.flatMap(({ children }: { children: { slug: string }[] }) => children)
    assert.equal(body.data.length, 11)
    assert.equal(leaves.length, CATEGORIES.length)
    assert.ok(body.data.every(({ parent_slug }: { parent_slug: null }) => parent_slug === null))
  })
})
