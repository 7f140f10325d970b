import { NOBODY } from '../../values/account.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RawTransaction } from '../../values/transaction.ts'
import type { Stream } from '../../values/position.ts'
import { addDays } from '../../values/dates.ts'
import { isBusinessDay } from '../../values/days/business-days.ts'
import { eachDay } from '../../values/dates.ts'
import { enrich } from '../enrich.ts'

function detectStreams(
  dates: readonly string[],
  cents: number | readonly number[],
  asOf: string,
): Stream[] {
  const amountAt = (index: number): number => (typeof cents === 'number' ? cents : cents[index]!)
  return detectRows(
    dates.map((date, index) => [date, -amountAt(index), 'HOLLOWAY SERVICES']),
    asOf,
  )
}

function detectRows(
  rows: readonly [date: string, amount: number, description: string][],
  asOf: string | null = null,
): Stream[] {
  const transactions = rows.map(([date, amount, description], index): RawTransaction => ({
    id: `t${index}`,
    accountId: 'a',
    date,
    description,
    amount,
    currency: 'USD',
    balance: null,
    mccCode: null,
    bankType: null,
    checkNumber: null,
    isPending: false,
    isDuplicate: false,
    providerCategory: null,
    override: null,
  }))
  return enrich({ transactions, accounts: [], company: NOBODY, periods: [], asOf }).streams
}

function every(days: number, from: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(from, index * days))
}

test('month ends are one monthly stream anchored on the last day (vector V16)', () => {
  const [stream] = detectStreams(['2025-01-31', '2025-02-28', '2025-03-31'], 120_000, '2025-04-01')
  assert.equal(stream!.cadence, 'monthly')
  assert.equal(stream!.nextDate, '2025-04-30')
  assert.equal(stream!.status, 'mature')
})

test('the monthly equivalent follows from the cadence (vector V15)', () => {
  const weekly = detectStreams(every(7, '2025-01-06', 8), 50_000, '2025-03-01')[0]!
  const biweekly = detectStreams(every(14, '2025-01-03', 6), 100_000, '2025-03-20')[0]!
  const days = eachDay('2025-02-03', '2025-02-28').filter(isBusinessDay)
  const daily = detectStreams(days, 15_000, '2025-02-28')[0]!
  assert.deepEqual(
    [weekly, daily, biweekly].map(({ cadence, monthlyEquivalent }) => [cadence, monthlyEquivalent]),
    [
      ['weekly', 216_650],
      ['business_daily', 315_000],
      ['biweekly', 216_700],
    ],
  )
})

test('a weekly date on a holiday moves to the next business day and is on time (vector V17)', () => {
  const mondays = every(7, '2025-04-28', 4)
  assert.equal(detectStreams(mondays, 50_000, '2025-05-20')[0]!.nextDate, '2025-05-27')
  const [paid] = detectStreams([...mondays, '2025-05-27', '2025-06-02'], 50_000, '2025-06-03')
  assert.deepEqual(paid!.missedDates, [])
  assert.equal(paid!.nextDate, '2025-06-09')
})

test('the first and the fifteenth are semi-monthly, not biweekly', () => {
  const dates = ['2025-01-15', '2025-02-01', '2025-02-15', '2025-03-01', '2025-03-15', '2025-04-01']
  assert.equal(detectStreams(dates, 310_000, '2025-04-02')[0]!.cadence, 'semi_monthly')
})

test('a date without a row within grace is missed', () => {
  const dates = every(7, '2025-01-06', 8).filter((date) => date !== '2025-01-27')
  assert.deepEqual(detectStreams(dates, 50_000, '2025-03-01')[0]!.missedDates, ['2025-01-27'])
})

test('a stream past its next date and grace has ended', () => {
  const [stream] = detectStreams(every(7, '2025-01-06', 6), 50_000, '2025-04-01')
  assert.deepEqual([stream!.status, stream!.nextDate], ['ended', null])
})

test('two equal amounts a month apart are an early detection, two others are nothing', () => {
  const dates = ['2025-01-10', '2025-02-10']
  const [stream] = detectStreams(dates, 9900, '2025-02-11')
  assert.deepEqual([stream!.status, stream!.nextDate], ['early_detection', '2025-03-10'])
  assert.deepEqual(detectStreams(dates, [9900, 12_100], '2025-02-11'), [])
})

test('scattered dates are no stream', () => {
  const dates = ['2025-01-02', '2025-01-04', '2025-01-21', '2025-01-22', '2025-03-09']
  assert.deepEqual(detectStreams(dates, 50_000, '2025-03-10'), [])
})

test('amounts that vary little are stable, and the last three give the expected amount', () => {
  const [stream] = detectStreams(
    every(7, '2025-01-06', 5),
    [50_000, 51_000, 52_000, 53_000, 54_000],
    '2025-02-05',
  )
  assert.deepEqual([stream!.amountType, stream!.expectedAmount], ['stable', 53_000])
})

test('rows of one merchant on one day are one occurrence', () => {
  const batches = ['2025-01-06', '2025-01-13', '2025-01-20', '2025-01-27', '2025-02-03'].flatMap(
    (date, index): [string, number, string][] => [
      [date, 100_000 + 2_000 * index, 'SQUARE INC DES:SQ BATCH'],
      [date, 40_000 + 1_500 * index, 'SQUARE INC DES:SQ BATCH'],
    ],
  )
  const [stream, ...others] = detectRows(batches)
  assert.equal(others.length, 0)
  assert.deepEqual([stream!.occurrenceCount, stream!.lastAmount], [5, 154_000])
  assert.equal(stream!.cadence, 'weekly')
})

test('net pay, taxes and the fee of a payroll bureau are streams of their own', () => {
  const rows = ['2025-01-10', '2025-01-24', '2025-02-07', '2025-02-21', '2025-03-07'].flatMap(
    (date, index): [string, number, string][] => [
      [date, -800_000 - 9_000 * index, 'GUSTO DES:NET PAY INDN:ACME'],
      [date, -260_000 - 4_000 * index, 'GUSTO DES:TAX INDN:ACME'],
    ],
  )
  const fees = ['2025-01-03', '2025-02-03', '2025-03-03'].map((date): [string, number, string] => [
    date,
    -12_400,
    'GUSTO DES:FEE INDN:ACME',
  ])
  const amounts = detectRows([...rows, ...fees]).map(({ cadence, lastAmount }) => [
    cadence,
    lastAmount,
  ])
  assert.deepEqual(
    new Set(amounts.map(String)),
    new Set(['biweekly,836000', 'biweekly,276000', 'monthly,12400']),
  )
})
