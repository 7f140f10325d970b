import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BUILTIN_ENTITIES } from './builtin/index.ts'
import { expressionProblem } from './check.ts'
import type { Attribute, Entity, Fact, Source, Claim } from './entity.ts'
import { evaluate, parseExpression } from './expression.ts'
import { postProcess } from './post-process.ts'
import { resolveEntities, type Override, type ResolvedThing } from './resolve.ts'
import { toTyped } from './typed.ts'

const SOURCE: Source = {
  id: 's',
  type: 'metadata',
  config: {},
  order: 0,
  minConfidence: 0,
  isActive: true,
  isBuiltin: false,
  postProcessors: [],
}

/** An attribute that hears `first`, then `second`, then `third`. */
function attribute(name: string, rest: Partial<Attribute> = {}): Attribute {
  const sources = ['first', 'second', 'third'].map((path, order): Source => ({
    ...SOURCE,
    config: { path },
    order,
  }))
  return {
    id: name, name, label: name, description: '', type: 'string', enum: [], pattern: null, isRequired: false,
    isPii: false, isList: false, order: 0, strategy: 'first_by_order', tolerance: null,
    postProcessors: [], sources, crmField: null, defaultValue: null, ...rest,
  } // prettier-ignore
}

function entity(attributes: Attribute[], rest: Partial<Entity> = {}): Entity {
  return {
    id: 'thing',
    name: 'thing',
    label: '',
    description: '',
    cardinality: 'one',
    identityAttributes: [],
    order: 0,
    attributes,
    ...rest,
  }
}

function fact(value: unknown, rest: Partial<Fact> = {}): Fact {
  const nothing = { raw: null, page: null, box: null, currency: null, isSensitive: false }
  return { ...nothing, confidence: 0.9, value, ...rest }
}

function buildClaim(facts: Record<string, Fact>, rest: Partial<Claim> = {}): Claim {
  const nothing = { of: null, originId: null, documentId: null, at: null }
  return { type: 'metadata', group: JSON.stringify(facts), ...nothing, facts, ...rest }
}

/** What a strategy makes of values that are heard in this order. */
function reconciled(values: unknown[], rest: Partial<Attribute>) {
  const facts = Object.fromEntries(
    values.map((value, place) => [['first', 'second', 'third'][place]!, fact(value)]),
  )
  return first([entity([attribute('a', rest)])], [buildClaim(facts)])
}

function first(entities: Entity[], claims: Claim[], overrides: Override[] = []) {
  const { value, status } = resolveEntities(entities, claims, overrides)[0]!.values[0]!
  return [value, status]
}

describe('an attribute of several sources', () => {
  test('takes the first of its order, and says when another contradicts it', () => {
    assert.deepEqual(reconciled(['Ada', 'ADA.'], {}), ['Ada', 'resolved'])
    assert.deepEqual(reconciled(['Ada', 'Eve'], {}), ['Ada', 'conflict'])
    assert.deepEqual(reconciled([], {}), [null, 'missing'])
  })

  test('of identifiers, one digit apart is a contradiction; of names, a letter is not', () => {
    assert.deepEqual(reconciled(['12-3456789', '12-3456780'], {})[1], 'conflict')
    const names = ['Juniper Lane Cafe LLC', 'Juniper Lane Café']
    assert.deepEqual(reconciled(names, { tolerance: 0.15 })[1], 'resolved')
  })

  test('can take the surest, the latest, or what most of them say', () => {
    const things = (strategy: Attribute['strategy']) => [entity([attribute('a', { strategy })])]
    const claims = [
      buildClaim({ first: fact('old', { confidence: 0.99 }) }, { at: '2026-01-01' }),
      buildClaim({ second: fact('new', { confidence: 0.5 }) }, { at: '2026-02-01' }),
    ]
    assert.equal(first(things('highest_confidence'), claims)[0], 'old')
    assert.equal(first(things('most_recent'), claims)[0], 'new')
    assert.deepEqual(reconciled(['x', 'y', 'y'], { strategy: 'majority' }), ['y', 'resolved'])
    assert.deepEqual(reconciled(['x', 'y'], { strategy: 'majority' }), ['x', 'conflict'])
  })

  test('has no value under comparison unless all agree within the tolerance', () => {
    const rest = { strategy: 'comparison', type: 'number', tolerance: 5 } as const
    assert.deepEqual(reconciled([100, 104, 97], rest), [100, 'resolved'])
    assert.deepEqual(reconciled([100, 106], rest), [null, 'conflict'])
  })

  test('can be put together of all of them', () => {
    const money = { type: 'money' } as const
    assert.deepEqual(reconciled([0.1, 0.2], { ...money, strategy: 'sum' }), [0.3, 'resolved'])
    assert.deepEqual(reconciled([3, 1, 2], { ...money, strategy: 'min' }), [1, 'resolved'])
    assert.deepEqual(
      reconciled(['2026-02-01', '2026-01-01'], { type: 'date', strategy: 'max' })[0],
      '2026-02-01',
    )
    const tags = { strategy: 'concatenate', isList: true } as const
    assert.deepEqual(reconciled([['a', 'b'], 'B', 'c'], tags), [['a', 'b', 'c'], 'resolved'])
  })

  test('never adds or compares amounts of several currencies', () => {
    const owed = entity([attribute('a', { type: 'money', strategy: 'sum' })])
    const claim = buildClaim({
      first: fact(1, { currency: 'USD' }),
      second: fact(1, { currency: 'CAD' }),
    })
    assert.deepEqual(first([owed], [claim]), [null, 'conflict'])
  })

  test('is left to a person under manual, and what the person says stands over all', () => {
    assert.deepEqual(reconciled(['x'], { strategy: 'manual' }), [null, 'missing'])
    const base = { entity: 'thing', entityIndex: 0, attribute: 'a', value: 'y', identity: {} }
    const override = { ...base, reason: null, actorName: 'Ada', updatedAt: '2026-01-01' }
    const things = [entity([attribute('a')])]
    assert.deepEqual(first(things, [buildClaim({ first: fact('x') })], [override]), [
      'y',
      'overridden',
    ])
  })

  test('hears an application of an ISO, and shows what does not fit its pattern as a conflict', () => {
    const sources: Source[] = [{ ...SOURCE, type: 'iso_application', config: { field: 'ein' } }]
    const own = entity([attribute('a', { sources, pattern: '\\d{2}-\\d{7}' })])
    const applicationClaim = (value: string) =>
      buildClaim({ ein: fact(value) }, { type: 'parsed_document', of: 'iso_application' })
    assert.deepEqual(first([own], [applicationClaim('12-3456789')]), ['12-3456789', 'resolved'])
    assert.deepEqual(first([own], [applicationClaim('12-345678')]), [null, 'conflict'])
    const { source } = resolveEntities([own], [applicationClaim('12-3456789')])[0]!.values[0]!
      .candidates[0]!
    assert.equal(source.type, 'iso_application')
  })

  test('does not take what is not of its type or too unsure, and shows the former as a conflict', () => {
    assert.deepEqual(reconciled(['soon'], { type: 'date' }), [null, 'conflict'])
    assert.deepEqual(reconciled(['soon', '2026-01-01'], { type: 'date' }), [
      '2026-01-01',
      'conflict',
    ])
    const sources = [{ ...SOURCE, config: { path: 'first' }, minConfidence: 0.95 }]
    const sure = entity([attribute('a', { sources })])
    assert.deepEqual(first([sure], [buildClaim({ first: fact('x') })]), [null, 'missing'])
  })
})

describe('things of an entity of many', () => {
  const owner = BUILTIN_ENTITIES.find(({ name }) => name === 'owner')!
  const ownerClaim = (name: string, last: string) =>
    buildClaim(
      { 'owners.first_name': fact(name), 'owners.last_name': fact(last) },
      { type: 'api', group: 'owners' },
    )
  const license = (name: string, last: string) =>
    buildClaim(
      { first_name: fact(name), last_name: fact(last), date_of_birth: fact('1980-02-03') },
      { type: 'parsed_document', of: 'driver_license' },
    )
  const names = (things: ResolvedThing[]) =>
    things.map(({ values }) => [values[0]!.value, values[1]!.value].join(' '))

  test('are one when what identifies them may be the same, and apart when a letter differs', () => {
    const claims = [
      ownerClaim('Joan', 'Smith'),
      license('Joan Marie', 'Smith'),
      license('John', 'Smith'),
    ]
    assert.deepEqual(names(resolveEntities([owner], claims)), ['Joan Smith', 'John Smith'])
  })

  test('of one list are never merged, and a claim that fits two is a thing of its own', () => {
    const claims = [
      ownerClaim('Joan', 'Smith'),
      ownerClaim('Joan', 'Smith'),
      license('Joan', 'Smith'),
    ]
    assert.equal(resolveEntities([owner], claims).length, 3)
  })

  test('keep what a person said of them when a new reading moves them', () => {
    const base = { entity: 'owner', entityIndex: 0, attribute: 'phone', value: '+12125550100' }
    const identity = { first_name: 'Joan', last_name: 'Smith' }
    const override = { ...base, identity, reason: null, actorName: 'Ada', updatedAt: '2026-01-01' }
    const things = resolveEntities(
      [owner],
      [ownerClaim('Max', 'Mill'), ownerClaim('Joan', 'Smith')],
      [override],
    )
    const phones = things.map(({ values }) =>
      values.find(({ attribute: { name } }) => name === 'phone')!,
    )
    assert.deepEqual(
      phones.map(({ value }) => value),
      [null, '+12125550100'],
    )
    const gone = resolveEntities([owner], [ownerClaim('Max', 'Mill')], [override])
    assert.deepEqual(names(gone), ['Max Mill', ' '])
  })
})

describe('an expression', () => {
  const calculated = (expression: string): Source => ({
    ...SOURCE,
    type: 'expression',
    config: { expression },
  })
  const number = (name: string, sources: Source[]) => attribute(name, { type: 'number', sources })
  const loans = (...expressions: [string, string][]) => [
    entity(
      [
        number('balance', [{ ...SOURCE, config: { path: 'balance' } }]),
        ...expressions.map(([name, text]) => number(name, [calculated(text)])),
      ],
      { name: 'loan', cardinality: 'many' },
    ),
  ]
  const evaluateText = (text: string) => {
    const parsed = parseExpression(text)
    return 'problem' in parsed
      ? parsed
      : evaluate(parsed.expression, { one: () => 4, all: () => [1, 2] })
  }

  test('is computed by the rules of arithmetic, and is unknown when a part of it is', () => {
    assert.equal(evaluateText('2 + a * -(1 - 3) / 4'), 4)
    assert.equal(evaluateText('sum(loan.balance) + max(1, 7) + count(b) + abs(-2)'), 14)
    assert.equal(evaluateText('1 / (a - 4)'), null)
  })

  test('that is none is refused with what is wrong, and nothing of it is run', () => {
    const texts = [
      '',
      '1 +',
      '(1',
      'a b',
      'eval(1)',
      'a..b',
      '1; 2',
      '`x`',
      'constructor.constructor(1)',
      '('.repeat(300),
      `${'1+'.repeat(200)}1`,
      '-'.repeat(400),
    ]
    for (const text of texts) assert.ok('problem' in (evaluateText(text) as object), text)
  })

  test('reads other attributes whatever their order, and those of all things of an entity', () => {
    const entities = [
      entity([number('total', [calculated('sum(loan.doubled)')])], { name: 'all' }),
      ...loans(['doubled', 'half * 4'], ['half', 'balance / 2']),
    ]
    const claims = [buildClaim({ balance: fact(10) }), buildClaim({ balance: fact(20) })]
    assert.equal(expressionProblem(entities), null)
    assert.deepEqual(first(entities, claims), [60, 'resolved'])
  })

  test('that names nothing, a text, many things at once or itself is refused', () => {
    const wrong = (text: string) =>
      expressionProblem([
        ...loans(['x', text]),
        entity([attribute('text'), number('y', [calculated('loan.x * 1')])]),
      ])
    assert.match(wrong('nothing')!, /nothing is not an attribute/)
    assert.match(wrong('thing.text + 1')!, /not a number/)
    assert.match(wrong('1')!, /many values/)
    assert.match(expressionProblem(loans(['x', 'z'], ['z', 'x']))!, /circle/)
  })
})

test('a text is converted to the required form, or dropped', () => {
  const cases: [unknown, Parameters<typeof postProcess>[1], unknown][] = [
    [' a  b ', ['trim', 'upper'], 'A B'],
    ['12 3456789', ['ein'], '12-3456789'],
    ['****6789', ['ein'], undefined],
    ['(212) 555-0100', ['phone_e164'], '+12125550100'],
    ['555-0100', ['phone_e164'], undefined],
    ['1/31/2026', ['date'], '2026-01-31'],
    ['Jan. 31, 2026', ['date'], '2026-01-31'],
    ['31/1/2026', ['date'], undefined],
    ['($1,234.50)', ['money'], -1234.5],
    ['1,23', ['money'], undefined],
    ['Texas', ['state_code'], 'TX'],
    ['Ada M Lovelace', ['first_name'], 'Ada M'],
    ['****4821', ['last_digits'], '4821'],
    [7, ['upper'], 7],
  ]
  for (const [value, steps, expected] of cases)
    assert.deepEqual(postProcess(value, steps), expected, String(value))
  const address = postProcess('12 Main Street, Suite 4, Austin, TX 78701', ['address'])
  assert.deepEqual(Object.values(address as object).slice(0, 5), [
    '12 Main Street',
    'Suite 4',
    'Austin',
    'TX',
    '78701',
  ])
})

test('a value is of its type or none', () => {
  const typed = (value: unknown, type: Attribute['type'], rest = {}) =>
    toTyped(value, { type, enum: ['Gold'], pattern: null, isList: false, ...rest })
  assert.deepEqual(
    [typed('12', 'integer'), typed('1.5', 'integer'), typed('yes', 'boolean'), typed('gold', 'enum'),
      typed('tin', 'enum'), typed(1.005, 'money'), typed(' ', 'string'), typed(Infinity, 'number'),
      typed('2026-02-30', 'date'), typed('2026-02-28T10:00Z', 'datetime'), typed([], 'object')],
    [12, undefined, true, 'Gold', undefined, undefined, undefined, undefined, undefined,
      '2026-02-28T10:00Z', undefined],
  ) // prettier-ignore
})

test('the built-in entities have names once each and identify by attributes they have', () => {
  for (const { name, attributes, identityAttributes } of BUILTIN_ENTITIES) {
    const names = attributes.map((own) => own.name)
    assert.equal(new Set(names).size, names.length, name)
    assert.ok(
      identityAttributes.every((own) => names.includes(own)),
      name,
    )
  }
})
