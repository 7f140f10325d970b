import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CATEGORIES } from '../../values/categories.ts'
import { addDays } from '../../values/dates.ts'
import { exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import { EXCLUSION_REASONS } from '../ledger/classify.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { toWindow } from '../window.ts'
import { computeCashPosition, getCashFlowLine } from './cashflow.ts'
import { countItems, computeNsfFigures, unitFee } from './nsf.ts'
import { computeRevenue, revenueTrend, revenueVariation } from './revenue-figures.ts'
import { holdbackRatio, sumMcaPayments } from './debt-figures.ts'

const march = toWindow('custom', '2025-03-01', '2025-03-31')
const marchPeriod = examplePeriod('2025-03-01', '2025-03-31', { openingBalance: 0 })

const V5: RowFacts[] = [
  { date: '2025-03-03', amount: 8_000_00, slug: 'revenue.card_settlement' },
  { date: '2025-03-03', amount: 3_000_00, slug: 'revenue.ach_customer' },
  {
    date: '2025-03-04',
    amount: 2_000_00,
    slug: 'transfers.internal',
    exclusionReason: 'internal_transfer',
  },
  {
    date: '2025-03-04',
    amount: 20_000_00,
    slug: 'debt.mca_advance',
    exclusionReason: 'mca_advance',
  },
  { date: '2025-03-05', amount: 500_00, slug: 'income.tax_refund', exclusionReason: 'tax_refund' },
  {
    date: '2025-03-05',
    amount: 1_000_00,
    slug: 'equity.owner_contribution',
    exclusionReason: 'owner_or_investor',
  },
  { date: '2025-03-06', amount: -250_00, slug: 'revenue.customer_refund' },
]

test('V5: each deposit dollar is revenue or has one reason', () => {
  const revenue = computeRevenue(exampleLedger(V5, [marchPeriod]), march)
  assert.equal(revenue.totalDeposits, 34_500_00)
  assert.equal(revenue.grossRevenue, 11_000_00)
  assert.equal(revenue.contraRevenue, 250_00)
  assert.equal(revenue.trueRevenue, 10_750_00)
  assert.equal(revenue.nonRevenueDeposits, 23_500_00)
  assert.deepEqual(revenue.excluded, [
    { reason: 'internal_transfer', amount: 2_000_00 },
    { reason: 'mca_advance', amount: 20_000_00 },
    { reason: 'owner_or_investor', amount: 1_000_00 },
    { reason: 'tax_refund', amount: 500_00 },
  ])
})

test('V5: a tenant can leave matched transfers out of the deposits', () => {
  const settings = { ...DEFAULT_SETTINGS, depositsExcludeInternal: true }
  const revenue = computeRevenue(exampleLedger(V5, [marchPeriod], { settings }), march)
  assert.equal(revenue.totalDeposits, 32_500_00)
  assert.equal(revenue.nonRevenueDeposits, 21_500_00)
})

test('V2, V3, V4: the unit fee divides every fee, or there is none', () => {
  assert.equal(unitFee([35_00, 70_00, 35_00, 105_00]), 35_00)
  assert.deepEqual(
    [35_00, 70_00, 35_00, 105_00].map((fee) => countItems(fee, 35_00)),
    [1, 2, 1, 3],
  )
  assert.equal(unitFee([34_00, 36_00]), null)
  assert.deepEqual(
    [34_00, 36_00].map((fee) => countItems(fee, null)),
    [1, 1],
  )
  assert.equal(unitFee([36_00, 72_00]), 36_00)
  assert.equal(unitFee([]), null)
})

function fee(date: string, amount: number): RowFacts {
  return { date, amount, slug: 'fees.nsf_overdraft', feeKind: 'nsf' }
}

test('V2: a fee of several units is several items, on one NSF day', () => {
  const rows = [fee('2025-03-03', -35_00), fee('2025-03-04', -70_00), fee('2025-03-04', -105_00)]
  const { nsfCount, nsfDays, fees } = computeNsfFigures(exampleLedger(rows, [marchPeriod]), march)
  assert.deepEqual([nsfCount, nsfDays, fees], [6, 2, 210_00])
})

test('a refunded fee no longer counts, neither as an item nor as money', () => {
  const rows = [fee('2025-03-03', -35_00), fee('2025-03-04', -35_00), fee('2025-03-20', 35_00)]
  const { nsfCount, nsfDays, fees } = computeNsfFigures(exampleLedger(rows, [marchPeriod]), march)
  assert.deepEqual([nsfCount, nsfDays, fees], [1, 1, 35_00])
})

test('an item with a fee and a return counts once; a return without a fee counts', () => {
  const returned = (date: string): RowFacts => ({
    date,
    amount: 90_00,
    slug: 'returns.returned_debit',
  })
  const rows = [fee('2025-03-07', -35_00), returned('2025-03-06'), returned('2025-03-18')]
  const figures = computeNsfFigures(exampleLedger(rows, [marchPeriod]), march)
  assert.deepEqual(
    [figures.nsfCount, figures.returnedItemCount, figures.nsfOverdraftCount],
    [1, 1, 2],
  )
})

test('V7: holdback is what the advances took over true revenue of the same full month', () => {
  const payments = Array.from({ length: 21 }, () => ({
    date: '2025-03-03',
    amount: -233_33,
    slug: 'debt.mca_payment',
  }))
  const rows = [{ date: '2025-03-03', amount: 60_000_00 }, ...payments]
  const ledger = exampleLedger(rows, [marchPeriod])
  assert.equal(sumMcaPayments(ledger, march), 4_899_93)
  assert.equal(holdbackRatio(ledger, march)!.toFixed(4), '0.0817')
})

test('a returned advance payment is taken back from what was paid', () => {
  const rows: RowFacts[] = [
    { date: '2025-03-03', amount: -200_00, slug: 'debt.mca_payment', id: 'paid' },
    {
      date: '2025-03-04',
      amount: 200_00,
      slug: 'returns.returned_debit',
      matchedTransactionId: 'paid',
    },
  ]
  assert.equal(sumMcaPayments(exampleLedger(rows, [marchPeriod]), march), 0)
})

test('V8: trend and variation of six months', () => {
  const months = [50_000, 52_000, 51_000, 55_000, 58_000, 60_000]
  assert.equal(revenueTrend(months)!.toFixed(6), '0.037383')
  assert.equal(revenueVariation(months)!.toFixed(6), '0.067763')
  assert.equal(revenueTrend(months.slice(0, 2)), null)
})

test('V13: balances that the rows do not explain leave exactly the difference', () => {
  const rows = [
    { date: '2025-03-03', amount: 12_345_67 },
    { date: '2025-03-04', amount: -9_876_54 + 45_60 - 4_56 },
  ]
  const period = examplePeriod('2025-03-01', '2025-03-31', {
    openingBalance: 5_000_00,
    closingBalance: 7_469_13,
    dailyBalances: [{ date: '2025-03-31', balance: 7_469_13 }],
  })
  assert.equal(computeCashPosition(exampleLedger(rows, [period]), march).unexplained, -41_04)
})

const anyRow = fc.record({
  slug: fc.constantFrom(...CATEGORIES.map(({ slug }) => slug)),
  amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  offset: fc.integer({ min: 0, max: 30 }),
  isRevenue: fc.boolean(),
  reason: fc.constantFrom(...EXCLUSION_REASONS, 'a reason nobody knows', null),
  cap: fc.constantFrom(null, 0.5, 2),
})

function createLedger(rows: readonly (typeof anyRow extends fc.Arbitrary<infer T> ? T : never)[]) {
  return exampleLedger(
    rows.map(({ slug, amount, offset, isRevenue, reason }) => ({
      slug,
      amount,
      date: addDays('2025-03-01', offset),
      isRevenue,
      exclusionReason: reason,
    })),
    [marchPeriod],
    {
      settings: {
        ...DEFAULT_SETTINGS,
        revenueFormula: {
          ...DEFAULT_SETTINGS.revenueFormula,
          largeDepositCapMultiple: rows[0]?.cap ?? null,
        },
      },
    },
  )
}

test('exclusion reasons sum exactly to the deposits that are not revenue, whatever the rows', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
      const { excluded, nonRevenueDeposits } = computeRevenue(createLedger(rows), march)
      assert.equal(
        excluded.reduce((sum, { amount }) => sum + amount, 0),
        nonRevenueDeposits,
      )
    }),
  )
})

test('the lines of the cash flow add up to the sum of all rows, whatever the rows', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 40 }), (rows) => {
      const ledger = createLedger(rows)
      const total = rows.reduce((sum, { amount }) => sum + amount, 0)
      assert.equal(getCashFlowLine(ledger, march, 'net_change_in_cash'), total)
      assert.equal(computeCashPosition(ledger, march).unexplained, 0)
      const { trueRevenue } = computeRevenue(ledger, march)
      assert.equal(getCashFlowLine(ledger, march, 'true_revenue'), trueRevenue)
    }),
  )
})
