import { OPERATORS_BY_TYPE, type Operator } from '../../values/operators.ts'
import type { Problem } from '../../values/problem.ts'
import { nearest } from '../../values/text.ts'
import type { Condition, Measure, MetricRef, Operand } from '../condition.ts'
import { compilePattern } from '../../values/patterns/pattern.ts'
import {
  faulty,
  isRecord,
  isUsual,
  readConstant,
  readMeasure,
  tooLarge,
  wrongType,
  type Place,
} from './value.ts'

const OPTIONS_MAX = 100
const PATTERN_MAX = 200
const MULTIPLIER_MAX = 1e6
const BOUND_FIELDS = ['metric', 'metric_params', 'date_range', 'multiplier', 'offset']

/** Short names that other products use. */
const ALIASES: ReadonlyMap<string, Operator> = new Map([
  ['eq', 'equal'],
  ['=', 'equal'],
  ['==', 'equal'],
  ['ne', 'not_equal'],
  ['!=', 'not_equal'],
  ['gt', 'greater_than'],
  ['>', 'greater_than'],
  ['gte', 'greater_than_or_equal'],
  ['>=', 'greater_than_or_equal'],
  ['lt', 'less_than'],
  ['<', 'less_than'],
  ['lte', 'less_than_or_equal'],
  ['<=', 'less_than_or_equal'],
])

/** What is known of a condition before its operator is read. */
interface Subject {
  ref: MetricRef
  place: Place
  tolerance: Measure | null
  readBound: (given: Record<string, unknown>, place: Place) => MetricRef | Problem
}

/** The operator of a condition with what it compares, each of the type the metric has. */
export function readComparison(
  given: Record<string, unknown>,
  subject: Subject,
): Condition | Problem {
  const operator = readOperator(given['operator'], subject)
  if (typeof operator !== 'string') return operator
  const { value, value_to: valueTo } = given
  const operands = readOperands({ operator, value, valueTo }, subject)
  if ('code' in operands) return operands
  return {
    kind: 'condition',
    ref: subject.ref,
    operator,
    ...NOTHING,
    ...operands,
    tolerance: subject.tolerance,
    written: { value: value ?? null, valueTo: valueTo ?? null },
  }
}

type Operands = Pick<Condition, 'low' | 'high' | 'options' | 'fits' | 'change'>
const NOTHING: Operands = { low: null, high: null, options: [], fits: null, change: null }

function readOperator(given: unknown, { ref, place }: Subject): Operator | Problem {
  const where = place.of('operator')
  if (given === undefined || given === null) {
    return { code: 'missing_field', where, message: 'operator is required.' }
  }
  const allowed: readonly Operator[] = OPERATORS_BY_TYPE[ref.metric.valueType]
  const text = typeof given === 'string' ? given : typeof given
  const found = ALIASES.get(text) ?? allowed.find((name) => name === text)
  if (found !== undefined && allowed.includes(found)) return found
  const near = nearest(text, allowed)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  const message = `${ref.metric.name} cannot be compared with ${text.slice(0, 64)}.${hint} It takes ${allowed.join(', ')}.`
  return { code: 'invalid_operator', where, message }
}

interface Written {
  operator: Operator
  value: unknown
  valueTo: unknown
}

function readOperands(written: Written, subject: Subject): Partial<Operands> | Problem {
  const { operator, value, valueTo } = written
  const at = subject.place.of('value')
  const isRange = operator === 'between' || operator === 'not_between'
  if (!isRange && valueTo !== undefined && valueTo !== null) {
    return faulty('unknown_field', subject.place.of('value_to'), `does not go with ${operator}.`)
  }
  if (operator === 'exists' || operator === 'not_exists') {
    if (value === undefined || value === null) return {}
    return faulty('unknown_field', at, `does not go with ${operator}.`)
  }
  if (value === undefined || value === null) {
    return { code: 'missing_field', where: at, message: `${operator} needs a value.` }
  }
  if (isRange) return readRange(written, subject)
  if (operator === 'in' || operator === 'not_in') return readOptions(value, subject)
  if (operator === 'contains' || operator === 'not_contains') return readPart(value, at)
  if (operator === 'matches') return readPattern(value, at)
  if (operator === 'changed_by_more_than') {
    const change = readMeasure(value, at)
    return 'code' in change ? change : { change }
  }
  const low = readOperand(value, subject, 'value')
  return 'code' in low ? low : { low }
}

function readRange({ value, valueTo }: Written, subject: Subject): Partial<Operands> | Problem {
  const where = subject.place.of('value_to')
  if (valueTo === undefined || valueTo === null) {
    return { code: 'missing_field', where, message: 'A range needs value and value_to.' }
  }
  const low = readOperand(value, subject, 'value')
  if ('code' in low) return low
  const high = readOperand(valueTo, subject, 'value_to')
  if ('code' in high) return high
  const isBackward = low.constant !== null && high.constant !== null && low.constant > high.constant
  return isBackward ? faulty('out_of_range', where, 'must not be below value.') : { low, high }
}

function readOptions(given: unknown, { ref, place }: Subject): Partial<Operands> | Problem {
  const where = place.of('value')
  if (!Array.isArray(given) || given.length === 0) return wrongType(where, 'a list of values')
  if (given.length > OPTIONS_MAX) {
    return faulty('too_many', where, `must have at most ${OPTIONS_MAX} values.`)
  }
  const options: (number | string)[] = []
  for (const [index, each] of given.entries()) {
    const found = readConstant(each, ref.metric, `${where}[${index}]`)
    if ('code' in found) return found
    options.push(found.constant as number | string)
  }
  return { options }
}

/** A part of a text need not be one of the texts the metric can be. */
function readPart(given: unknown, where: string): Partial<Operands> | Problem {
  if (typeof given !== 'string' || given === '' || given.length > PATTERN_MAX) {
    return wrongType(where, `a text of 1 to ${PATTERN_MAX} characters`)
  }
  return { low: { constant: given.toLowerCase(), bound: null } }
}

function readPattern(given: unknown, where: string): Partial<Operands> | Problem {
  if (typeof given !== 'string' || given.length > PATTERN_MAX) {
    return wrongType(where, `a pattern of at most ${PATTERN_MAX} characters`)
  }
  const fits = compilePattern(given)
  if (fits !== null) return { fits }
  const what =
    'must be a pattern of RE2 syntax that stays small: no look-around, no back references, no large repeats.'
  return faulty('invalid_format', where, what)
}

function readOperand(given: unknown, subject: Subject, field: string): Operand | Problem {
  const where = subject.place.of(field)
  if (isRecord(given)) return readBound(given, subject, where)
  const found = readConstant(given, subject.ref.metric, where)
  return 'code' in found ? found : { constant: found.constant, bound: null }
}

/** Another metric of the same unit, scaled and shifted. */
function readBound(
  given: Record<string, unknown>,
  subject: Subject,
  where: string,
): Operand | Problem {
  const own = subject.ref.metric
  if (own.valueType !== 'number') return wrongType(where, `a ${own.valueType}`)
  const extraField = Object.keys(given).find((name) => !BOUND_FIELDS.includes(name))
  if (extraField !== undefined) {
    const message = `There is no field ${extraField.slice(0, 64)} here. Known: ${BOUND_FIELDS.join(', ')}.`
    return { code: 'unknown_field', where: `${where}.${extraField.slice(0, 64)}`, message }
  }
  const ref = subject.readBound(given, { at: where, of: (field) => `${where}.${field}` })
  if ('code' in ref) return ref
  const { multiplier = 1, offset = 0 } = given
  if (typeof multiplier !== 'number' || typeof offset !== 'number') {
    return wrongType(where, 'a metric with a multiplier and an offset that are numbers')
  }
  if (Math.abs(multiplier) > MULTIPLIER_MAX || !isUsual(offset)) return tooLarge(where)
  if (ref.metric.unit !== own.unit) {
    const what = `is in ${ref.metric.unit}, and ${own.name} is in ${own.unit}: they cannot be compared.`
    return faulty('invalid_metric', `${where}.metric`, what)
  }
  return { constant: null, bound: { ref, multiplier, offset } }
}
