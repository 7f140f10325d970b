import type { Operator } from '../values/operators.ts'
import { LEVEL, type Finding } from './compile.ts'
import type { Condition, MetricFacts, Scalar } from './condition.ts'
import type { Rule, RuleFinding } from './rule.ts'

/** What a message template can hold. */
export const PLACEHOLDERS = ['rule', 'metric', 'actual', 'operator', 'value', 'distance'] as const

/** The message of a rule that has none of its own (resources 11.1). */
const DEFAULT_TEMPLATE = '{metric} is {actual}, needs {operator} {value}'
const PLACEHOLDER = /\{([a-z_]*)\}/g
const DECIMALS_MAX = 6

/** Operators as they are said before a value. */
const WORDS: Record<Operator, string> = {
  equal: 'to be',
  not_equal: 'not to be',
  greater_than: 'more than',
  greater_than_or_equal: 'at least',
  less_than: 'less than',
  less_than_or_equal: 'at most',
  between: 'between',
  not_between: 'outside of',
  in: 'one of',
  not_in: 'none of',
  contains: 'to contain',
  not_contains: 'not to contain',
  matches: 'to fit',
  changed_by_more_than: 'a change of more than',
  exists: 'to be known',
  not_exists: 'to be unknown',
}

/** What a result was held against, in the words of the wire. */
export interface Expected {
  operator: Operator
  value: unknown
  valueTo: unknown
  /** What the metrics it was compared with came to; null where it was compared with none. */
  resolved: number | null
  resolvedTo: number | null
}

/** The name of a placeholder that no message can fill, or null. */
export function findUnknownPlaceholder(template: string): string | null {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!)
  return names.find((name) => !PLACEHOLDERS.some((known) => known === name)) ?? null
}

/** What the deciding condition expected. */
export function buildExpected({ condition, resolved, resolvedTo }: Finding): Expected {
  const { operator, written } = condition
  return {
    operator,
    value: written.value,
    valueTo: written.valueTo,
    resolved: resolved === null ? null : rounded(resolved),
    resolvedTo: resolvedTo === null ? null : rounded(resolvedTo),
  }
}

/** A distance without the last bits of binary arithmetic. */
export function roundDistance({ distance }: Finding): number | null {
  return distance === null ? null : rounded(distance)
}

/** The sentence of a result; null where there is nothing to say. */
export function formatMessage(found: RuleFinding): string | null {
  const { compiled, finding, verdict, note, result } = found
  if (note !== null) return verdict?.note ? `${note} ${verdict.note}` : note
  if (verdict !== null && (result === 'passed' || result === 'failed')) return verdict.note
  if (finding === null) return 'A person has not made this check yet.'
  const { rule } = compiled
  return describeFinding(finding, rule)
}

/** What a finding says, in the words of a rule where there is one. */
export function describeFinding(
  finding: Finding,
  { name, message }: Pick<Rule, 'name' | 'message'> = { name: '', message: null },
): string {
  if (finding.level === LEVEL.unknown) return `${formatMetricName(finding.condition)} is not known`
  return fill(message ?? DEFAULT_TEMPLATE, buildWords(name, finding))
}

type Words = Record<(typeof PLACEHOLDERS)[number], string>

function buildWords(rule: string, finding: Finding): Words {
  const { condition, actual } = finding
  const { metric } = condition.ref
  return {
    rule,
    metric: formatMetricName(condition),
    actual: actual === null ? 'unknown' : toText(actual, metric),
    operator: WORDS[condition.operator],
    value: formatValue(finding),
    distance: finding.distance === null ? '' : toText(finding.distance, distanceIn(metric)),
  }
}

function formatMetricName({ ref }: Condition): string {
  return ref.dateRange === null
    ? ref.metric.label
    : `${ref.metric.label} (${ref.dateRange.replaceAll('_', ' ')})`
}

function fill(template: string, words: Words): string {
  const filled = template.replace(PLACEHOLDER, (_, name: keyof Words) => words[name])
  return filled.trim()
}

function formatValue({ condition, resolved, resolvedTo }: Finding): string {
  const { written, ref, change } = condition
  if (change?.isRatio) return `${change.amount} of what it was`
  const value = resolved ?? written.value
  const valueTo = resolvedTo ?? written.valueTo
  if (value === null) return ''
  const text = listed(value, ref.metric)
  return valueTo === null ? text : `${text} and ${listed(valueTo, ref.metric)}`
}

function listed(value: unknown, metric: MetricFacts): string {
  if (Array.isArray(value)) return value.map((each) => toText(each as Scalar, metric)).join(', ')
  return toText(value as Scalar, metric)
}

/** A distance between dates is a number of days. */
function distanceIn(metric: MetricFacts): Pick<MetricFacts, 'unit'> {
  return metric.valueType === 'date' ? { unit: 'days' } : metric
}

/** As a person reads it: amounts with two decimals and groups of thousands, ratios in percent. */
function toText(value: Scalar, { unit }: Pick<MetricFacts, 'unit'>): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'number') return value
  if (unit === 'ratio') return `${Number((value * 100).toFixed(2))} %`
  const [whole, decimals] =
    unit === 'amount' ? value.toFixed(2).split('.') : String(Number(value.toFixed(4))).split('.')
  const grouped = unit === 'amount' ? whole!.replace(/\B(?=(\d{3})+$)/g, ',') : whole!
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS_MAX))
}
