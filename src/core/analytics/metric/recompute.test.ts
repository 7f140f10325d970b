import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDealLedger, DEALS, readDeal } from '../../../../fixtures/first-contact/deals.ts'
import { listUnexplained, recomputeAll } from '../../../../test/evidence.ts'
import { windowNamed } from './gate.ts'
import { exampleInput, examplePeriod, type RowFacts } from '../example.test.ts'
import { buildLedger, type Ledger } from '../ledger.ts'
import { computeMetric } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'
import { SAMPLE_DEALS } from '../reports/sample-deals.test.ts'
import { resolveBasis } from './resolved.ts'

const LEDGERS: Readonly<Record<string, () => Ledger>> = {
  ...SAMPLE_DEALS,
  ...Object.fromEntries(
    DEALS.map((name) => [name, () => buildDealLedger(readDeal(name).deal, 'read')]),
  ),
}

test('every metric can be opened, or says why it cannot', () => {
  assert.deepEqual(listUnexplained(), [])
})

for (const [name, make] of Object.entries(LEDGERS)) {
  test(`every metric of the ${name} deal is what its own evidence adds up to`, () => {
    const ledger = make()
    const windows = [null, 'all', 'last_30_days', 'last_1_full_calendar_months']
    for (const each of windows) {
      const window = each === null ? null : windowNamed(ledger, each)
      const { tried, mismatches } = recomputeAll(ledger, window)
      assert.ok(tried > 20)
      assert.deepEqual(mismatches, [])
    }
  })
}

const periods = ['2025-01-31', '2025-02-28', '2025-03-31'].map((end) =>
  examplePeriod(`${end.slice(0, 8)}01`, end),
)
const rows: RowFacts[] = [
  { date: '2025-01-10', amount: 10_000_00 },
  { date: '2025-01-11', amount: 90_000_00 },
  { date: '2025-02-10', amount: 8_000_00 },
  { date: '2025-03-10', amount: 12_000_00 },
  { date: '2025-03-12', amount: -500_00, slug: 'debt.loan_payment' },
]

function open(name: string, more: Parameters<typeof exampleInput>[2] = {}) {
  const ledger = buildLedger(exampleInput(rows, periods, more))
  return resolveBasis(ledger, computeMetric(ledger, findMetric(name)!))!
}

test('large deposits open the large ones alone', () => {
  assert.deepEqual(
    open('large_deposit_count').rows.map(({ transaction_id }) => transaction_id),
    ['t2'],
  )
})

test('debt service coverage opens the cash flow and the debt service, month by month', () => {
  const { rows: terms } = open('debt_service_coverage_ratio')
  assert.deepEqual(new Set(terms.map(({ side }) => side)), new Set(['numerator', 'denominator']))
  assert.deepEqual(
    terms.map(({ month, factor }) => [month, Math.abs(factor).toFixed(4)]),
    terms.map(({ date }) => [date.slice(0, 7), '0.3333']),
  )
})

test('a mean of full months has no rows of a month that is left out', () => {
  const part = [examplePeriod('2025-01-09', '2025-01-31'), ...periods.slice(1)]
  const ledger = buildLedger(exampleInput(rows, part))
  const basis = resolveBasis(ledger, computeMetric(ledger, findMetric('monthly_true_revenue')!))!
  assert.deepEqual(
    basis.rows.map(({ month }) => month),
    ['2025-02', '2025-03'],
  )
})

test('a capped deposit enters with what of it counts', () => {
  const { settings } = exampleInput([])
  const revenueFormula = { ...settings.revenueFormula, largeDepositCapMultiple: 2 }
  const { rows: terms } = open('gross_revenue', { settings: { ...settings, revenueFormula } })
  const large = terms.find(({ transaction_id }) => transaction_id === 't2')!
  assert.ok(large.factor < 1)
})

test('a balance opens days with their account and last row', () => {
  const [opening] = periods
  const given = [{ ...opening!, openingBalance: 1_000_00 }, ...periods.slice(1)]
  const ledger = buildLedger(exampleInput(rows, given))
  const basis = resolveBasis(ledger, computeMetric(ledger, findMetric('average_daily_balance')!))!
  assert.equal(basis.days.length, 90)
  const day = basis.days.find(({ date }) => date === '2025-01-20')!
  assert.deepEqual([day.account_id, day.balance, day.transaction_id], ['checking', 101_000, 't2'])
})
