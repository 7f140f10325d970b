import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptySlots } from './compile.ts'
import type { Catalogue, Scalar } from './condition.ts'
import { flipsBetween } from './flips.ts'
import { buildLines } from './lines.ts'
import { compilePolicy, evaluatePolicy, type PolicyPlan } from './policy.ts'
import type { Rule, Verdict } from './rule.ts'

const amount = {
  unit: 'amount',
  valueType: 'number' as const,
  parameters: [],
  dateRanges: [],
  allowedValues: null,
}
const NAMES = ['a', 'b', 'c']
const CATALOGUE: Catalogue = new Map(NAMES.map((name) => [name, { name, label: name, ...amount }]))

/** A rule named like its metric, which is met from 10 and nearly met from 9. */
function rule(name: string, parts: Partial<Rule> = {}): Rule {
  return {
    id: name,
    name,
    version: 1,
    isActive: true,
    mode: 'enforced',
    expression: { metric: name, operator: 'greater_than_or_equal', value: 10 },
    tolerance: 1,
    onMissing: 'missing_data',
    outcome: 'decline',
    severity: 'medium',
    weight: 1,
    message: null,
    reasonCode: null,
    effectiveFrom: null,
    effectiveTo: null,
    ...parts,
  }
}

interface Setup {
  rules?: Rule[]
  plan?: Partial<PolicyPlan>
  verdicts?: Record<string, Verdict['state']>
  /** Names of numbers that come of incomplete data. */
  partial?: string[]
}

const BANDS = [
  { name: 'good', minScore: 80, decision: 'approve' as const },
  { name: 'fair', minScore: 50, decision: 'review' as const },
]

function evaluate(values: Record<string, Scalar | null>, setup: Setup = {}) {
  const rules = setup.rules ?? NAMES.map((name) => rule(name))
  const plan = {
    ruleIds: rules.map(({ id }) => id),
    groups: [],
    decision: 'worst' as const,
    scoreBands: BANDS,
    ...setup.plan,
  }
  const slots = emptySlots()
  const known = new Map(rules.map((each) => [each.id, each]))
  const policy = compilePolicy(plan, known, { catalogue: CATALOGUE, slots })
  const reading = {
    values: slots.refs.map(({ key }) => values[key] ?? null),
    previous: [],
    isPartial: slots.refs.map(({ key }) => setup.partial?.includes(key) ?? false),
  }
  const verdictEntries = Object.entries(setup.verdicts ?? {}).map(
    ([id, state]) =>
      [id, { state, note: 'So', by: 'A. Person', at: '2025-07-01T00:00:00.000Z' }] as const,
  )
  const outcome = evaluatePolicy(policy, {
    reading,
    day: '2025-07-01',
    verdicts: new Map(verdictEntries),
  })
  const lines = buildLines(outcome, reading)
  return {
    result: outcome.result,
    decision: outcome.decision,
    score: outcome.score,
    lines,
    results: lines.map((line) => line.result).join(' '),
  }
}

const GOOD = { a: 10, b: 10, c: 10 }

describe('a policy', () => {
  for (const [name, values, wanted] of [
    ['approves what every rule allows', GOOD, ['passed', 'approve']],
    ['declines when a rule fails', { ...GOOD, b: 1 }, ['failed', 'decline']],
    ['leaves a near miss to a person', { ...GOOD, b: 9 }, ['review_required', 'review']],
    ['says which data is missing', { ...GOOD, b: null }, ['missing_data', 'review']],
    ['declines although data is missing', { a: null, b: 1, c: 10 }, ['failed', 'decline']],
  ] as const) {
    test(`that decides by the worst of its rules ${name}`, () => {
      const { result, decision } = evaluate(values)
      assert.deepEqual([result, decision], wanted)
    })
  }

  test('stops at the first rule that decides, and skips the rest', () => {
    const first = { plan: { decision: 'first_fail' as const } }
    assert.equal(evaluate({ a: 10, b: 1, c: 1 }, first).results, 'passed failed skipped')
    assert.equal(evaluate({ a: null, b: 1, c: 1 }, first).result, 'missing_data')
    const flagged = [rule('a', { outcome: 'flag' }), rule('b'), rule('c')]
    assert.equal(
      evaluate({ a: 1, b: 10, c: 1 }, { ...first, rules: flagged }).results,
      'failed passed failed',
    )
  })

  test('takes a group as met by any, or by so many, of its rules', () => {
    const of = (combine: 'any' | 'at_least' | 'all', count: number | null = null) => ({
      plan: { groups: [{ name: 'g', combine, count, ruleIds: NAMES }] },
    })
    const evaluateResult = (values: Record<string, number | null>, setup: Setup) =>
      evaluate(values, setup).result
    assert.equal(evaluateResult({ a: 1, b: 1, c: 10 }, of('any')), 'passed')
    assert.equal(evaluateResult({ a: 1, b: 1, c: 1 }, of('any')), 'failed')
    assert.equal(evaluateResult({ a: 1, b: null, c: 1 }, of('any')), 'missing_data')
    assert.equal(evaluateResult({ a: 1, b: 10, c: 10 }, of('at_least', 2)), 'passed')
    assert.equal(evaluateResult({ a: 1, b: 9, c: 10 }, of('at_least', 2)), 'review_required')
    assert.equal(evaluateResult({ a: 1, b: 9, c: 10 }, of('at_least', 3)), 'failed')
    assert.equal(evaluateResult({ a: 1, b: 10, c: 10 }, of('all')), 'failed')
    const { lines } = evaluate({ a: 1, b: 10, c: 10 }, of('any'))
    assert.deepEqual(
      lines.map(({ isCounted }) => isCounted),
      [false, true, true],
    )
  })

  test('scores by weight, half for a near miss, and only where what is missing changes nothing', () => {
    const score = { plan: { decision: 'score' as const } }
    const weighed = { ...score, rules: [rule('a', { weight: 8 }), rule('b'), rule('c')] }
    assert.deepEqual(
      [evaluate(GOOD, score).score, evaluate(GOOD, score).decision],
      [100, 'approve'],
    )
    const half = evaluate({ ...GOOD, c: 9 }, score)
    assert.ok(Math.abs(half.score! - 250 / 3) < 1e-9 && half.decision === 'approve')
    assert.deepEqual([evaluate({ ...GOOD, c: 1 }, score).decision], ['review'])
    assert.equal(evaluate({ a: 1, b: 1, c: 10 }, score).decision, 'decline')
    assert.equal(evaluate({ a: 10, b: 1, c: null }, weighed).result, 'passed')
    assert.equal(evaluate({ a: null, b: 10, c: 10 }, weighed).result, 'missing_data')
    const critical = [rule('a', { severity: 'critical' }), rule('b', { weight: 99 }), rule('c')]
    assert.equal(evaluate({ ...GOOD, a: 1 }, { ...score, rules: critical }).decision, 'decline')
    assert.equal(evaluate({ a: null, b: null, c: null }, score).score, null)
  })

  test('does not count shadow rules, remarks, and rules that are not in effect', () => {
    const rules = [
      rule('a', { mode: 'shadow' }),
      rule('b', { outcome: 'flag' }),
      rule('c', { effectiveFrom: '2025-08-01' }),
    ]
    const { result, results, lines } = evaluate({ a: 1, b: 1, c: 1 }, { rules })
    assert.deepEqual([result, results], ['passed', 'failed failed skipped'])
    assert.equal(lines[2]!.message, 'The rule is in effect from 2025-08-01.')
  })

  for (const [onMissing, wanted] of [
    ['pass', 'passed'],
    ['fail', 'failed'],
    ['review', 'review_required'],
    ['missing_data', 'missing_data'],
  ] as const) {
    test(`whose rule says ${onMissing} of what is not known is ${wanted}`, () => {
      assert.equal(evaluate({ a: null }, { rules: [rule('a', { onMissing })] }).result, wanted)
    })
  }

  test('never passes on a number of incomplete data alone, and says that it is one', () => {
    const { result, decision, results, lines } = evaluate(GOOD, { partial: ['b'] })
    assert.deepEqual(
      [result, decision, results],
      ['review_required', 'review', 'passed passed passed'],
    )
    assert.deepEqual(
      lines.map(({ consequence, message }) => [consequence, message]),
      [
        [null, 'a is 10.00, needs at least 10.00'],
        ['review', 'b is 10.00, needs at least 10.00 (from incomplete data)'],
        [null, 'c is 10.00, needs at least 10.00'],
      ],
    )
    const failed = evaluate({ ...GOOD, b: 1 }, { partial: ['b'] })
    assert.equal(failed.decision, 'decline')
    assert.match(failed.lines[1]!.message!, /from incomplete data/)
  })

  test('leaves incomplete data to the rule, to the others of its group, and to a person', () => {
    const decide = (setup: Setup) => evaluate(GOOD, { partial: ['a'], ...setup }).decision
    const others = ['b', 'c'].map((name) => rule(name))
    assert.equal(decide({ rules: [rule('a', { onMissing: 'pass' }), ...others] }), 'approve')
    assert.equal(decide({ rules: [rule('a', { outcome: 'flag' }), ...others] }), 'approve')
    assert.equal(decide({ verdicts: { a: 'passed' } }), 'approve')
    const group = { name: 'g', count: null, ruleIds: NAMES }
    assert.equal(decide({ plan: { groups: [{ ...group, combine: 'any' }] } }), 'approve')
    assert.equal(decide({ plan: { groups: [{ ...group, combine: 'all' }] } }), 'review')
  })

  test('reaches what fails behind a rule that passes on incomplete data', () => {
    const first = { plan: { decision: 'first_fail' as const }, partial: ['a'] }
    assert.equal(evaluate({ a: 10, b: 1, c: 10 }, first).results, 'passed failed skipped')
    assert.equal(evaluate(GOOD, first).result, 'review_required')
  })

  test('approves by score only where incomplete data changes no band', () => {
    const score = { plan: { decision: 'score' as const }, partial: ['a'] }
    assert.equal(evaluate(GOOD, score).result, 'review_required')
    const light = [rule('a'), rule('b', { weight: 8 }), rule('c')]
    assert.equal(evaluate(GOOD, { ...score, rules: light }).result, 'passed')
  })

  test('holds a person’s word above what a rule found, and shows both', () => {
    const { result, lines } = evaluate(
      { ...GOOD, a: 1 },
      { verdicts: { a: 'passed', b: 'waived' } },
    )
    assert.deepEqual(
      [result, lines[0]!.result, lines[0]!.actual, lines[0]!.overridden?.by],
      ['passed', 'passed', 1, 'A. Person'],
    )
    assert.equal(lines[1]!.message, 'Waived. So')
    const check = [rule('a', { expression: null })]
    assert.equal(
      evaluate({}, { rules: check }).lines[0]!.message,
      'This manual check has not been done yet.',
    )
    assert.equal(evaluate({}, { rules: check, verdicts: { a: 'failed' } }).result, 'failed')
  })

  test('gives error for a rule whose metric is gone, and never passes it', () => {
    const gone = rule('gone', { expression: { metric: 'gone', operator: 'exists' } })
    const { result, decision, results } = evaluate(GOOD, { rules: [rule('a'), gone] })
    assert.deepEqual([result, decision, results], ['error', 'review', 'passed error'])
  })
})

test('a flip names the rule, what was found before and now, and why', () => {
  const flip = (before: ReturnType<typeof evaluate>, after: ReturnType<typeof evaluate>) =>
    flipsBetween(before.lines, after.lines).map(({ ruleId, from, to, cause, distance }) => [
      ruleId,
      from,
      to,
      cause,
      distance,
    ])
  const stricter = evaluate(GOOD, {
    rules: [
      rule('a', { expression: { metric: 'a', operator: 'greater_than_or_equal', value: 14 } }),
      rule('b'),
    ],
  })
  assert.deepEqual(flip(evaluate(GOOD), evaluate({ ...GOOD, b: 4 })), [
    ['b', 'passed', 'failed', 'value_changed', 6],
  ])
  assert.deepEqual(flip(evaluate(GOOD), stricter), [
    ['a', 'passed', 'failed', 'rule_changed', 4],
    ['c', 'passed', null, 'rule_removed', null],
  ])
  assert.deepEqual(flip(evaluate({ ...GOOD, c: 3 }), evaluate(GOOD)), [
    ['c', 'failed', 'passed', 'value_changed', 7],
  ])
  assert.deepEqual(flip(evaluate(GOOD), evaluate(GOOD, { verdicts: { a: 'failed' } })), [
    ['a', 'passed', 'failed', 'overridden', null],
  ])
  assert.deepEqual(flip(evaluate(GOOD), evaluate(GOOD)), [])
  const partial = evaluate(GOOD, { partial: ['b'] })
  assert.deepEqual(flip(evaluate(GOOD), partial), [
    ['b', 'passed', 'passed', 'value_changed', null],
  ])
  assert.match(
    flipsBetween(evaluate(GOOD).lines, partial.lines)[0]!.message,
    /^b: passed with the consequence review, previously passed without consequence\./,
  )
})
