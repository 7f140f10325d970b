import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import { computeMetric } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'
import { BALANCE_SOURCES } from './day-balances.ts'

const WEEK = examplePeriod('2025-03-03', '2025-03-07', { isInferred: false })

/** End-of-day balances in dollars with their sources; `-` where none is known. */
function listDays(rows: RowFacts[]): string[] {
  const { balances } = exampleLedger(rows, [WEEK]).accounts[0]!
  return [...balances.closing].map((cents, index) =>
    Number.isNaN(cents) ? '-' : `${cents / 100} ${BALANCE_SOURCES[balances.source[index]!]}`,
  )
}

test('the balance of a row before the last of its day is carried to the end of the day', () => {
  const rows = [
    { date: '2025-03-04', amount: 100_00, balance: 600_00 },
    { date: '2025-03-04', amount: -50_00 },
    { date: '2025-03-05', amount: 25_00, balance: 575_00 },
  ]
  assert.deepEqual(listDays(rows).slice(1, 3), ['550 computed', '575 printed'])
})

test('days before the first known balance follow backwards from it', () => {
  const rows = [
    { date: '2025-03-03', amount: 40_00 },
    { date: '2025-03-05', amount: -10_00, balance: 530_00 },
  ]
  assert.deepEqual(listDays(rows), [
    '540 computed',
    '540 carried',
    '530 printed',
    '530 carried',
    '530 carried',
  ])
})

test('an average of balances that are known on less than half of the days is not given', () => {
  const march = examplePeriod('2025-03-01', '2025-03-31')
  const late = examplePeriod('2025-05-20', '2025-05-31')
  const rows = [{ date: '2025-05-30', amount: 100_00, balance: 900_00 }]
  const average = (periods: (typeof march)[]) =>
    computeMetric(exampleLedger(rows, periods), findMetric('average_daily_balance')!)
  assert.equal(Math.round(average([late]).exact as number), 817)
  const { exact, reasons } = average([march, late])
  assert.deepEqual([exact, reasons[0]], [null, 'few_known_balances'])
})
