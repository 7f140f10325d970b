import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeOutlook, findGradeObstacle } from './grade.ts'

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

test('a grade and a forecast that point different ways are said to, others are not', () => {
  const describeBoth = (grade: string | null, chance: number | null) =>
    describeOutlook(grade, { chance, days: 30 })
  assert.match(
    describeBoth('B', 0.606)!,
    /^Grade B .* below zero within 30 days is 6\d(?:\.\d)?% likely\.$/,
  )
  assert.match(describeBoth('F', 0.01)!, /^Grade F /)
  for (const [grade, chance] of [
    ['A', 0.1],
    ['C', 0.6],
    ['D', 0.6],
    [null, 0.9],
    ['B', null],
  ] as const)
    // prettier-ignore
    assert.equal(describeBoth(grade, chance), null)
})
