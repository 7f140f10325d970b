import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { listEvidence, listTransactionIds } from '../metric/evidence.ts'
import { exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import { windowNamed } from '../metric/gate.ts'
import { computeMetric } from '../metric.ts'
import { toMetricValue } from '../metric/value.ts'
import { MetricValue } from '../schemas.ts'
import { resolveWindow } from '../window.ts'
import { findMetric, METRICS } from './index.ts'

const PARAMETERS = { slug: 'expenses.rent', target: 1_000 }

const quarter = ['01', '02', '03'].map((month) =>
  examplePeriod(`2025-${month}-01`, month === '02' ? '2025-02-28' : `2025-${month}-31`, {
    openingBalance: month === '01' ? 100_00 : null,
  }),
)
const rows: RowFacts[] = [
  { date: '2025-01-10', amount: 1_000_00 },
  { date: '2025-02-10', amount: 1_100_00 },
  { date: '2025-03-10', amount: 1_205_55 },
  { date: '2025-03-11', amount: -400_00, slug: 'expenses.rent' },
]

test('each metric has a name of its own, a default range that exists and a label', () => {
  assert.equal(new Set(METRICS.map(({ name }) => name)).size, METRICS.length)
  for (const { name, defaultWindow, label, formulaId } of METRICS) {
    const { problem } = resolveWindow({ name: defaultWindow }, { firstDate: null, asOf: null })
    assert.equal(problem, null, name)
    assert.ok(label.length > 0 && formulaId.length > 0, name)
  }
})

test('without data no metric has a value but facts about the data itself', () => {
  const ledger = exampleLedger([])
  const facts = new Set(['account_count', 'duplicate_account_pairs'])
  for (const metric of METRICS) {
    const result = computeMetric(ledger, metric, { parameters: PARAMETERS })
    if (facts.has(metric.name)) continue
    assert.equal(result.exact, null, metric.name)
    assert.equal(result.status, 'not_available', metric.name)
    assert.ok(result.reasons.length > 0, metric.name)
  }
})

test('each metric of a full quarter fits the metric value shape and is never NaN', () => {
  const ledger = exampleLedger(rows, quarter)
  for (const metric of METRICS) {
    const result = computeMetric(ledger, metric, { parameters: PARAMETERS })
    const value = toMetricValue(result, ledger, { withFormula: true })
    assert.deepEqual([...Value.Errors(MetricValue, value)], [], metric.name)
    assert.equal(Number.isNaN(result.exact), false, metric.name)
    assert.equal(result.exact === null, result.status === 'not_available', metric.name)
  }
})

function computeValue(ledger: ReturnType<typeof exampleLedger>, name: string): unknown {
  return toMetricValue(computeMetric(ledger, findMetric(name)!), ledger).value
}

test('amounts leave in major units, rounded half away from zero, and only then', () => {
  const ledger = exampleLedger(rows, quarter)
  assert.equal(computeValue(ledger, 'true_revenue'), 3_305.55)
  assert.equal(computeValue(ledger, 'monthly_true_revenue'), 1_101.85)
  assert.equal(computeMetric(ledger, findMetric('monthly_true_revenue')!).exact, 330_555 / 300)
})

test('without a full month monthly revenue is scaled from covered days and says so', () => {
  const ledger = exampleLedger(rows, [examplePeriod('2025-03-05', '2025-03-24')])
  const window = { ...windowNamed(ledger, 'all'), startDay: ledger.accounts[0]!.balances.firstDay }
  const result = computeMetric(ledger, findMetric('monthly_true_revenue')!, { window })
  assert.equal((result.exact as number).toFixed(4), ((1_205.55 / 20) * 30.4375).toFixed(4))
  assert.equal(result.status, 'partially_available')
  assert.ok(result.reasons.includes('insufficient_history'))
})

test('an unreconciled statement weakens bank metrics and a gap weakens those it touches', () => {
  const broken = quarter.map((period, index) => ({
    ...period,
    openingBalance: 100_00,
    closingBalance: 100_00,
    reconciliationStatus: index === 1 ? ('unreconciled' as const) : ('reconciled' as const),
  }))
  const deposits = (periods: typeof broken): unknown => {
    const { status, reasons } = computeMetric(
      exampleLedger(rows, periods, { asOf: '2025-03-31' }),
      findMetric('total_deposits')!,
    )
    return [status, ...reasons]
  }
  assert.deepEqual(deposits(broken), ['partially_available', 'unreconciled_statement'])
  assert.deepEqual(deposits([broken[0]!, broken[2]!]), ['partially_available', 'coverage_gap'])
})

test('debt service coverage without debt service is null, not infinite', () => {
  const result = computeMetric(
    exampleLedger(rows, quarter),
    findMetric('debt_service_coverage_ratio')!,
  )
  assert.deepEqual([result.exact, result.reasons], [null, ['no_debt_service']])
})

test('evidence lists exactly the rows that the number sums', () => {
  const ledger = exampleLedger(rows, quarter)
  const metric = findMetric('opex')!
  const window = windowNamed(ledger, metric.defaultWindow)
  assert.deepEqual(listTransactionIds(ledger, listEvidence(metric, ledger, { window })), ['t4'])
  const { evidence } = toMetricValue(computeMetric(ledger, metric), ledger)
  assert.equal(
    evidence.href,
    '/v1/transactions?submission_id=submission&metric=opex&date_range=last_90_days',
  )
})

test('a metric with a required parameter is unknown without it', () => {
  const ledger = exampleLedger(rows, quarter)
  const metric = findMetric('category_amount')!
  assert.deepEqual(computeMetric(ledger, metric).reasons, ['missing_parameter'])
  const parameters = { slug: 'expenses.rent' }
  assert.equal(computeMetric(ledger, metric, { parameters }).exact, -400)
})

test('time in business comes from the application, and is unknown without it', () => {
  const stated = exampleLedger(rows, quarter)
  const start = { ...stated.company, businessStartDate: '2022-04-15' }
  const metric = findMetric('time_in_business_months')!
  const known = computeMetric(exampleLedger(rows, quarter, { company: start }), metric)
  assert.deepEqual([known.exact, known.status], [35, 'available'])
  const unknown = computeMetric(stated, metric)
  assert.deepEqual([unknown.exact, unknown.reasons], [null, ['missing_input']])
})
