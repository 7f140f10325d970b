import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Position } from '../../../../../clients/typescript/src/index.ts'
import { sortPositions, sumPositions } from './position-words.ts'

function position(status: string, owed: number | null): Position {
  return {
    status,
    confirmation: 'detected',
    missed_count: 1,
    monthly_payment: owed === null ? 600 : null,
    estimates: { remaining_balance: owed === null ? null : { low: 0, mid: owed, high: owed } },
  } as Position
}

test('only advances that still take payments count, and what is not known is not zero', () => {
  const rejected = { ...position('active', 1), confirmation: 'rejected' }
  const open = [position('active', null), position('late', 5_000)]
  assert.deepEqual(sumPositions([...open, rejected, position('paid_off', 9)]), {
    count: 2,
    monthly: 600,
    owed: 5_000,
    missed: 2,
  })
  assert.equal(sumPositions([position('active', null)]).owed, null)
})

test('advances that take most of a month come first, those that are over last', () => {
  const named = (funder_name: string, status: string, monthly_payment: number | null) => ({
    ...position(status, null),
    funder_name,
    monthly_payment,
  })
  const list = [named('Over', 'paid_off', 9_000), named('Small', 'late', 600)]
  const sorted = sortPositions([
    ...list,
    named('Unknown', 'new', null),
    named('Big', 'active', 6_000),
  ])
  assert.deepEqual(
    sorted.map(({ funder_name }) => funder_name),
    ['Big', 'Small', 'Unknown', 'Over'],
  )
})
