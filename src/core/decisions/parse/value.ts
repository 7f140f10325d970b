import { dayNumber, isPlainDate } from '../../values/dates.ts'
import type { Problem } from '../../values/problem.ts'
import { nearest } from '../../values/text.ts'
import type { Measure, MetricFacts } from '../condition.ts'

/** Beyond this no amount, count or ratio is meant. */
export const NUMBER_MAX = 9e13
const TEXT_MAX = 255

/** Where in the body a reader is: the path of a field of it. */
export interface Place {
  at: string
  of: (field: string) => string
}

/** A problem whose message begins with its place. */
export function faulty(code: string, where: string, what: string): Problem {
  return { code, where, message: `${where === '' ? 'The condition' : where} ${what}` }
}

/** An object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A finite number of usual size. JSON reads `1e400` as infinite. */
export function isUsual(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= NUMBER_MAX
}

/**
 * A value that a metric can be compared with, as it is compared: a date as its day number, a text
 * in lower case. A value of another type, a date that does not exist and a text that the metric can
 * never be are problems.
 */
export function readConstant(
  given: unknown,
  { valueType, allowedValues, unit }: MetricFacts,
  where: string,
): { constant: number | string | boolean } | Problem {
  switch (valueType) {
    case 'number':
      if (typeof given !== 'number') return wrongType(where, `a number (unit: ${unit})`)
      return isUsual(given) ? { constant: given } : tooLarge(where)
    case 'boolean':
      return typeof given === 'boolean' ? { constant: given } : wrongType(where, 'true or false')
    case 'date':
      if (typeof given !== 'string' || !isPlainDate(given)) {
        return faulty('invalid_date', where, 'must be a date that exists, as YYYY-MM-DD.')
      }
      return { constant: dayNumber(given) }
    default:
      return readText(given, allowedValues, where)
  }
}

function readText(
  given: unknown,
  allowed: MetricFacts['allowedValues'],
  where: string,
): { constant: string } | Problem {
  if (typeof given !== 'string' || given === '') return wrongType(where, 'a text')
  if (given.length > TEXT_MAX) return tooLong(where)
  const constant = given.toLowerCase()
  if (allowed === null || allowed.some((text) => text.toLowerCase() === constant)) {
    return { constant }
  }
  const near = nearest(given, allowed)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  return faulty('invalid_enum', where, `must be one of ${allowed.join(', ')}.${hint}`)
}

/** A number from 0, or `{"ratio": 0.1}`. */
export function readMeasure(given: unknown, where: string): Measure | Problem {
  const isRatio = isRecord(given)
  if (isRatio && Object.keys(given).join() !== 'ratio') {
    return faulty('invalid_type', where, 'must be a number or an object with ratio alone.')
  }
  const amount = isRatio ? given['ratio'] : given
  if (typeof amount !== 'number') return wrongType(where, 'a number or {"ratio": number}')
  if (!isUsual(amount) || amount < 0) return faulty('out_of_range', where, 'must be from 0.')
  return { amount, isRatio }
}

export function wrongType(where: string, wanted: string): Problem {
  return faulty('invalid_type', where, `must be ${wanted}.`)
}

export function tooLarge(where: string): Problem {
  return faulty('out_of_range', where, `must be between -${NUMBER_MAX} and ${NUMBER_MAX}.`)
}

function tooLong(where: string): Problem {
  return faulty('too_long', where, `must have at most ${TEXT_MAX} characters.`)
}
