import type { Operator, ValueType } from '../values/operators.ts'

/**
 * core/decisions: conditions on metrics in, a decision with its reasons out.
 *
 * In: what a tenant wrote (checked once, in `parse/`), the facts of the metrics that exist, and
 * the metrics' values. Out: for each rule its result, by how much it was missed and why, and for a
 * policy what follows. It refuses to know how a value was computed, where anything is stored and
 * what day it is. Nothing a tenant wrote is ever run as code.
 */

/** A value of a metric; dates are `YYYY-MM-DD`. */
export type Scalar = number | string | boolean

/** What must be known of a metric to write conditions on it. */
export interface MetricFacts {
  name: string
  label: string
  unit: string
  valueType: ValueType
  parameters: readonly { name: string; type: 'string' | 'number'; isRequired: boolean }[]
  /** Names of the date ranges it can be computed over. */
  dateRanges: readonly string[]
  /** The closed list of texts it can be, or null. */
  allowedValues: readonly string[] | null
}

/** The metrics that exist, by name. */
export type Catalogue = ReadonlyMap<string, MetricFacts>

/** A metric over a date range: what one slot of values holds. */
export interface MetricRef {
  metric: MetricFacts
  parameters: Readonly<Record<string, string | number>>
  /** Null for the metric's own. */
  dateRange: string | null
  /** Equal for equal references: the metric's name alone when nothing else is named. */
  key: string
}

/** A number in the unit of the value, or a share of what it is compared with. */
export interface Measure {
  amount: number
  isRatio: boolean
}

/** Another metric as a bound: `multiplier * metric + offset`. */
export interface MetricBound {
  ref: MetricRef
  multiplier: number
  offset: number
}

/** What a condition compares with; which of them is set follows from the operator. */
export interface Operand {
  /** A number, a text in lower case, a yes or no; a date as its day number. */
  constant: number | string | boolean | null
  bound: MetricBound | null
}

/** One comparison. Texts compare without regard to case. */
export interface Condition {
  kind: 'condition'
  ref: MetricRef
  operator: Operator
  low: Operand | null
  /** The upper end of `between` and `not_between`. */
  high: Operand | null
  /** The options of `in` and `not_in`, as `constant` of an operand. */
  options: readonly (number | string)[]
  /** Of `matches`: whether the whole text fits. */
  fits: ((text: string) => boolean) | null
  /** Of `changed_by_more_than`. */
  change: Measure | null
  /** How far beside a bound still counts as a near miss. */
  tolerance: Measure | null
  /** As it was written, for explanations. */
  written: { value: unknown; valueTo: unknown }
}

/** A tree of conditions. */
export type Expression =
  | Condition
  | { kind: 'all' | 'any'; of: readonly Expression[] }
  | { kind: 'not'; of: Expression }

/** The conditions of a tree, from left to right. */
export function listConditions(expression: Expression): Condition[] {
  if (expression.kind === 'condition') return [expression]
  if (expression.kind === 'not') return listConditions(expression.of)
  return expression.of.flatMap(listConditions)
}

/** Every metric a tree looks at, that of a bound included; equal ones may come twice. */
export function listRefs(expression: Expression): MetricRef[] {
  return listConditions(expression).flatMap(({ ref, low, high }) =>
    [ref, low?.bound?.ref, high?.bound?.ref].filter((each) => each !== undefined),
  )
}
