import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CATEGORIES, findCategory } from './categories.ts'

test('the taxonomy has its 140 leaves under eleven roots, each slug once', () => {
  const perRoot: Record<string, number> = {}
  for (const { parentSlug } of CATEGORIES) perRoot[parentSlug] = (perRoot[parentSlug] ?? 0) + 1
  assert.deepEqual(perRoot, {
    revenue: 21,
    income: 13,
    transfers: 12,
    returns: 4,
    debt: 25,
    equity: 5,
    cogs: 8,
    expenses: 35,
    taxes: 7,
    fees: 8,
    uncategorized: 2,
  })
  assert.equal(new Set(CATEGORIES.map(({ slug }) => slug)).size, 140)
})

test('a tenant segment below a leaf gives the leaf, an unknown slug null', () => {
  assert.equal(findCategory('expenses.software.hosting')?.slug, 'expenses.software')
  assert.equal(findCategory('fees.nsf_overdraft')?.name, 'NSF or overdraft fee')
  assert.equal(findCategory('expenses.nothing'), null)
  assert.equal(findCategory('expenses'), null)
})

test('only operating inflows count in full, and what reduces them is an outflow', () => {
  for (const { slug, sign, trueRevenue } of CATEGORIES) {
    if (trueRevenue === 'yes') assert.ok(slug.startsWith('revenue.') && sign === 'in', slug)
    if (trueRevenue === 'contra') assert.equal(sign, 'out', slug)
  }
})

test('each of the 131 Plaid detailed codes is named by at least one leaf', () => {
  const codes = new Set(CATEGORIES.flatMap(({ plaidPfc }) => plaidPfc))
  assert.equal(codes.size, 131)
})
