import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { matchGolden } from '../../../../test/golden.ts'
import { addDays, toWeekday } from '../../values/dates.ts'
import type { Stream } from '../../values/position.ts'
import {
  exampleInput,
  exampleLedger,
  examplePeriod,
  examplePosition,
  type RowFacts,
} from '../example.test.ts'
import type { DocumentFacts } from '../documents.ts'
import { buildLedger, type Ledger } from '../ledger.ts'
import type { ReportRequest } from '../report.ts'
import { resolveWindow } from '../window.ts'
import { REPORTS } from './index.ts'

const request: ReportRequest = {
  window: null,
  options: {},
  computedAt: '2025-04-02T08:00:00.000Z',
  analyticsVersion: 1,
}

interface Series {
  start: string
  count: number
  stepDays: number
}

function every({ start, count, stepDays }: Series, row: Omit<RowFacts, 'date'>): RowFacts[] {
  return Array.from({ length: count }, (_, index) => ({
    ...row,
    date: addDays(start, index * stepDays),
  }))
}

/** Three months of a shop with an advance, fees, a transfer and a refund. */
function shop(): Ledger {
  const payments = every(
    { start: '2025-02-04', count: 56, stepDays: 1 },
    {
      amount: -200_00,
      slug: 'debt.mca_payment',
      funderId: 'funder',
      merchantName: 'Example Funding',
    },
  ).filter(({ date }) => toWeekday(date) % 6 !== 0)
  const rows: RowFacts[] = [
    ...every(
      { start: '2025-01-02', count: 13, stepDays: 7 },
      { amount: 4_000_00, slug: 'revenue.card_settlement', merchantName: 'Example Processor' },
    ),
    ...every(
      { start: '2025-01-10', count: 3, stepDays: 30 },
      { amount: 2_500_00, merchantName: 'Example Customer' },
    ),
    ...every(
      { start: '2025-01-03', count: 6, stepDays: 14 },
      { amount: -3_000_00, slug: 'expenses.payroll' },
    ),
    ...every(
      { start: '2025-01-05', count: 3, stepDays: 30 },
      { amount: -2_000_00, slug: 'expenses.rent' },
    ),
    ...payments,
    {
      date: '2025-02-03',
      amount: 10_000_00,
      slug: 'debt.mca_advance',
      exclusionReason: 'mca_advance',
      funderId: 'funder',
    },
    { date: '2025-02-20', amount: -35_00, slug: 'fees.nsf_overdraft', feeKind: 'nsf' },
    { date: '2025-03-12', amount: -150_00, slug: 'revenue.customer_refund' },
    { date: '2025-03-14', amount: -1_000_00, slug: 'transfers.internal' },
    {
      date: '2025-03-14',
      amount: 1_000_00,
      slug: 'transfers.internal',
      exclusionReason: 'internal_transfer',
      accountId: 'second',
    },
    {
      date: '2025-03-20',
      amount: 300_00,
      slug: 'uncategorized.inflow',
      exclusionReason: 'uncategorized',
      needsReview: true,
    },
  ]
  const input = exampleInput(
    rows,
    [
      examplePeriod('2025-01-01', '2025-01-31', { openingBalance: 1_200_00 }),
      examplePeriod('2025-02-01', '2025-02-28'),
      examplePeriod('2025-03-01', '2025-03-31'),
      examplePeriod('2025-01-01', '2025-03-31', { accountId: 'second', openingBalance: 400_00 }),
    ],
    {
      today: '2025-04-02',
      documentAuthenticity: 92,
      streams: [payroll(listIds(rows, 'expenses.payroll'))],
      documents: [
        paper('return', 'tax_return', {
          tax_year: 2025,
          gross_receipts: 60_000_00,
          total_income: 60_000_00,
          total_deductions: 40_000_00,
          net_income: 20_000_00,
        }),
        paper('book', 'profit_and_loss', {
          start_date: '2025-01-01',
          end_date: '2025-03-31',
          total_revenue: 58_000_00,
          total_expenses: 30_000_00,
          net_income: 28_500_00,
        }),
        paper('sheet', 'balance_sheet', {
          as_of_date: '2025-03-31',
          cash: 31_000_00,
          total_assets: 80_000_00,
          total_liabilities: 50_000_00,
          total_equity: 30_000_00,
        }),
      ],
      missingAccounts: [
        {
          mask: '4321',
          institutionName: null,
          type: 'savings',
          confidence: 0.7,
          transactionIds: [],
          firstDate: '2025-02-01',
          lastDate: '2025-02-01',
          requestText: 'Please send the statements of the savings account ending 4321.',
        },
      ],
      positions: [
        examplePosition({
          status: 'active',
          advance: {
            amount: 10_000_00,
            date: '2025-02-03',
            isNet: false,
            confidence: 0.95,
            transactionIds: [],
          },
          payment: {
            amount: 200_00,
            cadence: 'business_daily',
            weekday: 1,
            anchorDays: [1],
            amountType: 'fixed',
            firstDate: '2025-02-04',
            lastDate: '2025-03-31',
            lastAmount: 200_00,
            count: 40,
          },
          remainingBalance: { low: 5_000_00, mid: 6_000_00, high: 7_500_00 },
          monthlyPayment: 4_200_00,
        }),
      ],
    },
  )
  const company = { ...input.company, name: 'Example Shop LLC', businessStartDate: '2021-05-01' }
  const second = { ...input.accounts[0]!, id: 'second', name: 'Payroll', last4: '5678' }
  return buildLedger({ ...input, company, accounts: [...input.accounts, second] })
}

/** The ids that `exampleInput` gives to rows of a category. */
function listIds(rows: readonly RowFacts[], slug: string): string[] {
  return rows.flatMap((row, index) => (row.slug === slug ? [`t${index + 1}`] : []))
}

/** A paper as it was read: numbers but the tax year are cents, texts are dates. */
function paper(
  id: string,
  documentClass: string,
  values: Record<string, number | string>,
): DocumentFacts {
  const toFieldType = (name: string, value: number | string): string =>
    typeof value === 'string' ? 'date' : name === 'tax_year' ? 'integer' : 'money'
  const fields = Object.entries(values).map(([name, value]) => [
    name,
    { value, type: toFieldType(name, value), page: 1, box: null },
  ])
  const facts = { id, documentClass, subtype: null, currency: 'USD', tables: [] }
  return { ...facts, fields: Object.fromEntries(fields) as DocumentFacts['fields'] }
}

/** Forty businesses of every size, for the comparison with a portfolio. */
const PEERS = Array.from({ length: 40 }, (_, index) => ({
  naicsCode: '722511',
  monthlyRevenue: 5_000 + 1_000 * index,
  values: { monthly_true_revenue: 5_000 + 1_000 * index, gross_margin: index / 40 },
}))

function payroll(transactionIds: string[]): Stream {
  return {
    id: 'payroll',
    accountId: 'checking',
    direction: 'outflow',
    streamType: 'payroll',
    description: 'PAYROLL',
    merchantName: null,
    category: 'expenses.payroll',
    cadence: 'biweekly',
    status: 'mature',
    confidence: 0.95,
    firstDate: '2025-01-03',
    lastDate: '2025-03-14',
    nextDate: '2025-03-28',
    occurrenceCount: 6,
    averageAmount: 3_000_00,
    lastAmount: 3_000_00,
    expectedAmount: 3_000_00,
    amountType: 'fixed',
    monthlyEquivalent: 6_501_00,
    missedDates: [],
    transactionIds,
  }
}

for (const report of REPORTS) {
  test(`the ${report.name} of the example shop is the golden one and fits its schema`, () => {
    const body = report.compute(shop(), { ...request, peers: PEERS })
    assert.deepEqual([...Value.Errors(report.schema, body)].slice(0, 3), [])
    const path = `test/goldens/analytics/${report.name}.json`
    matchGolden(path, `${JSON.stringify(body, null, 1)}\n`)
  })

  test(`the ${report.name} of an empty submission is not available, fits its schema and names why`, () => {
    const body = report.compute(exampleLedger([]), request)
    assert.deepEqual([...Value.Errors(report.schema, body)].slice(0, 3), [])
    assert.equal(body['status'], 'not_available')
    assert.match(JSON.stringify(body['reasons']), /no_transactions|no_balance/)
  })

  test(`the ${report.name} of a window outside of the data is not available`, () => {
    const range = { name: 'custom', startDate: '2019-01-01', endDate: '2019-12-31' }
    const { window } = resolveWindow(range, { firstDate: null, asOf: null })
    const body = report.compute(shop(), { ...request, window })
    assert.deepEqual([...Value.Errors(report.schema, body)].slice(0, 3), [])
    assert.equal(body['status'], 'not_available')
  })
}
