import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Transaction } from '../../../../../clients/typescript/src/index.ts'
import { highestPayment, listMarks, radiusFor } from './payment-timeline.ts'

const row = (date: string, amount: number, position_role: string) =>
  ({ date, amount, position_role }) as Transaction

const MARKS = listMarks(
  [
    row('2025-09-03', -412.5, 'payment'),
    row('2025-09-01', 50_000, 'advance'),
    row('2025-09-05', 412.5, 'return'),
  ],
  ['2025-09-04'],
)

describe('the payments of an advance', () => {
  test('stand by day, with the days on which none came', () => {
    assert.deepEqual(
      MARKS.map(({ kind, amount }) => [kind, amount]),
      [
        ['advance', 50_000],
        ['payment', 412.5],
        ['missed', null],
        ['return', 412.5],
      ],
    )
  })

  test('are dots whose area follows the amount, and the advance does not shrink them', () => {
    const highest = highestPayment(MARKS)
    assert.equal(highest, 412.5)
    assert.equal(radiusFor(412.5, highest), 7)
    assert.equal(radiusFor(412.5 / 4, highest), 3.5)
    assert.equal(radiusFor(1, highest), 2.5)
    assert.equal(radiusFor(null, highest), 2.5)
  })
})
