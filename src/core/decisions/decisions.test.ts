import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { seeded } from '../../../fixtures/model/random.ts'
import { HOSTILE_TEXT, hostileExpressions } from '../../../test/hostile-expressions.ts'
import { dayNumber } from '../values/dates.ts'
import { OPERATORS_BY_TYPE, type ValueType } from '../values/operators.ts'
import { compile, emptySlots, LEVEL, type Level } from './compile.ts'
import type { Catalogue, MetricFacts, Scalar } from './condition.ts'
import { describeFinding } from './explain.ts'
import { parseExpression } from './parse/expression.ts'

const TREES = 10_000
const HOSTILE_CPU_MICROS_MAX = 50_000
const HOSTILE_METRICS = { number: { metric: 'revenue' }, text: { metric: 'state' } }

function facts(name: string, valueType: ValueType, unit: string = valueType): MetricFacts {
  const dateRanges = ['last_30_days', 'last_90_days', 'custom']
  return { name, label: name, unit, valueType, parameters: [], dateRanges, allowedValues: null }
}

const CATALOGUE: Catalogue = new Map(
  [
    facts('revenue', 'number', 'amount'),
    facts('balance', 'number', 'amount'),
    facts('nsf_count', 'number', 'n'),
    facts('state', 'string'),
    facts('stacking', 'boolean'),
    facts('last_funding_date', 'date'),
    {
      ...facts('category_amount', 'number', 'amount'),
      parameters: [{ name: 'slug', type: 'string' as const, isRequired: true }],
    },
    { ...facts('grade', 'string'), allowedValues: ['A', 'B', 'C'] },
  ].map((metric) => [metric.name, metric]),
)

/** Numbers between 0 and 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
  }
}

type Values = Record<string, Scalar | null>

describe('rule trees', () => {
  const random = createRandom(4711)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  // Small ranges, so that values meet their bounds often.
  const number = () => Math.floor(random() * 12) - 2
  const date = () => `2025-0${1 + Math.floor(random() * 2)}-1${Math.floor(random() * 10)}`
  const text = () => pick(['ca', 'NY', 'Texas', 'TX', 'b', 'A'])
  const constantOf: Record<ValueType, () => Scalar> = {
    number,
    date,
    string: text,
    boolean: () => random() < 0.5,
  }

  function leaf(): Record<string, unknown> {
    const metric = pick([
      'revenue',
      'balance',
      'nsf_count',
      'state',
      'stacking',
      'last_funding_date',
      'grade',
    ])
    const { valueType, allowedValues, unit } = CATALOGUE.get(metric)!
    const operator = pick(OPERATORS_BY_TYPE[valueType])
    const constant = allowedValues ? () => pick(['a', 'B', 'c']) : constantOf[valueType]
    const tolerance = pick([undefined, undefined, number() + 2, { ratio: random() }])
    const given = { metric, operator, ...(tolerance === undefined ? {} : { tolerance }) }
    if (operator.endsWith('exists')) return given
    if (operator.endsWith('contains')) return { ...given, value: pick(['a', 'T', 'x']) }
    if (operator === 'matches') return { ...given, value: pick(['[A-Z]+', 'T.*|ca', '']) }
    if (operator === 'changed_by_more_than')
      return { ...given, value: pick([1, 3, { ratio: 0.5 }]) }
    if (operator === 'in' || operator === 'not_in')
      return { ...given, value: [constant(), constant()] }
    if (operator.endsWith('between')) {
      const ends = [constant(), constant()] as number[]
      const [low, high] = ends.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0))
      return { ...given, value: low, value_to: high }
    }
    const isCompared = unit === 'amount' && random() < 0.3
    const bound = { metric: 'balance', multiplier: pick([1, 2]), offset: pick([0, -1]) }
    return { ...given, value: isCompared ? bound : constant() }
  }

  function tree(depth: number): Record<string, unknown> {
    if (depth === 0 || random() < 0.35) return leaf()
    const kind = pick(['all', 'any', 'not'])
    if (kind === 'not') return { not: tree(depth - 1) }
    const size = 1 + Math.floor(random() * 3)
    return { [kind]: Array.from({ length: size }, () => tree(depth - 1)) }
  }

  function values(): Values {
    const known = Object.entries({
      revenue: number(),
      balance: number(),
      nsf_count: number(),
      state: text(),
      stacking: random() < 0.5,
      last_funding_date: date(),
      grade: pick(['A', 'B', 'C']),
    })
    return Object.fromEntries(known.map(([name, value]) => [name, random() < 0.12 ? null : value]))
  }

  test(`${TREES} generated trees come out as a plain reading of them does, with their reasons`, () => {
    const seen = new Map<Level, number>()
    for (let index = 0; index < TREES; index += 1) {
      const given = tree(5)
      const { expression, problem } = parseExpression(given, CATALOGUE)
      if (problem) assert.fail(JSON.stringify({ problem, given }))
      const slots = emptySlots()
      const check = compile(expression!, slots)
      const [now, before] = [values(), values()]
      const partial = new Set(Object.keys(now).filter(() => random() < 0.2))
      const inSlots = (held: Values) => slots.refs.map(({ key }) => held[key] ?? null)
      const isPartial = slots.refs.map(({ key }) => partial.has(key))
      const found = check({ values: inSlots(now), previous: inSlots(before), isPartial })
      const wanted = plainly(given, { now, before, partial, wants: true })
      const { written, ref, operator } = found.condition
      const isSame =
        found.level === wanted.level &&
        ref.key === wanted.leaf.metric &&
        operator === wanted.leaf.operator &&
        isDeepStrictEqual(written.value, wanted.leaf.value ?? null) &&
        found.actual === wanted.actual &&
        isDeepStrictEqual(found.resolved ?? undefined, wanted.resolved) &&
        Math.abs((found.distance ?? -1) - (wanted.distance ?? -1)) < 1e-9
      if (!isSame) assert.fail(JSON.stringify({ given, now, before, found, wanted }))
      seen.set(found.level, (seen.get(found.level) ?? 0) + 1)
    }
    for (const level of Object.values(LEVEL)) assert.ok(seen.get(level)! > TREES / 50, `${level}`)
  })
})

interface Leaf {
  metric: string
  operator: string
  value?: any
  value_to?: any
  tolerance?: any
}

interface Plain {
  level: Level
  leaf: Leaf
  actual: Scalar | null
  distance: number | null
  /** What the other metric came to. */
  resolved?: number | undefined
}

interface PlainInput {
  now: Values
  before: Values
  /** Metrics of incomplete data. */
  partial: ReadonlySet<string>
  /** Whether the expression should hold or should not. */
  wants: boolean
}

/** The second, plain reading: of the JSON itself, with no parsing and no compiling. */
function plainly(node: any, input: PlainInput): Plain {
  if (node.not) return plainly(node.not, { ...input, wants: !input.wants })
  const parts = (node.all ?? node.any)?.map((each: any) => plainly(each, input)) as Plain[]
  if (!parts) return plainLeaf(node, input)
  const levels = parts.map(({ level }) => level)
  const isAll = Boolean(node.all) === input.wants
  const level = isAll ? Math.min(...levels) : Math.max(...levels)
  return parts.find((each) => each.level === level)!
}

function plainLeaf(leaf: Leaf, { now, before, partial, wants }: PlainInput): Plain {
  const actual = now[leaf.metric] ?? null
  const buildResult = (level: Level, distance: number | null = null) => ({
    level,
    leaf,
    actual,
    distance,
  })
  if (leaf.operator.endsWith('exists')) {
    const holds = (leaf.operator === 'exists') === (actual !== null)
    return buildResult(holds === wants ? LEVEL.met : LEVEL.failed)
  }
  if (actual === null) return buildResult(LEVEL.unknown)
  const numbers = readNumbers(leaf, { actual, now, before })
  if (numbers === 'unknown') return buildResult(LEVEL.unknown)
  const resolved = leaf.value?.metric === undefined ? undefined : numbers!.bounds[0]
  const names = [leaf.metric, leaf.value?.metric, leaf.value_to?.metric]
  const met = names.some((name) => partial.has(name)) ? LEVEL.tentative : LEVEL.met
  if (holdsPlainly(leaf, actual, numbers) === wants) return { ...buildResult(met), resolved }
  const near = numbers && nearest(leaf, numbers, wants)
  if (!near) return { ...buildResult(LEVEL.failed), resolved }
  const { ratio } = leaf.tolerance ?? {}
  const tolerance = ratio === undefined ? leaf.tolerance : ratio * Math.abs(near.bound)
  const isNear = tolerance !== undefined && near.distance <= tolerance + 1e-9
  return { ...buildResult(isNear ? LEVEL.nearMiss : LEVEL.failed, near.distance), resolved }
}

interface Numbers {
  value: number
  bounds: number[]
}

function readNumbers(
  leaf: Leaf,
  { actual, now, before }: { actual: Scalar; now: Values; before: Values },
): Numbers | 'unknown' | null {
  const toNumber = (given: any): number | null => {
    if (typeof given !== 'object') return typeof given === 'string' ? dayNumber(given) : given
    const other = now[given.metric]
    return other === null ? null : (other as number) * given.multiplier + given.offset
  }
  if (['string', 'boolean'].includes(CATALOGUE.get(leaf.metric)!.valueType)) return null
  if (leaf.operator === 'changed_by_more_than') {
    const earlier = before[leaf.metric] as number | null
    if (earlier === null) return 'unknown'
    const limit = leaf.value.ratio === undefined ? leaf.value : leaf.value.ratio * Math.abs(earlier)
    return { value: Math.abs((actual as number) - earlier), bounds: [limit] }
  }
  const list = Array.isArray(leaf.value) ? leaf.value : [leaf.value, leaf.value_to]
  const bounds = list.filter((each) => each !== undefined).map(toNumber)
  if (bounds.includes(null)) return 'unknown'
  return { value: toNumber(actual)!, bounds: bounds as number[] }
}

function holdsPlainly(leaf: Leaf, actual: Scalar, numbers: Numbers | null): boolean {
  const { operator, value: wanted } = leaf
  if (operator.startsWith('not_')) {
    return !holdsPlainly({ ...leaf, operator: operator.slice(4) }, actual, numbers)
  }
  const text = String(actual).toLowerCase()
  const same = (other: any) => String(other).toLowerCase() === text
  if (operator === 'matches') return new RegExp(`^(?:${wanted})$`).test(String(actual))
  if (operator === 'contains') return text.includes(wanted.toLowerCase())
  if (numbers === null) return operator === 'in' ? wanted.some(same) : same(wanted)
  const { value, bounds } = numbers
  const [first, second] = bounds as [number, number]
  switch (operator) {
    case 'equal':
      return value === first
    case 'in':
      return bounds.includes(value)
    case 'between':
      return value >= first && value <= second
    case 'greater_than':
    case 'changed_by_more_than':
      return value > first
    case 'greater_than_or_equal':
      return value >= first
    case 'less_than':
      return value < first
    default:
      return value <= first
  }
}

/** The bound that is nearest to a value that misses, where nearness means anything. */
function nearest(
  { operator }: Leaf,
  { value, bounds }: Numbers,
  wants: boolean,
): { distance: number; bound: number } | null {
  const isExclusive = operator.startsWith('not_') === wants
  const isList = /(?:^|_)(?:in|equal)$/.test(operator) && !operator.endsWith('or_equal')
  const isPoint = bounds[0] === bounds[1] && operator.endsWith('between')
  if (isExclusive && (isList || isPoint)) return null
  return bounds
    .map((bound) => ({ distance: Math.abs(bound - value), bound }))
    .reduce((best, each) => (each.distance < best.distance ? each : best))
}

test('the explanation of alternatives names the one that was met, or all that were not', () => {
  const least = (metric: string, value: number) => ({
    metric,
    operator: 'greater_than_or_equal',
    value,
  })
  const tree = {
    any: [least('revenue', 50), { all: [least('balance', 5), least('nsf_count', 0)] }],
  }
  const explain = (revenue: number, balance: number): string => {
    const slots = emptySlots()
    const { expression } = parseExpression(tree, CATALOGUE, { path: '', tolerance: null })
    const check = compile(expression!, slots)
    const given: Values = { revenue, balance, nsf_count: 1 }
    const values = slots.refs.map(({ metric }) => given[metric.name]!)
    return describeFinding(check({ values, previous: [] }), null)
  }
  assert.match(explain(10, 9), /^Alternative 2 of 2 is met: balance is 9\.00/)
  assert.match(explain(90, 1), /^Alternative 1 of 2 is met: revenue is 90\.00/)
  assert.match(
    explain(10, 1),
    /^None of 2 alternatives is met: revenue is 10\.00.*; balance is 1\.00/,
  )
})

describe('what a tenant may write', () => {
  const findProblem = (given: unknown) => parseExpression(given, CATALOGUE).problem

  for (const [name, given, code, message] of [
    ['an unknown metric', { metric: 'revenu' }, 'invalid_metric', /Did you mean revenue\?/],
    ['a name of every object', { metric: 'constructor' }, 'invalid_metric', /no rule metric/],
    [
      'an unknown operator',
      { metric: 'revenue', operator: 'greater_then', value: 1 },
      'invalid_operator',
      /Did you mean greater_than\?/,
    ],
    [
      'an operator of another type',
      { metric: 'state', operator: 'greater_than', value: 'A' },
      'invalid_operator',
      /contains/,
    ],
    [
      'a text for an amount',
      { metric: 'revenue', operator: 'equal', value: '5' },
      'invalid_type',
      /a number \(unit: amount\)/,
    ],
    [
      'a grade that does not exist',
      { metric: 'grade', operator: 'equal', value: 'E' },
      'invalid_enum',
      /A, B, C/,
    ],
    [
      'a date that does not exist',
      { metric: 'last_funding_date', operator: 'equal', value: '2025-02-30' },
      'invalid_date',
      /exists/,
    ],
    [
      'an infinite number',
      JSON.parse('{"metric":"revenue","operator":"equal","value":1e400}'),
      'out_of_range',
      /between/,
    ],
    [
      'a range from its end',
      { metric: 'revenue', operator: 'between', value: 5, value_to: 1 },
      'out_of_range',
      /below/,
    ],
    [
      'a range without end',
      { metric: 'revenue', operator: 'between', value: 5 },
      'missing_field',
      /value_to/,
    ],
    [
      'two units',
      { metric: 'revenue', operator: 'equal', value: { metric: 'nsf_count' } },
      'invalid_metric',
      /amount/,
    ],
    [
      'a missing parameter',
      { metric: 'category_amount', operator: 'exists' },
      'missing_field',
      /slug/,
    ],
    [
      'a parameter of another metric',
      { metric: 'revenue', metric_params: { slug: 'x' }, operator: 'exists' },
      'unknown_field',
      /takes: none/,
    ],
    [
      'days of one submission',
      { metric: 'revenue', date_range: 'custom', operator: 'exists' },
      'invalid_date_range',
      /not a date range/,
    ],
    [
      'an unknown field',
      { metric: 'revenue', operator: 'exists', valeu: 1 },
      'unknown_field',
      /Did you mean value\?/,
    ],
    [
      'a value where none belongs',
      { metric: 'revenue', operator: 'exists', value: 1 },
      'unknown_field',
      /does not go with/,
    ],
    ['two combiners', { all: [], any: [] }, 'invalid_expression', /nothing beside/],
    ['an empty list', { all: [] }, 'invalid_expression', /1 to 50/],
    [
      'look-ahead',
      { metric: 'state', operator: 'matches', value: '(?=a)b' },
      'invalid_format',
      /RE2/,
    ],
  ] as const) {
    test(`${name} is refused as ${code}`, () => {
      const problem = findProblem(given)
      assert.equal(problem?.code, code)
      assert.match(problem!.message, message)
    })
  }

  test('five levels and fifty conditions are taken, and not one more', () => {
    const leaf = { metric: 'revenue', operator: 'exists' }
    const nested = (depth: number): object => (depth === 0 ? leaf : { not: nested(depth - 1) })
    assert.equal(findProblem(nested(5)), null)
    assert.match(findProblem(nested(6))!.message, /deeper than 5 levels/)
    const half = { any: Array.from({ length: 25 }, () => leaf) }
    assert.equal(findProblem({ all: [half, half] }), null)
    assert.match(findProblem({ all: [half, half, leaf] })!.message, /more than 50 conditions/)
  })

  test('a thousand hostile expressions and patterns are evaluated within 50 ms of processor time', () => {
    const slots = emptySlots()
    // The tables of the pattern engine are made at its first use.
    parseExpression({ metric: 'state', operator: 'matches', value: '(?i)\\pL' }, CATALOGUE)
    let refused = 0
    for (const given of hostileExpressions(seeded('hostile'), 1000, HOSTILE_METRICS)) {
      const before = process.threadCpuUsage()
      const { expression } = parseExpression(given, CATALOGUE)
      if (expression) {
        const check = compile(expression, slots)
        check({ values: slots.refs.map(() => HOSTILE_TEXT), previous: [] })
      } else refused += 1
      const { user, system } = process.threadCpuUsage(before)
      const isSlow = user + system >= HOSTILE_CPU_MICROS_MAX
      if (isSlow) assert.fail(`${user + system} µs: ${JSON.stringify(given).slice(0, 200)}`)
    }
    assert.ok(refused > 500)
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
  })
})
