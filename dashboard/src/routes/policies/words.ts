import { parseNumber, printNumber } from '../../format/region.ts'
import type { MetricRuleMetric, Rule } from '../../../../clients/typescript/src/index.ts'
import { formatUnit, nameRange, toWords, UNKNOWN } from '../../format/values.ts'

/** The operators as they stand within a sentence. */
const WORDS: Record<string, string> = {
  equal: 'is',
  not_equal: 'is not',
  greater_than: 'is more than',
  greater_than_or_equal: 'is at least',
  less_than: 'is less than',
  less_than_or_equal: 'is at most',
  between: 'is between',
  not_between: 'is not between',
  in: 'is one of',
  not_in: 'is none of',
  changed_by_more_than: 'changed by more than',
  exists: 'is known',
  not_exists: 'is not known',
  contains: 'contains',
  not_contains: 'does not contain',
  matches: 'fits the pattern',
}

export function nameOperator(operator: string): string {
  return WORDS[operator] ?? toWords(operator)
}

export const OUTCOMES: Record<string, string> = {
  decline: 'Decline',
  review: 'Review',
  flag: 'Flag',
  info: 'Note only',
}

type Condition = Pick<
  Rule,
  'kind' | 'metric' | 'operator' | 'value' | 'value_to' | 'expression' | 'date_range'
>

/** What a rule wants, in a few words: `NSF fees: at most 3`. */
export function describeCondition(rule: Condition, metric: MetricRuleMetric | undefined): string {
  if (rule.kind === 'manual') return 'A person checks this'
  if (rule.expression !== null) return 'Several conditions together'
  const name = metric?.label ?? toWords(rule.metric ?? 'value')
  const operator = nameOperator(rule.operator ?? '').replace(/^is /, '')
  const show = (value: unknown): string => describeValue(value, metric?.unit ?? 'n')
  if (rule.operator === 'exists' || rule.operator === 'not_exists') return `${name}: ${operator}`
  const to = rule.value_to === null ? '' : ` and ${show(rule.value_to)}`
  return `${name}${describeDays(rule, metric)}: ${operator} ${show(rule.value)}${to}`
}

/** `Last 90 days`, for a list to choose from. */
export function nameDays(name: string): string {
  if (name === 'latest') return 'As of the last day'
  const words = nameRange({ name, start_date: null, end_date: null })
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `, last 90 days`: of the rule, else those that the number is usually over. */
function describeDays({ date_range }: Condition, metric: MetricRuleMetric | undefined): string {
  const name = date_range ?? metric?.default_date_range
  if (!name || name === 'latest') return ''
  return `, ${nameRange({ name, start_date: null, end_date: null })}`
}

/** A threshold: a value, several, or a share of another metric. */
function describeValue(value: unknown, unit: string): string {
  if (Array.isArray(value)) return value.map((one) => describeValue(one, unit)).join(', ')
  if (typeof value === 'object' && value !== null) return describeOther(value)
  return value === null ? UNKNOWN : formatUnit(value, unit)
}

function describeOther(value: {
  metric?: unknown
  multiplier?: unknown
  offset?: unknown
}): string {
  const { metric, multiplier = 1, offset = 0 } = value
  const share = multiplier === 1 ? '' : `${String(multiplier)} × `
  const more = offset === 0 ? '' : ` + ${String(offset)}`
  return `${share}${toWords(String(metric)).toLowerCase()}${more}`
}

/** A threshold as it is typed: a ratio in percent, everything else as it is. */
export function toTyped(value: unknown, unit: string): string {
  if (typeof value === 'number') return printNumber(unit === 'ratio' ? round(value * 100) : value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

/** The value that a typed threshold means; null where it is none. */
export function parseTyped(
  text: string,
  type: string,
  unit: string,
): number | string | boolean | null {
  const cleaned = text.trim()
  if (cleaned === '') return null
  if (type === 'boolean') return cleaned === 'true' || cleaned === 'yes'
  if (type !== 'number') return cleaned
  const number = parseNumber(cleaned.replaceAll('%', ''))
  if (number === null || Number.isNaN(number)) return null
  return unit === 'ratio' ? round(number / 100) : number
}

/** Without the tail that binary fractions leave. */
function round(value: number): number {
  return Number(value.toPrecision(12))
}
