import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sharedOut, type Peer } from './peers.ts'

function buildPeers(counts: readonly number[]): Peer[] {
  return counts.flatMap((count, supplier) =>
    Array.from({ length: count }, () => ({
      naicsCode: null,
      monthlyRevenue: 1,
      values: {},
      supplier,
    })),
  )
}

test('peers of the own portfolio are all taken', () => {
  const own = [{ naicsCode: null, monthlyRevenue: 1, values: {} }]
  assert.deepEqual(sharedOut(own), own)
})

test('a network of fewer than four tenants has nobody to compare with', () => {
  assert.deepEqual(sharedOut(buildPeers([50, 50, 50])), [])
  assert.equal(sharedOut(buildPeers([50, 50, 50, 50])).length, 200)
})

test('no tenant supplies more than a quarter, and one more of each would be too many', () => {
  const counts = fc.array(fc.nat(60), { maxLength: 12 })
  const largest = (taken: readonly Peer[]): number =>
    Math.max(
      0,
      ...[...Map.groupBy(taken, ({ supplier }) => supplier).values()].map((own) => own.length),
    )
  fc.assert(
    fc.property(counts, (each) => {
      const taken = sharedOut(buildPeers(each))
      const most = largest(taken)
      assert.ok(4 * most <= taken.length, `${most} of ${taken.length}`)
      const more = each.map((count) => Math.min(count, most + 1))
      const isAll = more.reduce((sum, count) => sum + count, 0) === taken.length
      assert.ok(isAll || 4 * (most + 1) > more.reduce((sum, count) => sum + count, 0))
    }),
  )
})
