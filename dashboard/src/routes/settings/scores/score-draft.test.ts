import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScores, turnCritical, typeCut, typeWeight, withEntry } from './score-draft.ts'

const ROW = { A: 2, B: 5, C: 10, D: 15, is_critical: true }

test('a threshold that is typed replaces one of four, and the usual one takes the row back', () => {
  const own = typeCut(ROW, undefined, { grade: 'A', value: 1 })
  assert.deepEqual(own, { A: 1, B: 5, C: 10, D: 15 })
  assert.equal(typeCut(ROW, own, { grade: 'A', value: 2 }), undefined)
  assert.equal(typeCut(ROW, own, { grade: 'A', value: null }), undefined)
  const inSection = { ...own!, section: 'debt' }
  assert.deepEqual(typeCut(ROW, inSection, { grade: 'A', value: 2 }), { ...inSection, A: 2 })
})

test('whether a metric decides alone is kept with its thresholds, and taken back by turning twice', () => {
  const own = turnCritical(ROW, undefined)
  assert.deepEqual(own, { A: 2, B: 5, C: 10, D: 15, is_critical: false })
  assert.equal(turnCritical(ROW, own), undefined)
})

test('a model is kept for as long as a weight or a curve differs', () => {
  const factor = { name: 'holdback', weight: 10 }
  const own = typeWeight(null, factor, 0)
  assert.deepEqual(own, { factors: { holdback: { weight: 0 } } })
  assert.equal(typeWeight(own, factor, 10), null)
  const curved = { factors: { holdback: { weight: 10, knots: [[0, 1]] } } }
  assert.deepEqual(typeWeight(curved, factor, 10), curved)
})

test('settings without scores are those that the service comes with', () => {
  assert.deepEqual(readScores({}), {
    scorecard_thresholds: {},
    risk_model: null,
    anomaly_thresholds: {},
  })
  assert.deepEqual(withEntry({ a: 1, b: 2 }, 'a', undefined), { b: 2 })
})
