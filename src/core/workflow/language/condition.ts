import { isPlainDate } from '../../values/dates.ts'
import type { Operator } from '../../values/operators.ts'
import { compilePattern } from '../../values/patterns/pattern.ts'
import { compileExpression } from './expression.ts'
import type { Result, Scope } from './scope.ts'

export interface Comparison {
  left: unknown
  op: Operator
  right?: unknown
}

/** An expression, or comparisons of which all or any must hold; all of these that are given. */
export interface ConditionConfig {
  expression?: string
  all?: Comparison[]
  any?: Comparison[]
}

/** Compares with the value before a change, which only rules know. */
export const OPERATORS_OF_RULES_ALONE: readonly Operator[] = ['changed_by_more_than']

/**
 * Whether a condition holds; its texts are filled in already. What is null equals nothing and is
 * ordered before and behind nothing, so only the negative operators hold for it.
 */
export function evaluateCondition(
  { expression, all, any }: ConditionConfig,
  scope: Scope,
): Result<boolean> {
  if (expression === undefined)
    return { value: (all ?? []).every(holds) && (any === undefined || any.some(holds)) }
  const compiled = compileExpression(expression)
  const result = 'problem' in compiled ? compiled : compiled.evaluate(scope)
  if ('problem' in result) return result
  if (typeof result.value !== 'boolean' && result.value !== null)
    return { problem: 'the expression is neither true nor false' }
  const rest = evaluateCondition({ ...(all && { all }), ...(any && { any }) }, scope)
  return 'problem' in rest ? rest : { value: result.value === true && rest.value }
}

function holds({ left, op, right }: Comparison): boolean {
  return TESTS[op](left ?? null, right ?? null)
}

type Test = (left: unknown, right: unknown) => boolean

const TESTS: Record<Operator, Test> = {
  exists: (left) => left !== null,
  not_exists: (left) => left === null,
  equal: isEqual,
  not_equal: (left, right) => !isEqual(left, right),
  in: isIn,
  not_in: (left, right) => !isIn(left, right),
  greater_than: (left, right) => isOrdered(left, right, (order) => order > 0),
  greater_than_or_equal: (left, right) => isOrdered(left, right, (order) => order >= 0),
  less_than: (left, right) => isOrdered(left, right, (order) => order < 0),
  less_than_or_equal: (left, right) => isOrdered(left, right, (order) => order <= 0),
  between: isBetween,
  not_between: (left, right) => left !== null && !isBetween(left, right),
  contains,
  not_contains: (left, right) => !contains(left, right),
  matches: (left, right) =>
    typeof left === 'string' && (compilePattern(String(right))?.(left) ?? false),
  changed_by_more_than: () => false,
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === null || right === null) return false
  return left === right || compare(left, right) === 0
}

function isIn(left: unknown, right: unknown): boolean {
  return Array.isArray(right) && right.some((one) => isEqual(left, one))
}

function isBetween(left: unknown, right: unknown): boolean {
  if (!Array.isArray(right) || right.length !== 2) return false
  return (
    isOrdered(left, right[0], (order) => order >= 0) &&
    isOrdered(left, right[1], (order) => order <= 0)
  )
}

function contains(left: unknown, right: unknown): boolean {
  if (Array.isArray(left)) return left.some((one) => isEqual(one, right))
  return typeof left === 'string' && left.toLowerCase().includes(String(right).toLowerCase())
}

function isOrdered(left: unknown, right: unknown, test: (order: number) => boolean): boolean {
  const order = compare(left, right)
  return order !== null && test(order)
}

/** Numbers by value, dates and instants by time; null for what has no order. */
function compare(left: unknown, right: unknown): number | null {
  const [a, b] = [toNumber(left), toNumber(right)]
  if (a !== null && b !== null) return a - b
  if (!isTime(left) || !isTime(right)) return null
  return left < right ? -1 : Number(left > right)
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value
  // 1250.50, as forms and texts have it
  if (typeof value !== 'string' || !/^-?\d{1,15}(?:\.\d{1,10})?$/.test(value)) return null
  return Number(value)
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && isPlainDate(value.slice(0, 10))
}
