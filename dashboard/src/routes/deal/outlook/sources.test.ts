import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSources } from './sources.ts'

const leaf = (slug: string, inflow: number) => ({
  slug,
  name: slug,
  inflow,
  count: 1,
  children: [],
})

test('sources are the leaves that money came in by, the largest first', () => {
  const categories = [
    { ...leaf('revenue', 30), children: [leaf('revenue.sales', 10), leaf('revenue.other', 20)] },
    leaf('debt', 25),
    leaf('expense', 0),
  ]
  assert.deepEqual(
    listSources(categories).map(({ slug, amount }) => [slug, amount]),
    [
      ['debt', 25],
      ['revenue.other', 20],
      ['revenue.sales', 10],
    ],
  )
})
