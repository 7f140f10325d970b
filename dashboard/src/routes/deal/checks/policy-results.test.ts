import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubmissionPolicyEvaluation } from '../../../../../clients/typescript/src/index.ts'
import { countResults, describeMeasured, latestByPolicy } from './policy-results.ts'

const evaluation = (id: string, policy_id: string, ...results: string[]) =>
  ({ id, policy_id, results: results.map((result) => ({ result })) }) as SubmissionPolicyEvaluation

test('of each policy the newest evaluation is shown, its gravest results first', () => {
  const list = [
    evaluation('3', 'a', 'passed', 'near_miss', 'failed'),
    evaluation('2', 'b', 'passed'),
    evaluation('1', 'a', 'failed'),
  ]
  const latest = latestByPolicy(list)
  assert.deepEqual(new Set(latest.map(({ id }) => id)), new Set(['2', '3']))
  const [shown] = latest.filter(({ id }) => id === '3')
  assert.deepEqual(
    shown!.results.map(({ result }) => result),
    ['failed', 'near_miss', 'passed'],
  )
  const counts = new Map([
    ['failed', 1],
    ['near_miss', 1],
    ['passed', 2],
  ])
  assert.deepEqual(countResults(list), counts)
  assert.deepEqual(
    latestByPolicy(list, 'failed')
      .map(({ results }) => results.length)
      .reduce((a, b) => a + b),
    1,
  )
})

test('a measured number is written to the cent, beside what the rule wants', () => {
  const expected = {
    operator: 'greater_than_or_equal',
    value: 20_000,
    value_to: null,
    resolved: null,
    resolved_to: null,
  }
  const measured = { metric: 'monthly_true_revenue', actual: 19_156.166666666668, expected }
  assert.equal(
    describeMeasured(measured),
    'Monthly true revenue is 19,156.17; the rule: at least 20,000.',
  )
})
