import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGradeObstacle } from './grade.ts'

const coverage = (value: number | null) => [{ name: 'coverage_ratio', value, reasons: [] }]
const gap = { reasons: ['coverage_gap'] }

test('a number of few of its days has no grade, and says why', () => {
  assert.equal(findGradeObstacle(gap, coverage(0.095)), 'not enough months')
})

test('a grade holds where most days are there, or the number is of other things than days', () => {
  assert.equal(findGradeObstacle(gap, coverage(0.5)), null)
  assert.equal(findGradeObstacle(gap, coverage(null)), null)
  assert.equal(findGradeObstacle({ reasons: [] }, coverage(0.095)), null)
})
