import type { Random } from '../fixtures/model/random.ts'

/** Two metrics that are there: one that is a number, one that is a text. */
export interface SampleMetrics {
  number: object
  text: object
}

const NAMES = [
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', 'x'.repeat(1e5),
]
const NUMBERS = [Infinity, -Infinity, 9.1e13, -0, 1e-320, 2 ** 53 + 2, Number.NaN]
const ATOMS = ['a', 'a|a', 'a?', '.*', '(a+)+', '(a*)*', '(?:a|ab|b)', '\\pL', '[^!]', 'x{0,30}']
const REPEATS = ['+', '*', '{1,9}', '{20}', '']

/** What a backtracking engine dies of on it: nearly fits most of the patterns. */
export const HOSTILE_TEXT = `${'a'.repeat(254)}!`

/** A pattern that a backtracking engine dies of, or that is none of RE2. */
export function hostilePattern(random: Random): string {
  const parts = Array.from(
    { length: random.integer(1, 6) },
    () => `(${random.pick(ATOMS)})${random.pick(REPEATS)}`,
  )
  const body = parts.join('')
  return random.pick([body, `(${body})+$`, `(${body}){1000}`, `${body}\\1`, `(?=${body})`, `[${body}`])
}

/** Deep, wide, misnamed and misshapen expressions, and patterns that are hostile. */
export function* hostileExpressions(
  random: Random,
  count: number,
  metrics: SampleMetrics,
): Generator {
  const makers = createMakers(random, metrics)
  for (let index = 0; index < count; index += 1) yield makers[index % makers.length]!()
}

function createMakers(random: Random, metrics: SampleMetrics): (() => unknown)[] {
  const any = random.pick
  const size = () => random.integer(1, 60)
  const leaf = { ...metrics.number, operator: 'equal', value: 1 }
  const text = (operator: string, value: unknown) => ({ ...metrics.text, operator, value })
  const tolerances = [...NUMBERS, { ratio: Infinity }, { polluted: 1 }, [], 'x']
  return [
    () => text('matches', hostilePattern(random)),
    () => text('matches', hostilePattern(random)),
    () => Array.from({ length: size() }).reduce((inner) => ({ [any(['all', 'any'])]: [inner] }), leaf as unknown),
    () => ({ all: Array.from({ length: size() * 200 }, () => leaf) }),
    () => ({ ...leaf, metric: any(NAMES) }),
    () => ({ ...leaf, operator: any(NAMES) }),
    () => ({ ...leaf, value: any(NUMBERS) }),
    () => ({ ...leaf, tolerance: any<unknown>(tolerances) }),
    () => ({ ...leaf, metric_params: JSON.parse('{"__proto__": {"polluted": true}}') }),
    () =>
      text(
        'in',
        Array.from({ length: size() * 200 }, () => 'x'),
      ),
    () => text('equal', 'x'.repeat(size() * 10_000)),
    () => JSON.parse(`{"constructor": {"prototype": {"polluted": true}}, "all": [${'{},'.repeat(size())}{}]}`),
    () => any<unknown>([null, [], 1, 'all', true, { not: null }, { any: 'all' }, { all: {} }, { not: [] }]),
  ]
}
