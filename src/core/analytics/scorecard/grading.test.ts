import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import { computeMetric } from '../metric.ts'
import { findMetric, METRICS } from '../metrics/index.ts'
import {
  gradeMetrics,
  gradeValue,
  computePaperGrade,
  sectionGrade,
  type Grade,
  type GradedMetric,
} from './grading.ts'
import { DEFAULT_THRESHOLDS } from '../settings/grade-thresholds.ts'

/** The metrics of the default table, all A but for these; null = not graded. */
function graded(grades: Record<string, Grade | null>): GradedMetric[] {
  const ledger = exampleLedger([])
  return DEFAULT_THRESHOLDS.map((thresholds) => {
    const given = grades[thresholds.metric]
    const result = computeMetric(ledger, findMetric(thresholds.metric)!)
    return { thresholds, result, grade: given === undefined ? 'A' : given }
  })
}

test('each metric of the default table exists', () => {
  for (const { metric } of DEFAULT_THRESHOLDS) assert.ok(findMetric(metric), metric)
})

test('a cut-off belongs to the better grade, and the unrounded value decides', () => {
  const of = (name: string): (typeof DEFAULT_THRESHOLDS)[number] =>
    DEFAULT_THRESHOLDS.find(({ metric }) => metric === name)!
  assert.equal(gradeValue(50_000, of('monthly_true_revenue')), 'A')
  assert.equal(gradeValue(49_999.999, of('monthly_true_revenue')), 'B')
  assert.equal(gradeValue(0.25, of('holdback_ratio')), 'D')
  assert.equal(gradeValue(0.250001, of('holdback_ratio')), 'F')
})

test('the worst critical metric decides the paper grade and is named', () => {
  const paper = computePaperGrade(graded({ holdback_ratio: 'C', nsf_overdraft_count: 'B' }))
  assert.deepEqual([paper.grade, paper.decidedBy, paper.loweredBy], ['C', 'holdback_ratio', []])
})

test('two worse non-critical metrics cost exactly one notch, one costs none, and F is the floor', () => {
  const one = computePaperGrade(graded({ holdback_ratio: 'B', revenue_cv: 'F' }))
  assert.equal(one.grade, 'B')
  const three = graded({
    holdback_ratio: 'B',
    revenue_cv: 'F',
    adb_to_revenue: 'C',
    owner_fico: 'D',
  })
  assert.equal(computePaperGrade(three).grade, 'C')
  assert.equal(computePaperGrade(three).loweredBy.length, 3)
  assert.equal(computePaperGrade(graded({ holdback_ratio: 'F' })).grade, 'F')
})

test('three missing critical metrics leave the paper grade open', () => {
  const two = { document_authenticity: null, time_in_business_months: null }
  assert.equal(computePaperGrade(graded(two)).grade, 'A')
  assert.equal(computePaperGrade(graded({ ...two, holdback_ratio: null })).grade, null)
})

test('a section is the mean of its grades, cut halfway', () => {
  const section = (...grades: (Grade | null)[]): Grade | null =>
    sectionGrade(
      graded({})
        .slice(0, grades.length)
        .map((each, index) => ({ ...each, grade: grades[index]! })),
    )
  assert.equal(section('A', 'B'), 'A')
  assert.equal(section('A', 'C', 'C'), 'B')
  assert.equal(section('F', 'D'), 'D')
  assert.equal(section(null), null)
  assert.equal(section('A', null), 'A')
  assert.equal(section('A', null, null), null, 'less than half of its metrics')
})

const UNSEEN = {
  mask: '4289',
  institutionName: null,
  type: null,
  confidence: 0.7,
  transactionIds: ['out1', 'out2', 'out3'],
  firstDate: '2025-01-15',
  lastDate: '2025-03-15',
  requestText: '',
}
const MONTHS = ['01', '02', '03']

function gradeOfCoverage(unseen: object, costs: number): [string, string[], Grade | null] {
  const rows = MONTHS.flatMap((month, at): RowFacts[] => [
    { date: `2025-${month}-03`, amount: 30_000_00 },
    {
      date: `2025-${month}-15`,
      amount: -10_000_00,
      slug: 'transfers.external_own',
      id: `out${at + 1}`,
    },
    { date: `2025-${month}-16`, amount: -costs },
    { date: `2025-${month}-20`, amount: -2_000_00, slug: 'debt.mca_payment' },
  ])
  const periods = [examplePeriod('2025-01-01', '2025-03-31', { openingBalance: 50_000_00 })]
  const ledger = exampleLedger(rows, periods, { missingAccounts: [{ ...UNSEEN, ...unseen }] })
  const one = gradeMetrics(ledger, METRICS).find(
    ({ thresholds }) => thresholds.metric === 'debt_service_coverage_ratio',
  )!
  return [one.result.status, one.result.reasons, one.grade]
}

test('an account that was left out earns no good grade; a bad one stands', () => {
  const partial = 'partially_available'
  assert.deepEqual(gradeOfCoverage({}, 5_000_00), [partial, ['missing_account'], null])
  assert.deepEqual(gradeOfCoverage({}, 29_500_00), [partial, ['missing_account'], 'F'])
  assert.deepEqual(gradeOfCoverage({ type: 'credit_card' }, 5_000_00), ['available', [], 'A'])
  const small = { transactionIds: [] }
  assert.deepEqual(gradeOfCoverage(small, 5_000_00), ['available', [], 'A'])
})

test('no position within a few days of history is no A', () => {
  const week = [examplePeriod('2025-03-01', '2025-03-07', { openingBalance: 1_000_00 })]
  const rows = [{ date: '2025-03-03', amount: 900_00 }]
  const graded = gradeMetrics(exampleLedger(rows, week), METRICS)
  const one = graded.find(({ thresholds }) => thresholds.metric === 'active_mca_positions')!
  assert.deepEqual(
    [one.result.status, one.result.exact, one.grade],
    ['partially_available', 0, null],
  )
})
