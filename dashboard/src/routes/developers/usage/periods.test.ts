import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPeriod } from './periods.ts'

const TODAY = new Date('2026-03-15T22:00:00Z')

test('a period ends today, and the month before is whole', () => {
  assert.deepEqual(toPeriod('month', TODAY), { start_date: '2026-03-01', end_date: '2026-03-15' })
  assert.deepEqual(toPeriod('30_days', TODAY), { start_date: '2026-02-14', end_date: '2026-03-15' })
  assert.deepEqual(toPeriod('last_month', TODAY), {
    start_date: '2026-02-01',
    end_date: '2026-02-28',
  })
})

test('the month before January is December of the year before', () => {
  const { start_date, end_date } = toPeriod('last_month', new Date('2026-01-02T00:00:00Z'))
  assert.deepEqual([start_date, end_date], ['2025-12-01', '2025-12-31'])
})
