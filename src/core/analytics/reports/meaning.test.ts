import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  exampleInput,
  exampleLedger,
  examplePeriod,
  examplePosition,
  type RowFacts,
} from '../example.test.ts'
import { buildLedger, type Ledger, type LedgerInput } from '../ledger.ts'
import { computeMetric } from '../metric.ts'
import { detectAnomalies } from '../anomalies/index.ts'
import { windowNamed } from '../metric/gate.ts'
import { findMetric, METRICS } from '../metrics/index.ts'
import type { ReportRequest } from '../report.ts'
import { computeRisk } from '../risk/inputs.ts'
import { adverseAction } from './adverse-action.ts'
import { computeScorecard } from './scorecard.ts'

const REQUEST: ReportRequest = {
  window: null,
  options: {},
  computedAt: '2025-04-01T00:00:00.000Z',
  analyticsVersion: 1,
}

const quarter = ['2025-01-31', '2025-02-28', '2025-03-31'].map((end) =>
  examplePeriod(`${end.slice(0, 8)}01`, end, { openingBalance: 100_00, closingBalance: null }),
)

function monthly(amount: number, more: Partial<RowFacts> = {}): RowFacts[] {
  return ['01', '02', '03'].map((month) => ({ date: `2025-${month}-10`, amount, ...more }))
}

function read(name: string, ledger: Ledger): ReturnType<typeof computeMetric> {
  return computeMetric(ledger, findMetric(name)!)
}

const card = { slug: 'revenue.card_settlement', merchantName: 'Square' }
const counter = { slug: 'revenue.check_deposit', merchantName: 'Counter Credit' }

test('a business that is paid through processors and over the counter has no largest payer', () => {
  const ledger = exampleLedger(
    [...monthly(90_000_00, card), ...monthly(5_000_00, counter)],
    quarter,
  )
  const { exact, reasons, inputs } = read('revenue_concentration_top1', ledger)
  assert.deepEqual([exact, reasons], [null, ['no_identified_payer']])
  assert.equal(Math.round((inputs['settlement_share'] as number) * 100), 95)
})

test('the largest payer is measured among the payers that are known', () => {
  const rows = [
    ...monthly(60_000_00, card),
    ...monthly(30_000_00, { merchantName: 'Acme' }),
    ...monthly(10_000_00, { merchantName: 'Birch' }),
  ]
  const ledger = exampleLedger(rows, quarter)
  assert.equal(read('revenue_concentration_top1', ledger).exact, 0.75)
  assert.equal(read('revenue_concentration_top5', ledger).exact, 1)
})

test('debt service is covered from operations, without refunds of taxes and payouts of insurers', () => {
  const rows = [
    ...monthly(10_000_00),
    ...monthly(-4_000_00, { slug: 'taxes.federal' }),
    ...monthly(-2_000_00, { slug: 'debt.loan_payment' }),
  ]
  const oneOff = (
    ['income.tax_refund', 'income.insurance_payout', 'income.asset_sale'] as const
  ).map((slug): RowFacts => ({ date: '2025-02-12', amount: 9_000_00, slug }))
  const { exact, inputs } = read(
    'debt_service_coverage_ratio',
    exampleLedger([...rows, ...oneOff], quarter),
  )
  assert.equal(exact, 3)
  assert.deepEqual(inputs['one_off_inflows'], { cents: 9_000_00 })
})

test('no reason of an adverse action speaks of a request that nobody made', () => {
  const withRequest = (requestedAmount: number | null): string[] => {
    const input = exampleInput(monthly(3_000_00), quarter)
    const ledger = buildLedger({ ...input, company: { ...input.company, requestedAmount } })
    const body = adverseAction.compute(ledger, REQUEST) as { principal_reasons: { code: string }[] }
    return body.principal_reasons.map(({ code }) => code)
  }
  assert.ok(withRequest(50_000_00).includes('RC01'))
  assert.ok(!withRequest(null).includes('RC01'))
})

test('a figure that is only partly available supports no reason', () => {
  const gap = [quarter[0]!, quarter[2]!]
  const ledger = exampleLedger(monthly(3_000_00), gap)
  const weak = computeRisk(ledger, METRICS).reasons.filter(({ factor }) => factor !== null)
  const statuses = weak.map(({ factor }) => (factor === 'data_reliability' ? 'available' : factor))
  assert.deepEqual(new Set(statuses), new Set(statuses.length === 0 ? [] : ['available']))
})

test('an advance whose payments stopped early costs as a late one does', () => {
  const advance = {
    amount: 20_000_00,
    date: '2025-01-06',
    isNet: false,
    confidence: 0.9,
    transactionIds: ['t1'],
  }
  const payment = {
    amount: 500_00,
    cadence: 'weekly' as const,
    weekday: 1,
    anchorDays: [],
    amountType: 'fixed' as const,
    firstDate: '2025-01-13',
    lastDate: '2025-02-10',
    lastAmount: 500_00,
    count: 5,
  }
  const lost = (more: Partial<LedgerInput['positions'][number]>): number => {
    const positions = [
      examplePosition({ status: 'inactive', advance, payment, transactionIds: ['t1'], ...more }),
    ]
    const ledger = exampleLedger(monthly(30_000_00), quarter, { positions })
    return computeRisk(ledger, METRICS).factors.find(
      (each) => each.factor.name === 'active_positions',
    )!.lost
  }
  assert.ok(lost({ percentPaid: 0.36 }) > lost({ percentPaid: 0.97 }))
})

test('the paper grade and the risk grade say why they differ', () => {
  const rows = [...monthly(90_000_00), ...monthly(-27_000_00, { slug: 'debt.mca_payment' })]
  const { paper_grade, risk_grade, grade_note } = computeScorecard(
    exampleLedger(rows, quarter),
    REQUEST,
  )
  assert.notEqual(paper_grade, risk_grade)
  assert.match(grade_note!, /worst critical metric \(holdback\)/)
})

test('a perfect data quality has nothing to say; missing accounts and old data are named', () => {
  const missingAccounts = [
    {
      mask: '4410',
      institutionName: null,
      type: 'savings',
      confidence: 0.7,
      transactionIds: ['t1', 't2'],
      firstDate: '2025-01-10',
      lastDate: '2025-02-10',
      requestText: '',
    },
  ]
  const around = { documentAuthenticity: 100, missingAccounts, today: '2025-06-30' }
  const { score, notes } = computeScorecard(
    exampleLedger(monthly(9_000_00), quarter, around),
    REQUEST,
  ).data_quality
  assert.ok(score! <= 99)
  assert.deepEqual(notes, [
    'No statements of the savings account ending in 4410 were submitted; 2 transactions refer to it.',
    'The data ends on 2025-03-31, 91 days ago.',
  ])
})

test('without a name in the application the business has that of its account holder', () => {
  const input = exampleInput(monthly(9_000_00), quarter)
  const accounts = input.accounts.map((each) => ({
    ...each,
    holderNames: ['Juniper Street Kitchen'],
  }))
  const { company } = computeScorecard(buildLedger({ ...input, accounts }), REQUEST)
  assert.deepEqual(
    [company.name, company.name_source],
    ['Juniper Street Kitchen', 'account_holder'],
  )
})

test('payments that repeat are no outliers, and of the others the five largest are shown', () => {
  const days = Array.from(
    { length: 28 },
    (_, index) => `2025-02-${String(index + 1).padStart(2, '0')}`,
  )
  const usual = days.map((date, index): RowFacts => ({ date, amount: -(100_00 + index * 100) }))
  const large = [9, 7, 8, 6, 5, 4, 3].map((thousands, index): RowFacts => ({
    date: days[index]!,
    amount: -thousands * 1_000_00,
  }))
  const rows = [...usual, ...large]
  const find = (streamed: readonly string[]): unknown[] => {
    const stream = { id: 's', transactionIds: [...streamed] } as never
    const ledger = exampleLedger(rows, quarter, { streams: [stream] })
    return detectAnomalies(ledger, windowNamed(ledger, 'all'))
      .filter(({ kind }) => kind === 'outlier_withdrawal')
      .map(({ amount }) => (amount as { cents: number }).cents / 1_000_00)
  }
  assert.deepEqual(find([]), [9, 8, 7, 6, 5])
  assert.deepEqual(find(['t29', 't31']), [7, 6, 5, 4, 3])
})
