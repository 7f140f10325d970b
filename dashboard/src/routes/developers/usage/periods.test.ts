import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillDays, toPeriod } from './periods.ts'

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

test('a day without calls stands between those with some', () => {
  const known = [{ date: '2026-02-28', api_calls: 4 }]
  const period = { start_date: '2026-02-27', end_date: '2026-03-01' }
  assert.deepEqual(
    fillDays(known, period).map(({ date, api_calls }) => `${date} ${api_calls}`),
    ['2026-02-27 0', '2026-02-28 4', '2026-03-01 0'],
  )
})
