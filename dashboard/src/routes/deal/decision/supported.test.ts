import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSupported } from './supported.ts'

test('a reason is taken beforehand where the grade of its figure is no good one', () => {
  const graded = [
    { name: 'average_daily_balance', grade: 'A' },
    { name: 'nsf_count', grade: 'D' },
    { name: 'negative_days', grade: null },
  ]
  const reasons = [
    { code: 'RC09', metric: { name: 'average_daily_balance' } },
    { code: 'RC10', metric: { name: 'nsf_count' } },
    { code: 'RC11', metric: { name: 'negative_days' } },
    { code: 'RC12', metric: null },
  ]
  assert.deepEqual(listSupported(reasons, graded), ['RC10'])
})
