import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formatCents,
  formatCount,
  formatMoney,
  formatMultiple,
  formatPercent,
  groupThousands,
} from './figure-text.ts'

test('an amount has the sign of its currency, its decimals and groups of thousands', () => {
  const amounts = [
    formatMoney(1234.56, 'USD'),
    formatMoney(-5, 'CAD'),
    formatMoney(0.5, 'GBP'),
    formatMoney(1_000_000, 'EUR'),
    formatMoney(999, 'AUD'),
    formatMoney(-0.001, 'USD'),
    formatMoney(1200, 'JPY'),
    formatMoney(1200.5, 'KWD'),
    formatCents(123_456, 'USD'),
  ]
  assert.deepEqual(amounts, [
    '$1,234.56',
    '-CA$5.00',
    '£0.50',
    '€1,000,000.00',
    'A$999.00',
    '$0.00',
    'JPY 1,200',
    'KWD 1,200.500',
    '$1,234.56',
  ])
  assert.equal(groupThousands('1234567.8901'), '1,234,567.8901')
})

test('ratios are in percent, coverage is a multiple, and one thing is not plural', () => {
  assert.deepEqual([formatPercent(0.0934), formatPercent(-0.5)], ['9.3 %', '-50.0 %'])
  assert.equal(formatMultiple(0.3512), '0.35×')
  assert.deepEqual(
    [formatCount(1, 'day', 'days'), formatCount(0, 'day', 'days')],
    ['1 day', '0 days'],
  )
})
