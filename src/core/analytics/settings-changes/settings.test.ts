import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { detectAnomalies, DETECTORS } from '../anomalies/index.ts'
import { exampleInput, examplePeriod, type RowFacts } from '../example.test.ts'
import { defaultWindow, windowNamed } from '../metric/gate.ts'
import { buildLedger, type Ledger } from '../ledger.ts'
import { computeMetric } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'
import { missingPeriods } from '../figures/requests.ts'
import { cashflow } from '../reports/cashflow-report.ts'
import { riskScore } from '../reports/risk-score.ts'
import { scorecard } from '../reports/scorecard.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { simulateSettings } from './simulate.ts'
import { applySettings } from '../settings/apply.ts'
import { problemIn } from './check.ts'
import type { AnalyticsPatch } from '../settings/schemas.ts'

const ROWS: RowFacts[] = [
  { date: '2025-01-10', amount: 9_000_00, merchantName: 'Customer' },
  { date: '2025-02-10', amount: 9_000_00, merchantName: 'Customer' },
  { date: '2025-03-03', amount: 9_000_00, merchantName: 'Customer' },
  { date: '2025-03-04', amount: 50_000_00, merchantName: 'Customer' },
  {
    date: '2025-03-05',
    amount: 4_000_00,
    slug: 'transfers.wire',
    exclusionReason: 'unidentified_wire',
  },
  {
    date: '2025-03-06',
    amount: 2_000_00,
    slug: 'transfers.internal',
    exclusionReason: 'internal_transfer',
  },
  { date: '2025-03-07', amount: -600_00, slug: 'debt.credit_card_payment' },
  { date: '2025-03-08', amount: 80_00, currency: 'CAD' },
]

function ledgerWith(patch: AnalyticsPatch, rows: readonly RowFacts[] = ROWS): Ledger {
  assert.equal(problemIn(patch), null)
  const settings = applySettings({ ...DEFAULT_SETTINGS, version: 7 }, patch)
  const period = examplePeriod('2025-01-01', '2025-03-31', { openingBalance: 800_00 })
  const input = exampleInput(rows, [period], { settings, today: '2025-04-01' })
  return buildLedger({ ...input, company: { ...input.company, naicsCode: '722511' } })
}

function computeValue(patch: AnalyticsPatch, name: string): unknown {
  const ledger = ledgerWith(patch)
  return computeMetric(ledger, findMetric(name)!, { window: windowNamed(ledger, 'all') }).exact
}

const request = {
  window: null,
  options: {},
  computedAt: '2025-04-01T00:00:00.000Z',
  analyticsVersion: 1,
}

test('the revenue formula decides what is revenue', () => {
  const revenue = (formula: AnalyticsPatch['revenue_formula']): unknown =>
    computeValue({ revenue_formula: formula }, 'gross_revenue')
  assert.equal(revenue({}), 77_000)
  assert.equal(revenue({ wire_policy: 'include' }), 81_000)
  assert.equal(revenue({ include_slugs: ['transfers.wire'] }), 81_000)
  assert.equal(revenue({ exclude_slugs: ['revenue.ach_customer'] }), 0)
  assert.equal(revenue({ large_deposit_cap_multiple: 2 }), 45_000)
})

test('deposits leave internal transfers out, and card payments are debt, when the tenant says so', () => {
  assert.equal(computeValue({}, 'total_deposits'), 83_000)
  assert.equal(computeValue({ deposits_exclude_internal: true }, 'total_deposits'), 81_000)
  const paid = (patch: AnalyticsPatch): unknown => computeValue(patch, 'monthly_debt_service')
  assert.equal(paid({ count_card_payments_as_debt: true }), 200)
  assert.equal(paid({}), 0)
})

test('a low-balance day is one below the threshold of the tenant', () => {
  assert.equal(computeValue({}, 'low_balance_days'), 0)
  assert.equal(computeValue({ low_balance_threshold: 800.01 }, 'low_balance_days'), 9)
})

test('statements are requested for as many months as the tenant requires', () => {
  const first = (patch: AnalyticsPatch): unknown => missingPeriods(ledgerWith(patch))[0]?.startDate
  assert.equal(first({}), undefined)
  assert.equal(first({ required_statement_months: 6 }), '2024-10-01')
})

test('the scorecard grades by the rows of the tenant, and leaves out what it takes away', () => {
  const used = (patch: AnalyticsPatch): any =>
    scorecard.compute(ledgerWith(patch), request)['thresholds']
  const cuts = { A: 90_000, B: 60_000, C: 30_000, D: 10_000 }
  const thresholdPatch = { scorecard_thresholds: { monthly_true_revenue: cuts, owner_fico: null } }
  const rows: any[] = used(thresholdPatch).used
  assert.equal(rows.find(({ metric }) => metric === 'monthly_true_revenue').A, 90_000)
  assert.ok(rows.every(({ metric }) => metric !== 'owner_fico'))
  assert.equal(rows.length, used({}).default.length - 1)
  const grade = (patch: AnalyticsPatch): unknown => computeValue(patch, 'paper_grade')
  const strict = { ...cuts, A: 9e6, B: 8e6, C: 7e6, D: 6e6 }
  assert.notEqual(grade({ scorecard_thresholds: { monthly_true_revenue: strict } }), grade({}))
})

test('the risk score follows the weights, knots and industry tiers of the tenant', () => {
  const body = (patch: AnalyticsPatch): any => riskScore.compute(ledgerWith(patch), request)
  const model = {
    name: 'Ours',
    factors: {
      revenue_level: {
        weight: 90,
        knots: [
          [0, 0],
          [1e6, 1],
        ],
      },
      holdback: { weight: 0 },
    },
  }
  const own = body({ risk_model: model })
  assert.deepEqual(own.model, { id: 'tenant', version: '7', name: 'Ours' })
  assert.ok(own.score < body({}).score)
  assert.ok(own.factors.every(({ name }: any) => name !== 'holdback'))
  const industry = (patch: AnalyticsPatch): unknown =>
    body(patch).factors.find(({ name }: any) => name === 'industry').share
  assert.equal(industry({}), null)
  assert.equal(industry({ industry_tiers: { '72': 'low', '7225': 'high' } }), 0.25)
})

test('an anomaly is found by the threshold of the tenant, and not at all when it is off', () => {
  const kinds = (patch: AnalyticsPatch): string[] => {
    const ledger = ledgerWith(patch)
    return detectAnomalies(ledger, windowNamed(ledger, 'all')).map(({ kind }) => kind)
  }
  assert.ok(kinds({}).includes('customer_concentration'))
  assert.ok(
    !kinds({ anomaly_thresholds: { customer_concentration: null } }).includes(
      'customer_concentration',
    ),
  )
  assert.ok(!kinds({}).includes('stale_data'))
  assert.ok(kinds({ anomaly_thresholds: { stale_data: 0.5 } }).includes('stale_data'))
})

test('figures are in the reporting currency where there are rows in it, and the others are listed', () => {
  assert.equal(ledgerWith({}).currency, 'USD')
  const canadian = ledgerWith({ reporting_currency: 'CAD' })
  assert.deepEqual([canadian.currency, canadian.otherCurrencies], ['CAD', ['USD']])
  assert.equal(ledgerWith({ reporting_currency: 'EUR' }).currency, 'USD')
})

test('the default date range stands in for the last 90 days and for nothing else', () => {
  const ledger = ledgerWith({ default_date_range: 'last_30_days' })
  assert.equal(defaultWindow(ledger, 'last_90_days').startDate, '2025-03-02')
  assert.equal(defaultWindow(ledger, 'all').startDate, '2025-01-01')
  assert.equal(windowNamed(ledger, 'last_90_days').startDate, '2025-01-01')
})

test('the cash flow has the lines of the tenant on request', () => {
  const layout = [{ key: 'kept', label: 'Kept', plus: ['gross_profit'], minus: ['opex'] }]
  const body: any = cashflow.compute(ledgerWith({ cashflow_layout: layout }), {
    ...request,
    options: { layout: 'tenant' },
  })
  assert.deepEqual(
    body.totals.lines.map(({ key }: any) => key),
    ['kept'],
  )
  assert.equal(body.settings_version, 7)
})

const REFUSED: [AnalyticsPatch, where: string, message: RegExp][] = [
  [
    { revenue_formula: { exclude_slugs: ['revenue.card_settlment'] } },
    'revenue_formula.exclude_slugs',
    /Did you mean revenue\.card_settlement/,
  ],
  [{ low_balance_threshold: 0.001 }, 'low_balance_threshold', /two decimals/],
  [{ anomaly_thresholds: { nsf_clusters: 3 } }, 'anomaly_thresholds.nsf_clusters', /nsf_cluster\?/],
  [
    { anomaly_thresholds: { account_closed: 3 } },
    'anomaly_thresholds.account_closed',
    /no threshold/,
  ],
  [
    { scorecard_thresholds: { owner_fico: { A: 1, B: 3, C: 2, D: 4 } } },
    'scorecard_thresholds.owner_fico',
    /strictly rise or strictly fall/,
  ],
  [
    { scorecard_thresholds: { card_sales: { A: 4, B: 3, C: 2, D: 1 } } },
    'scorecard_thresholds.card_sales',
    /section/,
  ],
  [
    { scorecard_thresholds: { owner_ficos: null } },
    'scorecard_thresholds.owner_ficos',
    /owner_fico\?/,
  ],
  [
    { risk_model: { factors: { holdbacks: { weight: 1 } } } },
    'risk_model.factors.holdbacks',
    /holdback\?/,
  ],
  [{ risk_model: { factors: { holdback: { weight: 1, knots: [[1, 0], [0, 1]] } } } }, 'risk_model.factors.holdback.knots', /rise/], // prettier-ignore
  [{ industry_tiers: { food: 'low' } }, 'industry_tiers', /NAICS/],
  [
    { cashflow_layout: [{ key: 'a', label: 'A', plus: ['gros_profit'] }] },
    'cashflow_layout',
    /gross_profit/,
  ],
]

test('a name that nobody knows is refused with the nearest, a table that contradicts itself with why', () => {
  for (const [patch, where, message] of REFUSED) {
    const problem = problemIn(patch)
    assert.equal(problem?.where, where)
    assert.match(problem!.message, message)
  }
})

test('a trial takes every setting and refuses what could not be kept', () => {
  const listFaults: Parameters<typeof simulateSettings>[2] = (schema, value) =>
    Value.Errors(schema, value).map(({ message }) => message)
  const simulate = (text: string): ReturnType<typeof simulateSettings> =>
    simulateSettings(DEFAULT_SETTINGS, text, listFaults)
  const tried = simulate('{"anomaly_thresholds":{"gambling":0.5}}')
  assert.deepEqual(tried.settings?.anomalyThresholds, { gambling: 0.5 })
  for (const text of ['{', '{"a":1}', '{"anomaly_thresholds":{"gamble":0.5}}'])
    assert.equal(simulate(text).problem?.where, 'simulate')
})

test('every threshold of an anomaly says what it counts', () => {
  for (const { threshold } of DETECTORS) {
    if (threshold) assert.ok(threshold.default > 0 && threshold.meaning.length > 5)
  }
})
