import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatAgo,
  formatBytes,
  formatCents,
  formatCounted,
  formatDay,
  formatText,
  formatMoney,
  formatMonth,
  formatPercent,
  formatUnit,
  formatWhole,
  nameRange,
  toWords,
} from './values.ts'

test('what is not known is a dash, and never zero', () => {
  for (const format of [formatWhole, formatCents, formatPercent]) {
    assert.equal(format(null), '–')
    assert.equal(format(undefined), '–')
  }
  assert.equal(formatMoney(null, 'USD'), '–')
  assert.equal(formatUnit(null, 'amount'), '–')
  assert.equal(formatDay(null), '–')
  assert.equal(formatMonth(''), '–')
})

test('amounts have commas, a minus sign of their own width, and no negative zero', () => {
  assert.equal(formatWhole(61_850.8), '61,851')
  assert.equal(formatWhole(-0.4), '0')
  assert.equal(formatCents(-412.5), '−412.50')
  assert.equal(formatCents(0), '0.00')
  assert.equal(formatMoney(-1204, 'USD'), '−$1,204')
  assert.equal(formatPercent(0.184), '18.4%')
})

test('a metric is shown by its unit', () => {
  assert.equal(formatUnit(61_001.46, 'amount', 'USD'), '$61,001')
  assert.equal(formatUnit(0.0933, 'ratio'), '9.3%')
  assert.equal(formatUnit(true, 'boolean'), 'yes')
  assert.equal(formatUnit('2025-07-08', 'date'), '8 Jul 2025')
  assert.equal(formatUnit([], 'n'), '–')
})

test('a day of a statement is that day in every time zone', () => {
  assert.equal(formatDay('2025-10-30'), '30 Oct 2025')
  assert.equal(formatDay('2025-10-30', false), '30 Oct')
  assert.equal(formatMonth('2025-10'), 'Oct 2025')
})

test('days, minus signs and percents of a sentence are written as elsewhere, names stay', () => {
  assert.equal(
    formatText('A row of -600.00 may be missing (-$5): 66 % of 2025-08.'),
    'A row of −600.00 may be missing (−$5): 66% of Aug 2025.',
  )
  assert.equal(
    formatText('Chase, 2025-07-01 to 2025-07-31: see 2025-08.'),
    'Chase, 1 Jul 2025 to 31 Jul 2025: see Aug 2025.',
  )
  for (const name of [
    'harborline-2025-08.pdf',
    'CHK 12-3456',
    '2025-08.pdf',
    'ref 2025-13',
    '2025-07-01T10:00Z',
  ])
    assert.equal(formatText(name), name)
})

test('times of the last day are how long ago they are', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  assert.equal(formatAgo('2026-11-23T11:59:40Z', now), 'just now')
  assert.equal(formatAgo('2026-11-23T11:18:00Z', now), '42 min ago')
  assert.equal(formatAgo('2026-11-23T09:30:00Z', now), '2 h ago')
  assert.equal(formatAgo('2026-11-20T12:00:00Z', now), '20 Nov 2026')
})

test('counts, sizes and names are words', () => {
  assert.equal(formatCounted(1, 'row'), '1 row')
  assert.equal(formatCounted(1400, 'row'), '1,400 rows')
  assert.equal(formatBytes(4_120_000), '4.1 MB')
  assert.equal(formatBytes(12), '1 KB')
  assert.equal(toWords('average_daily_balance'), 'Average daily balance')
  assert.equal(toWords('nsf_count.mca'), 'NSF count MCA')
})

test('a number names its days', () => {
  const days = { start_date: '2025-07-03', end_date: '2025-09-30' }
  const name = (range: string) => nameRange({ name: range, ...days })
  assert.equal(name('last_90_days'), 'last 90 days')
  assert.equal(name('last_3_full_calendar_months'), 'last 3 full months')
  assert.equal(name('last_1_calendar_months'), 'last 1 month')
  assert.equal(name('all'), 'all statements')
  assert.equal(name('latest'), 'as of 30 Sep 2025')
  assert.equal(name('custom'), '3 Jul 2025 to 30 Sep 2025')
  assert.equal(name('month_to_date'), 'month to date')
})
