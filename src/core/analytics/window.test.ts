import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeUnknownRange, nearestRange } from '../values/days/range-names.ts'
import { resolveWindow, WINDOW_NAMES } from './window.ts'

const bounds = { firstDate: '2024-11-10', asOf: '2025-03-15' }
function resolveRange(name: string): unknown {
  const { window } = resolveWindow({ name }, bounds)
  return window && [window.startDate, window.endDate]
}

test('every named range ends where formulas C7 says, both ends included', () => {
  assert.deepEqual(resolveRange('latest'), ['2025-03-15', '2025-03-15'])
  assert.deepEqual(resolveRange('all'), ['2024-11-10', '2025-03-15'])
  assert.deepEqual(resolveRange('month_to_date'), ['2025-03-01', '2025-03-15'])
  assert.deepEqual(resolveRange('year_to_date'), ['2025-01-01', '2025-03-15'])
  assert.deepEqual(resolveRange('last_30_days'), ['2025-02-14', '2025-03-15'])
  assert.deepEqual(resolveRange('last_3_calendar_months'), ['2025-01-01', '2025-03-15'])
  assert.deepEqual(resolveRange('last_3_full_calendar_months'), ['2024-12-01', '2025-02-28'])
})

test('a month that ends on the as-of date is a full one', () => {
  const { window } = resolveWindow(
    { name: 'last_1_full_calendar_months' },
    { ...bounds, asOf: '2025-02-28' },
  )
  assert.deepEqual([window?.startDate, window?.endDate], ['2025-02-01', '2025-02-28'])
})

test('an unknown name is refused with the nearest one', () => {
  const { problem } = resolveWindow({ name: 'last_90_day' }, bounds)
  assert.equal(problem?.code, 'invalid_date_range')
  assert.match(problem?.message ?? '', /Did you mean last_90_days\?/)
})

test('a custom range needs two dates that exist, in order', () => {
  const custom = (startDate: string, endDate: string): unknown =>
    resolveWindow({ name: 'custom', startDate, endDate }, bounds).problem?.code
  assert.equal(custom('2025-01-01', '2025-01-31'), undefined)
  assert.equal(custom('2025-02-30', '2025-03-01'), 'invalid_date_range')
  assert.equal(custom('2025-02-01', '2025-01-01'), 'invalid_date_range')
})

test('without data every name gives an empty window instead of a problem', () => {
  for (const name of WINDOW_NAMES.filter((each) => each !== 'custom')) {
    const { window } = resolveWindow({ name }, { firstDate: null, asOf: null })
    assert.equal(window!.endDay - window!.startDay, -1, name)
  }
})

test('a date range of another product leads to the one that has its days here', () => {
  const meant: Record<string, string> = {
    last_month: 'last_1_full_calendar_months',
    last_full_calendar_month: 'last_1_full_calendar_months',
    this_month: 'month_to_date',
    ytd: 'year_to_date',
    last_quarter: 'last_3_full_calendar_months',
    last_year: 'last_12_full_calendar_months',
    last_3_months: 'last_3_calendar_months',
    'last 2 quarters': 'last_6_full_calendar_months',
    last_91_days: 'last_90_days',
    last_90_day: 'last_90_days',
    LAST_90_DAYS: 'last_90_days',
    '90d': 'last_90_days',
    last_6_weeks: 'last_45_days',
    next_50_days: 'next_60_days',
    lastest: 'latest',
  }
  for (const [name, range] of Object.entries(meant)) {
    assert.ok(WINDOW_NAMES.includes(range), range)
    assert.equal(nearestRange(name, WINDOW_NAMES), range, name)
  }
})

test('a neighbor is one that is known where it was sent, or none', () => {
  assert.equal(nearestRange('last_month', ['last_30_days', 'all']), 'last_30_days')
  assert.equal(nearestRange('xyz', WINDOW_NAMES), null)
})

test('the message of an unknown date range names every family of ranges', () => {
  const message = describeUnknownRange('xyz', WINDOW_NAMES)
  for (const name of WINDOW_NAMES) {
    const family = name.replace(/\d+/, 'N')
    assert.ok(message.includes(family), `${family} is not in: ${message}`)
  }
})
