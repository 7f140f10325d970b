import { dayNumber } from '../values/dates.ts'
import type { Operator } from '../values/operators.ts'
import type { Condition, Expression, Measure, MetricRef, Operand, Scalar } from './condition.ts'
import { FAILS, gapOf, gapToOptions, gapWithin, HOLDS, type Gap } from './gap.ts'

/**
 * How far an expression is met, from worst to best. `all` takes the lowest of its parts and `any`
 * the highest: a near miss is a miss, and what is not known may still be met.
 */
export const LEVEL = { failed: 0, nearMiss: 1, unknown: 2, met: 3 } as const
export type Level = (typeof LEVEL)[keyof typeof LEVEL]

/** The metrics some rules look at, each with its place in the values. */
export interface Slots {
  refs: MetricRef[]
  places: Map<string, number>
}

/** Values by slot; null is unknown. `previous` are those of the data before its last change. */
export interface Reading {
  values: readonly (Scalar | null)[]
  previous: readonly (Scalar | null)[]
}

/** What one condition found. The condition of a tree's finding is the one that decided it. */
export interface Finding {
  condition: Condition
  level: Level
  actual: Scalar | null
  /** By how much it was missed, in the unit of the metric (dates: days); null when it was not. */
  distance: number | null
  /** What the metrics it is compared with came to; null for constants. */
  low: number | null
  high: number | null
}

/** An expression ready to be asked. */
export type Check = (reading: Reading) => Finding

/** No slots yet. */
export function emptySlots(): Slots {
  return { refs: [], places: new Map() }
}

/** The place of a metric in the values; equal references share one. */
export function slotOf(slots: Slots, ref: MetricRef): number {
  const known = slots.places.get(ref.key)
  if (known !== undefined) return known
  slots.places.set(ref.key, slots.refs.length)
  return slots.refs.push(ref) - 1
}

/** A checked expression as closures over slots; what it looks at is added to them. */
export function compile(expression: Expression, slots: Slots): Check {
  return build(expression, slots, false)
}

/** `not` is carried down to the conditions, so that a near miss of its opposite is one too. */
function build(expression: Expression, slots: Slots, isNegated: boolean): Check {
  if (expression.kind === 'condition') return buildCondition(expression, slots, isNegated)
  if (expression.kind === 'not') return build(expression.of, slots, !isNegated)
  const checks = expression.of.map((each) => build(each, slots, isNegated))
  const isAll = (expression.kind === 'all') !== isNegated
  return (reading) => decide(checks, reading, isAll)
}

/** The first of the parts at the deciding level. */
function decide(checks: readonly Check[], reading: Reading, isAll: boolean): Finding {
  let found = checks[0]!(reading)
  for (let index = 1; index < checks.length; index += 1) {
    const next = checks[index]!(reading)
    if (isAll ? next.level < found.level : next.level > found.level) found = next
  }
  return found
}

/** Reads a bound of a range; what is not known is NaN. */
type ReadBound = (reading: Reading) => number

function buildCondition(condition: Condition, slots: Slots, isNegated: boolean): Check {
  const slot = slotOf(slots, condition.ref)
  const { operator } = condition
  if (operator === 'exists' || operator === 'not_exists') {
    const wantsValue = (operator === 'exists') !== isNegated
    return ({ values }) => {
      const actual = knownOf(values[slot]!)
      const level = (actual !== null) === wantsValue ? LEVEL.met : LEVEL.failed
      return { condition, level, actual, distance: null, low: null, high: null }
    }
  }
  if (operator === 'changed_by_more_than') return buildChange(condition, slot, isNegated)
  const { valueType } = condition.ref.metric
  if (valueType === 'string' || valueType === 'boolean') {
    const holds = textTest(condition)
    return ({ values }) => {
      const actual = knownOf(values[slot]!)
      const gap = actual !== null && holds(actual) !== isNegated ? HOLDS : FAILS
      return findingOf(condition, actual, { gap, reference: 0, low: null, high: null })
    }
  }
  if (operator === 'in' || operator === 'not_in') {
    return buildOptions(condition, slot, (operator === 'not_in') !== isNegated)
  }
  return buildRange(condition, { slot, slots, isNegated })
}

interface Built {
  slot: number
  slots: Slots
  isNegated: boolean
}

/** Which end of a range an operator leaves open. */
const RANGES: Partial<Record<Operator, { hasLow: boolean; hasHigh: boolean; isOpen: boolean }>> = {
  greater_than: { hasLow: true, hasHigh: false, isOpen: true },
  greater_than_or_equal: { hasLow: true, hasHigh: false, isOpen: false },
  less_than: { hasLow: false, hasHigh: true, isOpen: true },
  less_than_or_equal: { hasLow: false, hasHigh: true, isOpen: false },
}

/** Every operator of numbers and dates but lists is a range, or what is outside of one. */
function buildRange(condition: Condition, { slot, slots, isNegated }: Built): Check {
  const { operator, ref } = condition
  const { hasLow, hasHigh, isOpen } = RANGES[operator] ?? {
    hasLow: true,
    hasHigh: true,
    isOpen: false,
  }
  const first = boundOf(condition.low!, slots)
  const second = condition.high === null ? first : boundOf(condition.high, slots)
  const isOutside = (operator === 'not_equal' || operator === 'not_between') !== isNegated
  const isDate = ref.metric.valueType === 'date'
  const hasMetric = Boolean(condition.low!.bound ?? condition.high?.bound)
  return (reading) => {
    const actual = knownOf(reading.values[slot]!)
    if (actual === null) return unknown(condition)
    const low = hasLow ? first(reading) : -Infinity
    const high = hasHigh ? second(reading) : Infinity
    const value = isDate ? dayNumber(actual as string) : (actual as number)
    const found = isOutside
      ? gapOf(value, { low, high, isOpen })
      : gapWithin(value, { low, high, isOpen })
    return findingOf(condition, actual, {
      ...found,
      low: hasMetric && hasLow ? low : null,
      high: hasMetric && hasHigh && condition.high !== null ? high : null,
    })
  }
}

function boundOf({ constant, bound }: Operand, slots: Slots): ReadBound {
  if (bound === null) return () => constant as number
  const { multiplier, offset } = bound
  const slot = slotOf(slots, bound.ref)
  return ({ values }) => {
    const value = values[slot]
    return typeof value === 'number' ? value * multiplier + offset : Number.NaN
  }
}

function buildOptions(condition: Condition, slot: number, isNegated: boolean): Check {
  const options = condition.options as readonly number[]
  return ({ values }) => {
    const actual = knownOf(values[slot]!)
    if (actual === null) return unknown(condition)
    const found = gapToOptions(actual as number, options, isNegated)
    return findingOf(condition, actual, { ...found, low: null, high: null })
  }
}

function buildChange(condition: Condition, slot: number, isNegated: boolean): Check {
  const { amount, isRatio } = condition.change!
  return ({ values, previous }) => {
    const [actual, before] = [knownOf(values[slot]!), knownOf(previous[slot] ?? null)]
    if (actual === null || before === null) return unknown(condition, actual)
    const limit = isRatio ? amount * Math.abs(before as number) : amount
    const changed = Math.abs((actual as number) - (before as number))
    const range = { low: limit, high: Infinity, isOpen: true }
    const found = isNegated ? gapOf(changed, range) : gapWithin(changed, range)
    return findingOf(condition, actual, { ...found, low: null, high: null })
  }
}

function textTest({ operator, low, options, fits }: Condition): (actual: Scalar) => boolean {
  const wanted = low?.constant
  switch (operator) {
    case 'matches':
      return (actual) => fits!(String(actual))
    case 'in':
    case 'not_in':
      return (actual) => options.includes(lowered(actual) as string) === (operator === 'in')
    case 'contains':
    case 'not_contains':
      return (actual) =>
        String(actual).toLowerCase().includes(String(wanted)) === (operator === 'contains')
    default:
      return (actual) => (lowered(actual) === wanted) === (operator === 'equal')
  }
}

function lowered(actual: Scalar): Scalar {
  return typeof actual === 'string' ? actual.toLowerCase() : actual
}

/** A number that is none is not known. */
function knownOf(value: Scalar | null): Scalar | null {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

function unknown(condition: Condition, actual: Scalar | null = null): Finding {
  return { condition, level: LEVEL.unknown, actual, distance: null, low: null, high: null }
}

function findingOf(
  condition: Condition,
  actual: Scalar | null,
  { gap, reference, low, high }: Gap & Pick<Finding, 'low' | 'high'>,
): Finding {
  if (actual === null || Number.isNaN(gap)) return unknown(condition, actual)
  if (gap === HOLDS) {
    return { condition, level: LEVEL.met, actual, distance: null, low, high }
  }
  if (gap === FAILS) {
    return { condition, level: LEVEL.failed, actual, distance: null, low, high }
  }
  const isNear = condition.tolerance !== null && isWithin(gap, condition.tolerance, reference)
  const level = isNear ? LEVEL.nearMiss : LEVEL.failed
  return { condition, level, actual, distance: gap, low, high }
}

/** Sums of decimals are off by their last bit; a tolerance of 0.1 means 1.1 against 1.0 too. */
const ROUNDING = 1 + 1e-9

function isWithin(gap: number, { amount, isRatio }: Measure, reference: number): boolean {
  return gap <= (isRatio ? amount * Math.abs(reference) : amount) * ROUNDING
}
