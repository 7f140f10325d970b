import assert from 'node:assert/strict'
import { test } from 'node:test'
import { robustScores } from './anomalies/flow-anomalies.ts'
import { computePercentile } from './benchmarks/peers.ts'
import { exampleLedger, examplePeriod, type RowFacts } from './example.test.ts'
import { computeBalanceFigures } from './figures/balance-figures.ts'
import { countItems, unitFee } from './figures/nsf.ts'
import { computeRevenue, revenueTrend, revenueVariation } from './figures/revenue-figures.ts'
import { computeQuote } from './offers/quote.ts'
import { scoreRisk } from './risk/score.ts'
import { toWindow } from './window.ts'

/** One vector of formulas section 23: what is computed, and what must come out to the last digit. */
interface Vector {
  id: string
  compute: () => unknown
  expected: unknown
}

const digits = (value: number | null | undefined, decimals: number): number =>
  Number(value!.toFixed(decimals))

const march = toWindow('custom', '2025-03-01', '2025-03-10')

function balanceVector(): unknown {
  const rows = [
    { date: '2025-03-03', amount: 500_00 },
    { date: '2025-03-05', amount: -1_800_00 },
    { date: '2025-03-07', amount: 900_00 },
  ]
  const period = examplePeriod(march.startDate!, march.endDate!, { openingBalance: 1_000_00 })
  const figures = computeBalanceFigures(exampleLedger(rows, [period]), march)
  const { average, weekdayAverage, negativeDays, longestNegativeRun, minimum } = figures
  return [average, weekdayAverage, negativeDays, longestNegativeRun, minimum]
}

function revenueVector(): unknown {
  const inflow = (slug: string, amount: number, reason: string | null): RowFacts => ({
    date: '2025-03-04',
    amount,
    slug,
    exclusionReason: reason,
  })
  const rows = [
    inflow('revenue.card_settlement', 8_000_00, null),
    inflow('revenue.ach_customer', 3_000_00, null),
    inflow('transfers.internal', 2_000_00, 'internal_transfer'),
    inflow('debt.mca_advance', 20_000_00, 'mca_advance'),
    inflow('income.tax_refund', 500_00, 'tax_refund'),
    inflow('equity.owner_contribution', 1_000_00, 'owner_or_investor'),
    { date: '2025-03-05', amount: -250_00, slug: 'revenue.customer_refund' },
  ]
  const period = examplePeriod(march.startDate!, march.endDate!)
  const revenue = computeRevenue(exampleLedger(rows, [period]), march)
  const { totalDeposits, grossRevenue, contraRevenue, trueRevenue, nonRevenueDeposits } = revenue
  const ratio = digits(grossRevenue / totalDeposits, 4)
  return [totalDeposits, grossRevenue, contraRevenue, trueRevenue, nonRevenueDeposits, ratio]
}

/** Nine months by business days: 188 payments of 343.92 and a last one of 343.04. */
function rateVector(fee: number): unknown {
  const fees = [{ name: 'Origination', amount: fee, share: null, isDeducted: true }]
  const terms = { advance: 50_000_00, factor: 1.3, termMonths: 9, startDate: '2025-01-06' }
  const quote = computeQuote({ ...terms, frequency: 'daily', fees, payoffs: [] })
  const { daily, nominal, effective } = quote.rate!
  const { paymentsCount, payment, lastPayment, lastPaymentDate, paybackDays } = quote
  return [
    [paymentsCount, payment, lastPayment, lastPaymentDate, paybackDays],
    [digits(daily, 8), digits(nominal, 4), digits(effective, 4)],
  ]
}

function riskVector(): unknown {
  const inputs = {
    revenue_level: 60_000,
    revenue_trend: 0.037383,
    revenue_consistency: 0.067763,
    deposit_activity: 12,
    adb_to_revenue: 0.113333,
    negative_days: 2,
    nsf_overdraft: 3,
    low_balance_days: 4,
    holdback: 0.0816655,
    active_positions: 1,
    debt_service_coverage: 1.4,
    time_in_business: 36,
    owner_credit: null,
    industry: 0.6,
    data_reliability: 1,
    document_authenticity: 100,
  }
  const { points, weight, score, coverage, grade, reasons } = scoreRisk(inputs)
  const lost = reasons.map((reason) => [reason.factor, digits(reason.lost, 2)])
  return [digits(points, 4), weight, digits(score, 1), coverage, grade, lost]
}

function countFeeItems(fees: readonly number[]): unknown {
  const unit = unitFee(fees)
  return [unit, fees.map((fee) => countItems(fee, unit))]
}

const PAID = [189, 343_92, 343_04, '2025-10-06', 273]
const sixMonths = [50_000, 52_000, 51_000, 55_000, 58_000, 60_000]

// V6, V15, V16 and V17 are proven where streams and positions are found, V13 and V20 where
// statements are reconciled, V7 beside the debts, V18 and V19 beside the ledger.
const VECTORS: readonly Vector[] = [
  { id: 'V1', compute: balanceVector, expected: [680_00, 600_00, 2, 2, -300_00] },
  { id: 'V2', compute: () => countFeeItems([35_00, 70_00, 35_00, 105_00]), expected: [35_00, [1, 2, 1, 3]] },
  { id: 'V3', compute: () => countFeeItems([34_00, 36_00]), expected: [null, [1, 1]] },
  { id: 'V4', compute: () => countFeeItems([36_00, 72_00]), expected: [36_00, [1, 2]] },
  { id: 'V5', compute: revenueVector, expected: [34_500_00, 11_000_00, 250_00, 10_750_00, 23_500_00, 0.3188] },
  {
    id: 'V8',
    compute: () => [digits(revenueTrend(sixMonths), 4), digits(revenueVariation(sixMonths), 4)],
    expected: [0.0374, 0.0678],
  },
  { id: 'V9', compute: () => rateVector(0), expected: [PAID, [0.00201426, 0.7352, 1.0844]] },
  { id: 'V10', compute: () => rateVector(1_000_00), expected: [PAID, [0.00217794, 0.7949, 1.2124]] },
  { id: 'V11', compute: () => computePercentile(5, [1, 2, 3, 4, 5, 5, 6, 7, 8, 9]), expected: 50 },
  {
    id: 'V12',
    compute: () => digits(robustScores([100, 102, 98, 101, 99, 103, 97, 100, 500]).at(-1), 1),
    expected: 134.9,
  },
  {
    id: 'V14',
    compute: riskVector,
    expected: [
      76.7096, 95, 80.7, 0.95, 'A',
      [['holdback', 3.36], ['negative_days', 2.4], ['revenue_level', 2.2], ['adb_to_revenue', 2.17]],
    ],
  },
] // prettier-ignore

for (const { id, compute, expected } of VECTORS) {
  test(`${id} of the formulas comes out to the last digit`, () => {
    assert.deepEqual(compute(), expected)
  })
}

test('a reason is given only where its statement is true, whatever points are lost', () => {
  const codes = (inputs: Record<string, number>): string[] =>
    scoreRisk(inputs).reasons.map(({ code }) => code)
  assert.deepEqual(codes({ revenue_trend: 0, industry: 0.6 }), [])
  assert.deepEqual(codes({ revenue_trend: -0.02, industry: 0 }), ['RC02', 'RC14'])
})
