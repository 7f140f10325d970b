import type { Problem } from '../../values/problem.ts'
import { describeUnknownRange } from '../../values/days/range-names.ts'
import { nearest } from '../../values/text.ts'
import type { Catalogue, Condition, Expression, MetricRef, Measure } from '../condition.ts'
import { readComparison } from './comparison.ts'
import { faulty, isRecord, readMeasure, type Place } from './value.ts'

/** Levels of `all`, `any` and `not`; the conditions in them are not counted. */
const DEPTH_MAX = 5
const LEAVES_MAX = 50
const COMBINERS = ['all', 'any', 'not']
const FIELDS = [
  'metric',
  'metric_params',
  'date_range',
  'operator',
  'value',
  'value_to',
  'tolerance',
]

/** A checked expression, or the first thing that is wrong with it. */
export type Parsed =
  | { expression: Expression; problem: null }
  | { expression: null; problem: Problem }

interface Reader {
  catalogue: Catalogue
  tolerance: Measure | null
  leaves: number
}

/**
 * What a tenant wrote as an expression that can be evaluated: a condition in wire names, or a tree
 * of them. Everything is checked here, once; what comes back cannot fail later. Problems carry the
 * code of the API's error and the place as a dotted path; unknown names come with the nearest.
 */
export function parseExpression(
  given: unknown,
  catalogue: Catalogue,
  options: { path?: string; tolerance?: unknown } = {},
): Parsed {
  const path = options.path ?? 'expression'
  const tolerance = readTolerance(options.tolerance, 'tolerance')
  if ('code' in tolerance) return { expression: null, problem: tolerance }
  const reader: Reader = { catalogue, tolerance: tolerance.measure, leaves: 0 }
  const found = readNode(reader, given, { path, depth: 0 })
  return 'code' in found
    ? { expression: null, problem: found }
    : { expression: found, problem: null }
}

interface Level {
  path: string
  depth: number
}

function readNode(reader: Reader, given: unknown, { path, depth }: Level): Expression | Problem {
  if (!isRecord(given)) {
    return faulty('invalid_expression', path, 'must be an object: a condition, all, any or not.')
  }
  const combiner = COMBINERS.find((name) => Object.hasOwn(given, name))
  if (combiner === undefined) return readCondition(reader, given, path)
  if (Object.keys(given).length > 1) {
    return faulty('invalid_expression', path, `has ${combiner} and must have nothing beside it.`)
  }
  if (depth >= DEPTH_MAX) {
    return faulty('invalid_expression', path, `is nested deeper than ${DEPTH_MAX} levels.`)
  }
  const level = { path: `${path}.${combiner}`, depth: depth + 1 }
  if (combiner !== 'not') return readList(reader, given[combiner], { ...level, combiner })
  const of = readNode(reader, given['not'], level)
  return 'code' in of ? of : { kind: 'not', of }
}

function readList(
  reader: Reader,
  given: unknown,
  { path, depth, combiner }: Level & { combiner: string },
): Expression | Problem {
  if (!Array.isArray(given) || given.length === 0 || given.length > LEAVES_MAX) {
    return faulty('invalid_expression', path, `must be a list of 1 to ${LEAVES_MAX} expressions.`)
  }
  const of: Expression[] = []
  for (const [index, each] of given.entries()) {
    const found = readNode(reader, each, { path: `${path}[${index}]`, depth })
    if ('code' in found) return found
    of.push(found)
  }
  return { kind: combiner as 'all' | 'any', of }
}

function readCondition(
  reader: Reader,
  given: Record<string, unknown>,
  path: string,
): Condition | Problem {
  reader.leaves += 1
  if (reader.leaves > LEAVES_MAX) {
    return faulty('invalid_expression', path, `is one of more than ${LEAVES_MAX} conditions.`)
  }
  const place = { at: path, of: (field: string) => (path === '' ? field : `${path}.${field}`) }
  const extraField = Object.keys(given).find((name) => !FIELDS.includes(name))
  if (extraField !== undefined) return unknownField(extraField, place)
  const ref = readRef(given, reader.catalogue, place)
  if ('code' in ref) return ref
  const tolerance = readTolerance(given['tolerance'], place.of('tolerance'))
  if ('code' in tolerance) return tolerance
  return readComparison(given, {
    ref,
    place,
    tolerance: tolerance.measure ?? reader.tolerance,
    readBound: (bound, at) => readRef(bound, reader.catalogue, at),
  })
}

function unknownField(name: string, place: Place): Problem {
  const near = nearest(name, [...FIELDS, ...COMBINERS])
  const hint = near === null ? '' : ` Did you mean ${near}?`
  return {
    code: 'unknown_field',
    where: place.of(name.slice(0, 64)),
    message: `There is no field ${name.slice(0, 64)} in a condition.${hint}`,
  }
}

/** The metric with its parameters and date range that `metric` and its companions name. */
function readRef(
  given: Record<string, unknown>,
  catalogue: Catalogue,
  place: Place,
): MetricRef | Problem {
  const name = given['metric']
  if (name === undefined || name === null) {
    return { code: 'missing_field', where: place.of('metric'), message: 'metric is required.' }
  }
  const metric = typeof name === 'string' ? catalogue.get(name) : undefined
  if (metric === undefined) return unknownMetric(name, catalogue, place)
  const dateRange = given['date_range'] ?? null
  if (dateRange !== null && !isRange(dateRange, metric.dateRanges)) {
    return unknownRange(dateRange, metric.dateRanges, place)
  }
  const parameters = readParameters(given['metric_params'] ?? {}, metric, place)
  if (isProblem(parameters)) return parameters
  return { metric, parameters, dateRange, key: buildRefKey(metric.name, parameters, dateRange) }
}

function unknownMetric(name: unknown, catalogue: Catalogue, place: Place): Problem {
  const where = place.of('metric')
  if (typeof name !== 'string') return faulty('invalid_type', where, 'must be a text.')
  const near = nearest(name, [...catalogue.keys()])
  const hint = near === null ? '' : ` Did you mean ${near}?`
  const message = `There is no rule metric ${name.slice(0, 64)}.${hint}`
  return { code: 'invalid_metric', where, message }
}

function isRange(given: unknown, known: readonly string[]): given is string {
  return typeof given === 'string' && given !== 'custom' && known.includes(given)
}

/** A custom range names days of one submission; a rule is for all of them. */
function unknownRange(given: unknown, known: readonly string[], place: Place): Problem {
  const options = known.filter((name) => name !== 'custom')
  const text = typeof given === 'string' ? given.slice(0, 64) : typeof given
  const message = `In a rule of this metric, ${describeUnknownRange(text, options)}`
  return { code: 'invalid_date_range', where: place.of('date_range'), message }
}

function readParameters(
  given: unknown,
  { parameters }: MetricRef['metric'],
  place: Place,
): MetricRef['parameters'] | Problem {
  const where = place.of('metric_params')
  if (!isRecord(given)) return faulty('invalid_type', where, 'must be an object.')
  const extraParameter = Object.keys(given).find(
    (name) => !parameters.some((own) => own.name === name),
  )
  if (extraParameter !== undefined) {
    const known = parameters.map(({ name }) => name).join(', ') || 'none'
    const message = `The metric has no parameter ${extraParameter.slice(0, 64)}; it takes: ${known}.`
    return { code: 'unknown_field', where, message }
  }
  for (const { name, type, isRequired } of parameters) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined && isRequired) {
      return { code: 'missing_field', where, message: `The metric needs the parameter ${name}.` }
    }
    if (value !== undefined && !isParameter(value, type)) {
      return faulty('invalid_type', `${where}.${name}`, `must be a ${type} of usual size.`)
    }
  }
  return given as MetricRef['parameters']
}

function isParameter(value: unknown, type: 'string' | 'number'): boolean {
  if (type === 'string') return typeof value === 'string' && value.length <= 255
  return typeof value === 'number' && Number.isFinite(value)
}

function buildRefKey(
  name: string,
  parameters: MetricRef['parameters'],
  dateRange: string | null,
): string {
  const named = Object.entries(parameters).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const parts = dateRange === null ? named : [...named, ['date_range', dateRange]]
  return parts.length === 0 ? name : `${name} ${JSON.stringify(parts)}`
}

function readTolerance(given: unknown, where: string): { measure: Measure | null } | Problem {
  if (given === undefined || given === null) return { measure: null }
  const measure = readMeasure(given, where)
  return 'code' in measure ? measure : { measure }
}

function isProblem(value: object): value is Problem {
  return 'code' in value && 'where' in value
}
