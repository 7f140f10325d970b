import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { evaluateCondition } from './condition.ts'
import { compileExpression } from './expression.ts'
import type { Compiled, Scope } from './scope.ts'
import { compileText, fillConfig } from './text.ts'

const SCOPE: Scope = {
  trigger: { event: { id: 'evt_1', data: { result: 'failed' } } },
  submission: { id: 's', name: 'Oak Bakery', tags: ['new'], amount: 1250.5 },
  nodes: {
    score: { value: 61, reasons: ['nsf', 'thin'] },
    rows: { transactions: [{ amount: -10 }, { amount: 25.5, note: 'x' }] },
  },
  vars: { limit: 60, nothing: null },
  item: null,
  index: null,
  event: null,
  env: { mode: 'test' },
}

function run(compiled: Compiled | { problem: string }, scope = SCOPE): unknown {
  const result = 'problem' in compiled ? compiled : compiled.evaluate(scope)
  return 'problem' in result ? `! ${result.problem}` : result.value
}

const EXPRESSIONS: [text: string, value: unknown][] = [
  ['nodes.score.value > vars.limit', true],
  ['nodes.score.output.value + 1', 62],
  ['1 + nodes.score.value * 2', 123],
  ['submission.amount / 2', 625.25],
  ['nodes.score.missing == null', true],
  ['nodes.gone.value == null || nodes.gone.value > 3', true],
  ['has(nodes.score.missing)', false],
  ['has(nodes.score.value)', true],
  ['"nsf" in nodes.score.reasons', true],
  ['size(nodes.score.reasons)', 2],
  ['nodes.rows.transactions.exists(t, t.amount > 20)', true],
  ['nodes.rows.transactions.filter(t, t.amount < 0).map(t, t.amount)', [-10]],
  ['nodes.rows.transactions.all(t, has(t.note))', false],
  ['env.mode == "test" ? submission.name : ""', 'Oak Bakery'],
  ['submission["name"].startsWith("Oak")', true],
  ['{"a": 1, "b": [nodes.score.value]}', { a: 1, b: [61] }],
]

test('an expression reads what steps before have left', () => {
  for (const [text, value] of EXPRESSIONS)
    assert.deepEqual(run(compileExpression(text)), value, text)
})

const REFUSED: [text: string, problem: RegExp][] = [
  ['1 +', /./],
  ['submision.name', /submision is no name; there are trigger/],
  ['process.exit(1)', /no name/],
  ['submission.name.matches("(a+)+b")', /matches is not offered/],
  ['"a,b".split(",")', /split is not offered/],
  ['[1].map(a, [1].map(b, [1].map(c, a + b + c)))', /2 deep/],
  [`1${' + 1'.repeat(120)}`, /./],
  [`"${'a'.repeat(600)}"`, /longer than 500/],
]

test('what is no expression, or might run for long, is refused in a sentence', () => {
  for (const [text, problem] of REFUSED) {
    const compiled = compileExpression(text)
    assert.match('problem' in compiled ? compiled.problem : '', problem, text)
  }
})

test('an expression that would walk long lists in lists has no value instead of no end', () => {
  const transactions = Array.from({ length: 5000 }, (_, amount) => ({ amount }))
  const scope = { ...SCOPE, nodes: { rows: { transactions } } }
  const text = 'nodes.rows.transactions.all(a, nodes.rows.transactions.exists(b, a == b))'
  assert.match(String(run(compileExpression(text), scope)), /too long/)
  assert.equal(
    run(compileExpression('nodes.rows.transactions.exists(t, t.amount == 4999)'), scope),
    true,
  )
})

test('no expression reaches what is not data', () => {
  for (const step of ['__proto__', 'constructor', 'toString', 'prototype', 'hasOwnProperty']) {
    const value = run(compileExpression(`submission.${step}`))
    assert.ok(value === null || (typeof value === 'string' && value.startsWith('!')), step)
    assert.equal(run(compileText(`{{ submission.${step} }}`)), null)
  }
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
})

test('whatever is written as an expression or a text, the end is a value or a problem', () => {
  const part = fc.constantFrom(
    'nodes',
    '.',
    'score',
    'value',
    '(',
    ')',
    '[',
    ']',
    '+',
    '>',
    '==',
    '&&',
    '"a"',
    '1',
    '{{',
    '}}',
    '{%',
    '%}',
    'for',
    'in',
    'if',
    '|',
    'default:',
    'map',
    ',',
    'x',
    '__proto__',
    ' ',
    'has',
    '-',
  )
  const text = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ maxLength: 60 })), (written) => {
      run(compileExpression(written))
      run(compileText(written))
    }),
    { numRuns: 2000 },
  )
})

const TEXTS: [text: string, value: unknown][] = [
  ['plain', 'plain'],
  ['{{ nodes.score.value }}', 61],
  ['{{ nodes.score.reasons }}', ['nsf', 'thin']],
  ['{{ nodes.gone.value }}', null],
  ['{{ nodes.gone.value | default: 3 }}', 3],
  [
    'Score {{ nodes.score.output.value }} of {{ submission.name | upper }}',
    'Score 61 of OAK BAKERY',
  ],
  ['{{ submission.amount | money: "USD" }}', '1,250.50 USD'],
  ['{{ nodes.score.reasons | length }}', 2],
  ['{% for reason in nodes.score.reasons %}{{ reason }};{% endfor %}', 'nsf;thin;'],
  ['{% if nodes.score.value > 60 %}high{% else %}low{% endif %}', 'high'],
]

test('a text is filled in, and a text that is one name keeps the type of its value', () => {
  for (const [text, value] of TEXTS) assert.deepEqual(run(compileText(text)), value, text)
})

test('a text cannot read files, call what is not offered, or run for long', () => {
  for (const text of [
    '{% include "/etc/passwd" %}',
    '{% render "x" %}',
    '{% layout "x" %}',
    '{% tablerow i in (1..9) %}{% endtablerow %}',
    '{{ submission.name | sha256 }}',
    '{{ submission.name | upcse }}',
    '{{ submision.name }}',
    '{% for i in (1..100000000) %}x{% endfor %}',
    '{% for i in (1..90000) %}{% for j in (1..90000) %}x{% endfor %}{% endfor %}',
  ])
    assert.match(String(run(compileText(text))), /^!/, text)
})

test('a config is filled in field by field, and the problem names the field', () => {
  const config = { to: ['{{ submission.name }}'], limit: '{{ vars.limit }}', deep: { a: 1 } }
  const filled = { to: ['Oak Bakery'], limit: 60, deep: { a: 1 } }
  assert.deepEqual(fillConfig(config, SCOPE), { value: filled })
  const wrong = fillConfig({ deep: { text: '{{ a | nope }}' } }, SCOPE)
  assert.match('problem' in wrong ? wrong.problem : '', /^deep\.text: /)
})

test('comparisons treat what is not known as equal to nothing', () => {
  const cases: [left: unknown, op: string, right: unknown, holds: boolean][] = [
    [null, 'equal', null, false],
    [null, 'not_equal', 'a', true],
    [null, 'less_than', 3, false],
    [null, 'not_exists', null, true],
    [61, 'greater_than', '60', true],
    ['2026-03-01', 'less_than', '2026-03-02', true],
    [5, 'between', [1, 5], true],
    [6, 'not_between', [1, 5], true],
    ['b', 'in', ['a', 'b'], true],
    [['a', 'b'], 'contains', 'b', true],
    ['Oak Bakery', 'contains', 'bakery', true],
    ['x-17', 'matches', 'x-[0-9]+', true],
    ['x', 'matches', '(', false],
  ]
  for (const [left, op, right, holds] of cases) {
    const found = evaluateCondition({ all: [{ left, op: op as 'equal', right }] }, SCOPE)
    assert.deepEqual(found, { value: holds }, `${String(left)} ${op} ${String(right)}`)
  }
  const mixed = {
    expression: 'nodes.score.value > 60',
    any: [{ left: 1, op: 'equal' as const, right: 2 }],
  }
  assert.deepEqual(evaluateCondition(mixed, SCOPE), { value: false })
})
