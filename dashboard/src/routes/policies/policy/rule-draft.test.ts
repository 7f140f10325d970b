import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listRanges, toDraft, toRule, usualOperator } from './rule-draft.ts'

const metrics = new Map([
  ['holdback_ratio', { unit: 'ratio', value_type: 'number' }],
  ['grade', { unit: 'string', value_type: 'string' }],
]) as never

describe('a rule by its fields', () => {
  test('is sent as numbers of the metric, with both bounds of a range', () => {
    const typed = { name: ' Room ', metric: 'holdback_ratio', operator: 'between' }
    const draft = { ...toDraft(null, metrics), ...typed, value: '5', value_to: '25%' }
    const sent = toRule(draft, metrics, null)
    assert.equal(sent.name, 'Room')
    assert.deepEqual([sent.value, sent.value_to], [0.05, 0.25])
  })

  test('has a list where the operator takes one, and nothing where it takes none', () => {
    const given = { ...toDraft(null, metrics), name: 'Grade', metric: 'grade' }
    const list = toRule({ ...given, operator: 'in', value: 'A, B' }, metrics, null)
    assert.deepEqual(list.value, ['A', 'B'])
    const known = toRule({ ...given, operator: 'exists', value: 'A' }, metrics, null)
    assert.equal(known.value, null)
  })

  test('begins with at least where more is better, and at most where less is', () => {
    const operators = ['equal', 'less_than_or_equal', 'greater_than_or_equal']
    const compare = (higher_is_better: boolean | null, value_type = 'number') =>
      usualOperator({ operators, value_type, higher_is_better })
    assert.equal(compare(true), 'greater_than_or_equal')
    assert.equal(compare(null), 'greater_than_or_equal')
    assert.equal(compare(false), 'less_than_or_equal')
    assert.equal(compare(null, 'boolean'), 'equal')
    assert.equal(usualOperator(undefined), '')
  })

  test('offers the usual days, and those that it has', () => {
    const ranges = ['all', 'last_13_full_calendar_months', 'last_90_days', 'last_17_days']
    assert.deepEqual(listRanges(ranges, 'last_17_days'), ['all', 'last_90_days', 'last_17_days'])
  })

  test('keeps a threshold that is another metric', () => {
    const value = { metric: 'true_revenue', multiplier: 0.5 }
    const rule = { metric: 'holdback_ratio', operator: 'less_than', value, value_to: null } as never
    assert.ok(!('value' in toRule(toDraft(rule, metrics), metrics, rule)))
  })

  test('without a metric is a check that a person makes', () => {
    const draft = { ...toDraft(null, metrics), name: 'Called the owner' }
    assert.equal(toRule(draft, metrics, null).kind, 'manual')
  })
})
