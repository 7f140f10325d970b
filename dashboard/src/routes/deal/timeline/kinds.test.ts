import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByDay, isShown } from './kinds.ts'

test('happenings stand under their day in the order they came', () => {
  const list = ['2025-11-03T15:00:00', '2025-11-03T09:30:00', '2025-11-01T12:00:00'].map((at) => ({
    at,
  }))
  assert.deepEqual(
    groupByDay(list).map(({ day, items }) => [day, items.length]),
    [
      ['2025-11-03', 2],
      ['2025-11-01', 1],
    ],
  )
  assert.deepEqual(groupByDay([]), [])
})

test('who looked at what stands in a list of its own', () => {
  const view = { type: 'document.exported' }
  assert.deepEqual([isShown(view, undefined), isShown(view, 'views')], [false, true])
  assert.equal(isShown({ type: 'document.parsed' }, undefined), true)
})
