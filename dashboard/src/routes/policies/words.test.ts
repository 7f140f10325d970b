import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeCondition, nameDays, parseTyped, toTyped } from './words.ts'

const none = { kind: 'condition', expression: null, value_to: null, date_range: null } as const
const ratio = { label: 'Holdback', unit: 'ratio' } as never

describe('a rule in words', () => {
  test('has the unit of its metric', () => {
    const rule = { ...none, metric: 'holdback_ratio', operator: 'less_than_or_equal', value: 0.25 }
    assert.equal(describeCondition(rule, ratio), 'Holdback: at most 25.0%')
  })

  test('says over which days, its own before the usual ones', () => {
    const days = { label: 'Negative days', unit: 'n', default_date_range: 'last_90_days' } as never
    const rule = { ...none, metric: 'negative_days', operator: 'less_than', value: 4 }
    assert.equal(describeCondition(rule, days), 'Negative days, last 90 days: less than 4')
    const own = { ...rule, date_range: 'last_3_full_calendar_months' }
    assert.equal(describeCondition(own, days), 'Negative days, last 3 full months: less than 4')
    assert.equal(nameDays('latest'), 'As of the last day')
  })

  test('names both bounds, other metrics, and what needs no value', () => {
    const between = { ...none, metric: 'nsf_count', operator: 'between', value: 1, value_to: 3 }
    assert.equal(describeCondition(between, undefined), 'NSF count: between 1 and 3')
    const other = { metric: 'true_revenue', multiplier: 0.5, offset: 0 }
    const half = { ...none, metric: 'rent', operator: 'less_than', value: other }
    assert.equal(describeCondition(half, undefined), 'Rent: less than 0.5 × true revenue')
    const known = { ...none, metric: 'rent', operator: 'exists', value: null }
    assert.equal(describeCondition(known, undefined), 'Rent: known')
  })

  test('that a person checks, or that is a tree, says so', () => {
    const empty = { ...none, metric: null, operator: null, value: null }
    assert.equal(describeCondition({ ...empty, kind: 'manual' }, undefined), 'A person checks this')
    const tree = { ...empty, kind: 'expression', expression: { all: [] } }
    assert.equal(describeCondition(tree, undefined), 'Several conditions together')
  })
})

describe('a threshold', () => {
  test('of a ratio is typed in percent, and comes back as it was', () => {
    assert.equal(toTyped(0.145, 'ratio'), '14.5')
    assert.equal(parseTyped('14.5 %', 'number', 'ratio'), 0.145)
    assert.equal(parseTyped(toTyped(0.07, 'ratio'), 'number', 'ratio'), 0.07)
  })

  test('is typed with commas and signs, and is none where it is no number', () => {
    assert.equal(parseTyped('$12,500', 'number', 'amount'), 12_500)
    assert.equal(parseTyped('−5', 'number', 'n'), -5)
    assert.equal(parseTyped('a few', 'number', 'n'), null)
    assert.equal(parseTyped('A', 'string', 'string'), 'A')
    assert.equal(parseTyped('true', 'boolean', 'boolean'), true)
  })
})
