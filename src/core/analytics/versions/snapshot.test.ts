import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../../../fixtures/model/random.ts'
import { addDays } from '../../values/dates.ts'
import { examplePeriod, exampleInput, examplePosition, type RowFacts } from '../example.test.ts'
import { buildLedger, contain, type Ledger } from '../ledger.ts'
import { computeMetric, metric } from '../metric.ts'
import { REPORTS } from '../reports/index.ts'
import { buildVersion } from './snapshot.ts'

const DEALS = 40
const SLUGS = [
  'revenue.ach_customer',
  'debt.mca_advance',
  'debt.mca_payment',
  'transfers.internal',
  'fees.nsf_overdraft',
  'expenses.payroll',
]

/** A deal of two accounts, of which the second is not included; rows of any kind lie in both. */
function drawDeal(seed: number): Ledger {
  const random = seeded(`deal with an excluded account ${seed}`)
  const rows: RowFacts[] = Array.from({ length: 60 }, () => ({
    date: addDays('2025-01-01', random.integer(0, 110)),
    amount: random.integer(1, 9_000_00) * (random.integer(0, 1) === 0 ? -1 : 1),
    slug: SLUGS[random.integer(0, SLUGS.length - 1)]!,
    accountId: random.integer(0, 2) === 0 ? 'savings' : 'checking',
    isDuplicate: random.integer(0, 9) === 0,
    isPending: random.integer(0, 9) === 0,
    isRecurring: random.integer(0, 4) === 0,
    matchedTransactionId: `t${random.integer(1, 60)}`,
  }))
  const transactionIds = Array.from({ length: 12 }, () => `t${random.integer(1, 61)}`)
  const input = exampleInput(rows, [examplePeriod('2025-01-01', '2025-03-31')], {
    positions: [examplePosition({ transactionIds, accountIds: ['checking', 'savings'] })],
  })
  const [checking] = input.accounts
  const savings = { ...checking!, id: 'savings', isIncluded: false }
  return buildLedger({ ...input, accounts: [checking!, savings] })
}

test('a position with rows in an account that is not included costs no number of the deal', () => {
  for (let seed = 0; seed < DEALS; seed += 1) {
    const ledger = drawDeal(seed)
    const request = { window: null, options: {}, computedAt: '', analyticsVersion: 1 }
    const { metrics } = buildVersion(ledger)
    for (const report of REPORTS) report.compute(ledger, { ...request, peers: [], policies: [] })
    assert.deepEqual(ledger.faults, [], `deal ${seed}`)
    assert.ok(Object.keys(metrics).length > 100)
  }
})

test('rows of accounts that are not included count by what the table has of them', () => {
  const rows = [
    { date: '2025-02-03', amount: 50_000_00, slug: 'debt.mca_advance', accountId: 'savings' },
    { date: '2025-02-04', amount: -500_00, slug: 'debt.mca_payment' },
  ]
  const input = exampleInput(rows, [examplePeriod('2025-02-01', '2025-02-28')], {
    positions: [examplePosition({ transactionIds: ['t1', 't2'] })],
  })
  const [checking] = input.accounts
  const accounts = [checking!, { ...checking!, id: 'savings', isIncluded: false }]
  const version = buildVersion(buildLedger({ ...input, accounts }))
  const kept = version.metrics['active_mca_positions']!
  assert.deepEqual(kept.rows, [
    [-1, 1, 50_000_00],
    [0, 1, -500_00],
  ])
})

test('a metric whose computation throws is null with its reason, and is among the faults', () => {
  const ledger = drawDeal(0)
  const error = new Error('a formula that fails')
  const broken = metric({
    name: 'broken',
    label: 'Broken',
    group: 'balance',
    unit: 'amount',
    formulaId: 'T0',
    formula: 'none',
    compute: () => {
      throw error
    },
  })
  const { exact, reasons, status } = computeMetric(ledger, broken)
  assert.deepEqual([exact, reasons[0], status], [null, 'internal_error', 'not_available'])
  contain(ledger, 'scorecard', () => assert.fail('no card'))
  assert.deepEqual(
    ledger.faults.map(({ part }) => part),
    ['metric broken', 'scorecard'],
  )
})
