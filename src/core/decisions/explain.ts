import {
  formatMoney,
  formatMultiple,
  groupThousands,
  isMultiple,
} from '../values/paper/figure-text.ts'
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

/** Operators as they are written before a value. */
const WORDS: Record<Operator, string> = {
  equal: 'to equal',
  not_equal: 'not to equal',
  greater_than: 'more than',
  greater_than_or_equal: 'at least',
  less_than: 'less than',
  less_than_or_equal: 'at most',
  between: 'a value between',
  not_between: 'a value outside',
  in: 'one of',
  not_in: 'none of',
  contains: 'to contain',
  not_contains: 'not to contain',
  matches: 'to match',
  changed_by_more_than: 'a change of more than',
  exists: 'to be known',
  not_exists: 'to be unknown',
}

/** What a result was compared with, as the wire shows it. */
export interface Expected {
  operator: Operator
  value: unknown
  valueTo: unknown
  /** The value of the metric it was compared with; null where it was compared with none. */
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

/** The sentence of a result; null where there is nothing to add. */
export function formatMessage(found: RuleFinding, currency: string | null): string | null {
  const { compiled, finding, verdict, note, result } = found
  if (note !== null) return verdict?.note ? `${note} ${verdict.note}` : note
  if (verdict !== null && (result === 'passed' || result === 'failed')) return verdict.note
  if (finding === null) return 'This manual check has not been done yet.'
  return describeFinding(finding, currency, compiled.rule)
}

/** A finding as a sentence, by the template of a rule where there is one. */
export function describeFinding(
  finding: Finding,
  currency: string | null,
  { name, message }: Pick<Rule, 'name' | 'message'> = { name: '', message: null },
): string {
  if (message === null && finding.alternatives) return describeAlternatives(finding, currency)
  if (finding.level === LEVEL.unknown) return `${formatMetricName(finding.condition)} is not known`
  const text = fill(message ?? DEFAULT_TEMPLATE, buildWords(name, finding, currency))
  return finding.isPartial ? `${text} (from incomplete data)` : text
}

/** Which alternative was met, or that none was, with what each found. */
function describeAlternatives(
  { level, alternatives, ...found }: Finding,
  currency: string | null,
): string {
  const { findings, decided } = alternatives!
  const texts = findings.map((each) => describeFinding(each, currency))
  if (level < LEVEL.tentative)
    return `None of ${findings.length} alternatives is met: ${texts.join('; ')}`
  const text = describeFinding({ ...found, level }, currency)
  return `Alternative ${decided + 1} of ${findings.length} is met: ${text}`
}

type Words = Record<(typeof PLACEHOLDERS)[number], string>

function buildWords(rule: string, finding: Finding, currency: string | null): Words {
  const { condition, actual } = finding
  const { metric } = condition.ref
  const write = (value: Scalar, as: MetricFigure = metric): string => toText(value, as, currency)
  return {
    rule,
    metric: formatMetricName(condition),
    actual: actual === null ? 'unknown' : write(actual),
    operator: WORDS[condition.operator],
    value: formatValue(finding, write),
    distance: finding.distance === null ? '' : write(finding.distance, distanceIn(metric)),
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

function formatValue(
  { condition, resolved, resolvedTo }: Finding,
  write: (value: Scalar) => string,
): string {
  const { written, change } = condition
  if (change?.isRatio) return `${toPercent(change.amount)} of the previous value`
  const value = resolved ?? written.value
  const valueTo = resolvedTo ?? written.valueTo
  if (value === null) return ''
  const list = (values: unknown): string =>
    [values]
      .flat()
      .map((each) => write(each as Scalar))
      .join(', ')
  return valueTo === null ? list(value) : `${list(value)} and ${list(valueTo)}`
}

/** A distance between dates is a number of days. */
function distanceIn(metric: MetricFacts): MetricFigure {
  return metric.valueType === 'date' ? { ...metric, unit: 'days' } : metric
}

type MetricFigure = Pick<MetricFacts, 'name' | 'unit'>

/** As a person reads it: `$1,234.56`, `9.3 %`, `0.35×`; an amount has no sign without currency. */
function toText(value: Scalar, { name, unit }: MetricFigure, currency: string | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'number') return value
  if (unit === 'ratio') return isMultiple(name) ? formatMultiple(value) : toPercent(value)
  if (unit !== 'amount') return String(Number(value.toFixed(4)))
  return currency === null ? groupThousands(value.toFixed(2)) : formatMoney(value, currency)
}

/** With two decimals at most: a rule may be missed by less than a tenth of a percent. */
function toPercent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS_MAX))
}
