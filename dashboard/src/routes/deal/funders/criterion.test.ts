import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FunderMatchCriteria } from '../../../../../clients/typescript/src/index.ts'
import { describeCriterion } from './criterion.ts'

const CRITERION = {
  name: 'min_monthly_revenue',
  message: null,
  actual: 61_001.46,
  operator: 'greater_than_or_equal',
  expected: 15_000,
  expected_to: null,
} as FunderMatchCriteria

test('a criterion is a sentence with the value of the deal and what is required', () => {
  assert.equal(describeCriterion(CRITERION), 'Monthly revenue is 61,001.46, needs at least 15,000')
  const states = { ...CRITERION, name: 'states', operator: 'in', expected: ['FL', 'GA'] }
  assert.equal(
    describeCriterion({ ...states, actual: null }),
    'States is not known, must be one of FL, GA',
  )
  assert.equal(describeCriterion({ ...CRITERION, message: 'As written' }), 'As written')
})
