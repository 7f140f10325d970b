import type { FunderMatchCriteria } from '../../../../../clients/typescript/src/index.ts'
import { formatCount, toWords } from '../../../format/values.ts'

const OPERATORS: Record<string, string> = {
  equal: 'must be',
  not_equal: 'must not be',
  greater_than: 'needs more than',
  greater_than_or_equal: 'needs at least',
  less_than: 'needs less than',
  less_than_or_equal: 'needs at most',
  between: 'needs between',
  in: 'must be one of',
  not_in: 'must be none of',
}

/** The service's own sentence where it wrote one, else the value beside what is required. */
export function describeCriterion(criterion: FunderMatchCriteria): string {
  const { name, message, actual, operator, expected, expected_to } = criterion
  if (message !== null) return message
  const wanted = [expected, expected_to].filter((one) => one !== null && one !== undefined)
  const what = toWords(name.replace(/^(?:min|max)_/, ''))
  const needs = `${OPERATORS[operator ?? ''] ?? 'needs'} ${wanted.map(show).join(' and ')}`
  return actual === null || actual === undefined
    ? `${what} is not known, ${needs}`
    : `${what} is ${show(actual)}, ${needs}`
}

function show(value: unknown): string {
  if (typeof value === 'number') return formatCount(value)
  if (Array.isArray(value)) return value.map(show).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
