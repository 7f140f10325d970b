import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleLedger } from '../example.test.ts'
import { computeMetric } from '../metric.ts'
import { findMetric } from '../metrics/index.ts'
import {
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
