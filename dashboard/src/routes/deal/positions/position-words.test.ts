import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Position } from '../../../../../clients/typescript/src/index.ts'
import { sumPositions } from './position-words.ts'

function position(status: string, owed: number | null): Position {
  return {
    status,
    confirmation: 'detected',
    missed_count: 1,
    estimates: { remaining_balance: owed === null ? null : { low: 0, mid: owed, high: owed } },
  } as Position
}

test('only advances that still take payments count, and what is not known is not zero', () => {
  const rejected = { ...position('active', 1), confirmation: 'rejected' }
  const open = [position('active', null), position('late', 5_000)]
  assert.deepEqual(sumPositions([...open, rejected, position('paid_off', 9)]), {
    owed: 5_000,
    missed: 2,
  })
  assert.equal(sumPositions([position('active', null)]).owed, null)
})
