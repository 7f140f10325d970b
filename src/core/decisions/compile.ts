import { dayNumber } from '../values/dates.ts'
import type { Operator } from '../values/operators.ts'
import {
  listRefs,
  type Condition,
  type Expression,
  type MetricRef,
  type Operand,
  type Scalar,
} from './condition.ts'
import {
  FAILS,
  gapOutside,
  gapWithin,
  HOLDS,
  nearestEnd,
  nearestOption,
  type Range,
} from './gap.ts'

/**
 * How far an expression is met, from worst to best. `all` takes the lowest of its parts and `any`
 * the highest: a near miss is a miss, and what is not known may still be met. What is met by a
 * number of incomplete data only is `tentative`: the rest of the data may say otherwise.
 */
export const LEVEL = { failed: 0, nearMiss: 1, unknown: 2, tentative: 3, met: 4 } as const
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
  /** By slot, whether the value comes of incomplete data (formulas C15); left out: none does. */
  isPartial?: readonly boolean[]
  /** The currency of the amounts, for sentences; left out where it is not known. */
  currency?: string
}

/** What one condition found. The condition of a tree's finding is the one that decided it. */
export interface Finding {
  condition: Condition
  level: Level
  actual: Scalar | null
  /** By how much it was missed, in the unit of the metric (dates: days); null when it was not. */
  distance: number | null
  /** The values of `value` and `value_to` where they are metrics; null for constants. */
  resolved: number | null
  resolvedTo: number | null
  /** A value that it was found with comes of incomplete data. */
  isPartial?: boolean
  /** Where one of several alternatives was enough: their findings, and which of them decided. */
  alternatives?: { findings: readonly Finding[]; decided: number }
}

/** An expression ready to be evaluated. */
export type Check = (reading: Reading) => Finding

/** No slots yet. */
export function emptySlots(): Slots {
  return { refs: [], places: new Map() }
}

/** The place of a metric in the values; equal references share one. */
export function resolveSlot(slots: Slots, ref: MetricRef): number {
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

/** The first of the parts at the deciding level; of alternatives with the others beside it. */
function decide(checks: readonly Check[], reading: Reading, isAll: boolean): Finding {
  const findings = checks.map((check) => check(reading))
  let decided = 0
  for (let index = 1; index < findings.length; index += 1) {
    const [next, found] = [findings[index]!.level, findings[decided]!.level]
    if (isAll ? next < found : next > found) decided = index
  }
  const found = findings[decided]!
  return isAll || findings.length === 1 ? found : { ...found, alternatives: { findings, decided } }
}

/** Reads a bound of a range; what is not known is NaN. */
type ReadBound = (reading: Reading) => number

/** A comparison that does not hold for sure where one of its numbers comes of incomplete data. */
function buildCondition(condition: Condition, slots: Slots, isNegated: boolean): Check {
  const check = buildComparison(condition, slots, isNegated)
  if (condition.operator === 'exists' || condition.operator === 'not_exists') return check
  const places = listRefs(condition).map((ref) => resolveSlot(slots, ref))
  return (reading) => {
    const found = check(reading)
    const { isPartial } = reading
    if (isPartial === undefined || found.level === LEVEL.unknown) return found
    if (!places.some((place) => isPartial[place])) return found
    const level = found.level === LEVEL.met ? LEVEL.tentative : found.level
    return { ...found, level, isPartial: true }
  }
}

function buildComparison(condition: Condition, slots: Slots, isNegated: boolean): Check {
  const slot = resolveSlot(slots, condition.ref)
  const { operator } = condition
  if (operator === 'exists' || operator === 'not_exists') {
    const wantsValue = (operator === 'exists') !== isNegated
    return ({ values }) => {
      const actual = toKnown(values[slot]!)
      return buildFinding(condition, actual, (actual !== null) === wantsValue ? HOLDS : FAILS)
    }
  }
  if (operator === 'changed_by_more_than') return buildChange(condition, slot, isNegated)
  const { valueType } = condition.ref.metric
  if (valueType === 'string' || valueType === 'boolean') {
    const holds = textTest(condition)
    return ({ values }) => {
      const actual = toKnown(values[slot]!)
      if (actual === null) return unknown(condition)
      return buildFinding(condition, actual, holds(actual) !== isNegated ? HOLDS : FAILS)
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

/** Operators that leave an end of their range open, or do not have it. */
const RANGES: Partial<Record<Operator, { hasLow: boolean; hasHigh: boolean; isOpen: boolean }>> = {
  greater_than: { hasLow: true, hasHigh: false, isOpen: true },
  greater_than_or_equal: { hasLow: true, hasHigh: false, isOpen: false },
  less_than: { hasLow: false, hasHigh: true, isOpen: true },
  less_than_or_equal: { hasLow: false, hasHigh: true, isOpen: false },
}
const BOTH_ENDS = { hasLow: true, hasHigh: true, isOpen: false }

/** Every operator of numbers and dates but lists is a range, or what is outside of one. */
function buildRange(condition: Condition, { slot, slots, isNegated }: Built): Check {
  const { operator, ref, low, high } = condition
  const isOutside = (operator === 'not_equal' || operator === 'not_between') !== isNegated
  const gapOf = isOutside ? gapOutside : gapWithin
  const isDate = ref.metric.valueType === 'date'
  if (low!.bound || high?.bound) return buildMoving(condition, { slot, slots, gapOf })
  const first = low!.constant as number
  const range = toRange(operator, first, high === null ? first : (high.constant as number))
  return ({ values }) => {
    const actual = toKnown(values[slot]!)
    if (actual === null) return unknown(condition)
    const value = isDate ? dayNumber(actual as string) : (actual as number)
    const gap = gapOf(value, range)
    const found = buildFinding(condition, actual, gap)
    if (gap === HOLDS || condition.tolerance === null) return found
    return nearer(found, () => nearestEnd(value, range))
  }
}

/** A range whose ends are metrics. Dates have none that move. */
function buildMoving(
  condition: Condition,
  { slot, slots, gapOf }: Omit<Built, 'isNegated'> & { gapOf: typeof gapWithin },
): Check {
  const { operator, low, high } = condition
  const first = compileBound(low!, slots)
  const second = high === null ? first : compileBound(high, slots)
  return (reading) => {
    const actual = toKnown(reading.values[slot]!)
    if (actual === null) return unknown(condition)
    const [resolved, other] = [first(reading), second(reading)]
    const range = toRange(operator, resolved, other)
    const gap = gapOf(actual as number, range)
    if (Number.isNaN(gap)) return unknown(condition, actual)
    const found = buildFinding(condition, actual, gap)
    const resolvedTo = high === null ? null : other
    return { ...nearer(found, () => nearestEnd(actual as number, range)), resolved, resolvedTo }
  }
}

function toRange(operator: Operator, first: number, second: number): Range {
  const { hasLow, hasHigh, isOpen } = RANGES[operator] ?? BOTH_ENDS
  return { low: hasLow ? first : -Infinity, high: hasHigh ? second : Infinity, isOpen }
}

function compileBound({ constant, bound }: Operand, slots: Slots): ReadBound {
  if (bound === null) return () => constant as number
  const { multiplier, offset } = bound
  const slot = resolveSlot(slots, bound.ref)
  return ({ values }) => {
    const value = values[slot]
    return typeof value === 'number' ? value * multiplier + offset : Number.NaN
  }
}

function buildOptions(condition: Condition, slot: number, isNegated: boolean): Check {
  const options = condition.options as readonly number[]
  return ({ values }) => {
    const actual = toKnown(values[slot]!) as number | null
    if (actual === null) return unknown(condition)
    if (options.includes(actual) !== isNegated) return buildFinding(condition, actual, HOLDS)
    if (isNegated) return buildFinding(condition, actual, FAILS)
    const nearest = nearestOption(actual, options)
    return nearer(buildFinding(condition, actual, Math.abs(nearest - actual)), () => nearest)
  }
}

function buildChange(condition: Condition, slot: number, isNegated: boolean): Check {
  const { amount, isRatio } = condition.change!
  const gapOf = isNegated ? gapOutside : gapWithin
  return ({ values, previous }) => {
    const [actual, before] = [toKnown(values[slot]!), toKnown(previous[slot] ?? null)]
    if (actual === null || before === null) return unknown(condition, actual)
    const limit = isRatio ? amount * Math.abs(before as number) : amount
    const changed = Math.abs((actual as number) - (before as number))
    const gap = gapOf(changed, { low: limit, high: Infinity, isOpen: true })
    return nearer(buildFinding(condition, actual, gap), () => limit)
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
function toKnown(value: Scalar | null): Scalar | null {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

function unknown(condition: Condition, actual: Scalar | null = null): Finding {
  const level = LEVEL.unknown
  return { condition, level, actual, distance: null, resolved: null, resolvedTo: null }
}

function buildFinding(condition: Condition, actual: Scalar | null, gap: number): Finding {
  const level = gap === HOLDS ? LEVEL.met : LEVEL.failed
  const distance = gap === HOLDS || gap === FAILS ? null : gap
  return { condition, level, actual, distance, resolved: null, resolvedTo: null }
}

/** Sums of decimals are off by their last bit; a tolerance of 0.1 means 1.1 against 1.0 too. */
const ROUNDING = 1 + 1e-9

/** A miss as a near miss when it is within the tolerance of the bound it misses. */
function nearer(found: Finding, reference: () => number): Finding {
  const { condition, distance } = found
  if (distance === null || condition.tolerance === null) return found
  const { amount, isRatio } = condition.tolerance
  const tolerance = isRatio ? amount * Math.abs(reference()) : amount
  return distance <= tolerance * ROUNDING ? { ...found, level: LEVEL.nearMiss } : found
}
