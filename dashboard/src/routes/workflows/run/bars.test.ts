import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBars } from './bars.ts'

test('steps share one time axis; an open one ends now, one that has not begun has none', () => {
  const at = (second: number) => new Date(second * 1000).toISOString()
  const bars = findBars(
    [
      { started_at: at(0), finished_at: at(2) },
      { started_at: at(2), finished_at: null },
      { started_at: null, finished_at: null },
    ],
    8_000,
  )
  assert.deepEqual(bars, [
    { start: 0, share: 0.25 },
    { start: 0.25, share: 0.75 },
    { start: 0, share: 0 },
  ])
})
