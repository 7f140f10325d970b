import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../values/dates.ts'
import { exampleInput, exampleLedger, examplePeriod } from './example.test.ts'
import { computeBalanceFigures } from './figures/balance-figures.ts'
import { coverageRatio } from './figures/quality.ts'
import { buildLedger } from './ledger.ts'
import { idAt } from './ledger/rows/select.ts'
import { toWindow } from './window.ts'

const V1_ROWS = [
  { date: '2025-03-03', amount: 500_00 },
  { date: '2025-03-05', amount: -1_800_00 },
  { date: '2025-03-07', amount: 900_00 },
]
const V1_PERIOD = examplePeriod('2025-03-01', '2025-03-10', {
  openingBalance: 1_000_00,
  closingBalance: 600_00,
})

test('V1: end-of-day balances carry over days without rows, weekends included', () => {
  const { days } = exampleLedger(V1_ROWS, [V1_PERIOD])
  const expected = [1000, 1000, 1500, 1500, -300, -300, 600, 600, 600, 600]
  assert.deepEqual(
    [...days.closing],
    expected.map((major) => major * 100),
  )
})

test('V1: average, weekday average, negative days, longest run and minimum', () => {
  const ledger = exampleLedger(V1_ROWS, [V1_PERIOD])
  const figures = computeBalanceFigures(ledger, toWindow('custom', '2025-03-01', '2025-03-10'))
  assert.equal(figures.average, 680_00)
  assert.equal(figures.weekdayAverage, 600_00)
  assert.equal(figures.negativeDays, 2)
  assert.equal(figures.negativeBusinessDays, 2)
  assert.equal(figures.longestNegativeRun, 2)
  assert.equal(figures.minimum, -300_00)
})

test('V18: one day between statements with equal balances is a soft gap and stays covered', () => {
  const ledger = exampleLedger(
    [{ date: '2025-01-15', amount: 100_00 }],
    [
      examplePeriod('2025-01-01', '2025-01-31', { openingBalance: 800_00, closingBalance: 900_00 }),
      examplePeriod('2025-02-02', '2025-02-28', { openingBalance: 900_00, closingBalance: 900_00 }),
    ],
  )
  const { coverage } = ledger.accounts[0]!
  assert.deepEqual(
    coverage.gaps.map(({ kind }) => kind),
    ['soft'],
  )
  assert.deepEqual(coverage.breaks, [])
  assert.equal(coverageRatio(ledger, toWindow('custom', '2025-01-01', '2025-02-28')), 1)
})

test('V19: the same gap with another opening is hard and says how much activity is missing', () => {
  const ledger = exampleLedger(
    [{ date: '2025-01-15', amount: 100_00 }],
    [
      examplePeriod('2025-01-01', '2025-01-31', { openingBalance: 800_00, closingBalance: 900_00 }),
      examplePeriod('2025-02-02', '2025-02-28', {
        openingBalance: 1_150_00,
        closingBalance: 1_150_00,
      }),
    ],
  )
  const { coverage, balances } = ledger.accounts[0]!
  assert.deepEqual(
    coverage.gaps.map(({ kind, missingActivity }) => ({ kind, missingActivity })),
    [{ kind: 'hard', missingActivity: 250_00 }],
  )
  assert.equal(balances.closing[31], NaN, 'no balance is carried into the gap')
  assert.equal(balances.closing[32], 1_150_00, 'the next opening states it again')
})

test('a printed daily table wins over a running balance, and the disagreement is counted', () => {
  const ledger = exampleLedger(
    [{ date: '2025-01-02', amount: 100_00, balance: 190_00 }],
    [
      examplePeriod('2025-01-01', '2025-01-03', {
        openingBalance: 100_00,
        dailyBalances: [{ date: '2025-01-02', balance: 200_00 }],
      }),
    ],
  )
  const { balances } = ledger.accounts[0]!
  assert.deepEqual([...balances.closing], [100_00, 200_00, 200_00])
  assert.deepEqual([...balances.source], [3, 1, 3])
  assert.equal(balances.conflictCount, 1)
})

test('a missing opening follows from the closing balance less the rows', () => {
  const ledger = exampleLedger(
    [{ date: '2025-01-02', amount: 100_00 }],
    [examplePeriod('2025-01-01', '2025-01-03', { closingBalance: 300_00 })],
  )
  assert.deepEqual([...ledger.days.closing], [200_00, 300_00, 300_00])
})

test('pending rows, duplicates, later rows, other currencies and excluded accounts leave', () => {
  const input = exampleInput(
    [
      { date: '2025-01-02', amount: 1_00 },
      { date: '2025-01-02', amount: 2_00, isPending: true },
      { date: '2025-01-02', amount: 3_00, isDuplicate: true },
      { date: '2025-01-09', amount: 4_00 },
      { date: '2025-01-02', amount: 5_00, currency: 'EUR' },
      { date: '2025-01-02', amount: 6_00, accountId: 'savings' },
      { date: '2025-01-02', amount: 7_00, accountId: 'unlisted' },
    ],
    [],
    { asOf: '2025-01-05' },
  )
  const savings = { ...input.accounts[0]!, id: 'savings', isIncluded: false }
  const ledger = buildLedger({ ...input, accounts: [...input.accounts, savings] })
  assert.deepEqual(
    Array.from({ length: ledger.columns.size }, (_, row) => idAt(ledger, row)),
    ['t1', 't7'],
  )
  assert.deepEqual(ledger.otherCurrencies, ['EUR'])
})

test('as-of defaults to the last day with data, not to the last row', () => {
  const rows = [{ date: '2025-03-28', amount: 1_00 }]
  assert.equal(exampleLedger(rows, [examplePeriod('2025-03-01', '2025-03-31')]).asOf, '2025-03-31')
  assert.equal(exampleLedger(rows).asOf, '2025-03-28')
  assert.equal(exampleLedger([]).asOf, null)
})

test('a month is full only when every account is covered on every day', () => {
  const input = exampleInput(
    [{ date: '2025-01-02', amount: 1_00 }],
    [
      examplePeriod('2025-01-01', '2025-02-28'),
      examplePeriod('2025-01-01', '2025-02-14', { accountId: 'second' }),
    ],
  )
  const second = { ...input.accounts[0]!, id: 'second' }
  const { months } = buildLedger({ ...input, accounts: [...input.accounts, second] })
  assert.deepEqual(
    months.map(({ month, isFull, fraction }) => [month, isFull, fraction]),
    [
      ['2025-01', true, 1],
      ['2025-02', false, 42 / 56],
    ],
  )
})

test('a day on which one of two accounts has no balance is left out of the consolidated average', () => {
  const input = exampleInput(
    [],
    [
      examplePeriod('2025-01-01', '2025-01-02', { openingBalance: 100_00 }),
      examplePeriod('2025-01-02', '2025-01-02', { accountId: 'second', openingBalance: -50_00 }),
    ],
  )
  const second = { ...input.accounts[0]!, id: 'second' }
  const ledger = buildLedger({ ...input, accounts: [...input.accounts, second] })
  const figures = computeBalanceFigures(ledger, toWindow('custom', '2025-01-01', '2025-01-02'))
  assert.equal(figures.dayCount, 1)
  assert.equal(figures.average, 50_00)
  assert.equal(figures.negativeDays, 1, 'any account below zero makes the day negative')
})

test('the average daily balance is the mean of what a day-by-day walk gives, whatever the rows', () => {
  const anyRow = fc.record({
    offset: fc.integer({ min: 0, max: 89 }),
    amount: fc.integer({ min: -500_000, max: 500_000 }),
  })
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 30 }), fc.integer(), (rows, opening) => {
      const dated = rows.map(({ offset, amount }) => ({
        date: addDays('2025-01-01', offset),
        amount,
      }))
      const period = examplePeriod('2025-01-01', '2025-03-31', { openingBalance: opening })
      const window = toWindow('custom', '2025-01-01', '2025-03-31')
      let [balance, total] = [opening, 0]
      for (let day = 0; day < 90; day += 1) {
        for (const { offset, amount } of rows) if (offset === day) balance += amount
        total += balance
      }
      const { average, dayCount } = computeBalanceFigures(exampleLedger(dated, [period]), window)
      assert.deepEqual([average, dayCount], [total / 90, 90])
    }),
  )
})
