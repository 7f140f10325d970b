import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CRITERIA, describeWanted, isYesNo, parseValue, printValue } from './criteria.ts'

const api = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'))

/** Every list of names in the API that has one of them. */
function listNames(node: unknown): string[][] {
  if (typeof node !== 'object' || node === null) return []
  const { enum: names } = node as { enum?: unknown }
  if (Array.isArray(names) && names.includes('min_monthly_revenue')) return [names]
  return Object.values(node).flatMap(listNames)
}

test('every criterion that a funder can have is one that a person can pick', () => {
  const [names] = listNames(api)
  const known = CRITERIA.map(([name]) => name)
  assert.deepEqual(known.toSorted(), names!.filter((name) => name !== 'custom').toSorted())
})

test('what is typed is what is written, and the same again as it is read', () => {
  for (const [name, value, text] of [
    ['min_monthly_revenue', 15_000, '15000'],
    ['max_holdback_ratio', 0.2, '20'],
    ['max_revenue_decline', -0.2, '-20'],
    ['accepted_positions', [1, 2], '1, 2'],
    ['restricted_states', ['CA', 'VA'], 'CA, VA'],
    ['accepts_non_profit', false, 'no'],
  ] as const) {
    assert.deepEqual(parseValue(name, text), value)
    assert.equal(printValue(name, value), text)
  }
  for (const name of ['min_monthly_revenue', 'accepted_positions', 'restricted_states'])
    assert.equal(parseValue(name, ' '), null)
  assert.equal(parseValue('accepted_positions', 'first'), null)
})

test('criteria read as sentences', () => {
  const written = (name: string, value: unknown) =>
    describeWanted({ name, value, metric: null, operator: null, value_to: null })
  assert.equal(written('min_monthly_revenue', 15_000), 'Monthly true revenue: at least $15,000')
  assert.equal(written('accepted_positions', [1, 2]), 'Takes the place of position 1, 2')
  assert.equal(written('accepts_non_profit', false), 'Takes non-profits: no')
  assert.equal(
    describeWanted({
      name: 'custom',
      metric: 'negative_days',
      operator: 'between',
      value: 1,
      value_to: 4,
    }),
    'Negative days is between 1 and 4',
  )
  for (const [name] of CRITERIA)
    assert.doesNotMatch(written(name, isYesNo(name) ? true : 3), /_|undefined|null/)
})
