import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleInput, exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import { buildLedger, type Ledger } from '../ledger.ts'
import { computeMetric } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'

const sale = (date: string, amount: number, accountId = 'checking'): RowFacts => ({
  date,
  amount,
  accountId,
})
const fullMonths = ({ months }: Ledger): string[] =>
  months.filter(({ isFull }) => isFull).map(({ month }) => month)
const revenue = (ledger: Ledger) => computeMetric(ledger, findMetric('monthly_true_revenue')!)

// 2025-02-03 is a Monday, 2025-05-30 a Friday.
const WEEKDAYS_ONLY = [
  sale('2025-02-03', 30_000_00),
  sale('2025-03-14', 30_000_00),
  sale('2025-04-15', 30_000_00),
  sale('2025-05-30', 30_000_00),
]

test('an export from the first to the last business day covers its months whole', () => {
  const ledger = exampleLedger(WEEKDAYS_ONLY)
  assert.deepEqual(fullMonths(ledger), ['2025-02', '2025-03', '2025-04', '2025-05'])
  assert.deepEqual([ledger.asOf, revenue(ledger).exact], ['2025-05-31', 30_000])
  assert.equal(revenue(ledger).status, 'available')
})

test('an export that begins a business day late does not cover its first month', () => {
  const [, ...rest] = WEEKDAYS_ONLY
  const ledger = exampleLedger([sale('2025-02-04', 30_000_00), ...rest])
  assert.deepEqual(fullMonths(ledger), ['2025-03', '2025-04', '2025-05'])
})

test('a printed period is taken as printed', () => {
  const period = examplePeriod('2025-02-03', '2025-05-30')
  const ledger = exampleLedger(WEEKDAYS_ONLY, [period])
  assert.deepEqual(
    [ledger.asOf, ledger.accounts[0]!.periods[0]!.startDate],
    ['2025-05-30', '2025-02-03'],
  )
})

test('an account without rows in a month is covered as far as its source reaches', () => {
  const rows = [...WEEKDAYS_ONLY, sale('2025-02-10', 100_00, 'quiet')]
  const input = exampleInput(rows)
  const [checking] = input.accounts
  const months = (quietSource: string): string[] =>
    fullMonths(
      buildLedger({
        ...input,
        accounts: [
          { ...checking!, sourceId: 'feed' },
          { ...checking!, id: 'quiet', sourceId: quietSource },
        ],
      }),
    )
  assert.deepEqual(months('feed'), ['2025-02', '2025-03', '2025-04', '2025-05'])
  assert.deepEqual(months('another feed'), [])
})

test('a row dated after today is left out and does not move the day of the numbers', () => {
  const rows = [...WEEKDAYS_ONLY, sale('2031-01-02', 1_00)]
  const ledger = exampleLedger(rows, [], { today: '2025-06-02' })
  assert.deepEqual([ledger.asOf, ledger.columns.size], ['2025-06-02', 4])
  assert.equal(exampleLedger(WEEKDAYS_ONLY, [], { today: '2025-05-30' }).asOf, '2025-05-30')
})

test('one full month of three gives a value, marked by how little it stands on', () => {
  const ledger = exampleLedger(
    [sale('2025-03-05', 31_000_00)],
    [examplePeriod('2025-03-01', '2025-03-31')],
  )
  const { exact, status, reasons, inputs } = revenue(ledger)
  assert.equal(Math.round(exact as number), Math.round(1_000 * 30.4375))
  assert.deepEqual(
    [status, reasons.includes('insufficient_history')],
    ['partially_available', true],
  )
  assert.deepEqual([inputs['full_months'], inputs['covered_days']], [1, 31])
})
