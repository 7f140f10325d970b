import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assign, type Edge } from './assignment.ts'

const edges = fc.array(
  fc.record({
    left: fc.integer({ min: 0, max: 4 }),
    right: fc.integer({ min: 0, max: 4 }),
    weight: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 9 },
)

/** The greatest total by trying every subset. */
function bestTotal([edge, ...rest]: readonly Edge[]): number {
  if (!edge) return 0
  const others = rest.filter(({ left, right }) => left !== edge.left && right !== edge.right)
  return Math.max(bestTotal(rest), edge.weight + bestTotal(others))
}

test('no item is used twice and no other choice weighs more', () => {
  fc.assert(
    fc.property(edges, (given) => {
      const chosen = assign(given)
      assert.equal(new Set(chosen.map(({ left }) => left)).size, chosen.length)
      assert.equal(new Set(chosen.map(({ right }) => right)).size, chosen.length)
      assert.equal(
        chosen.reduce((sum, { weight }) => sum + weight, 0),
        bestTotal(given),
      )
    }),
  )
})

test('a component too large for the exact search is still assigned, heaviest first', () => {
  const given = Array.from({ length: 40 }, (_, index) => ({
    left: index % 20,
    right: (index * 7) % 20,
    weight: 70 + (index % 5),
  }))
  const chosen = assign(given)
  assert.ok(chosen.length >= 15)
  assert.equal(new Set(chosen.map(({ right }) => right)).size, chosen.length)
})
