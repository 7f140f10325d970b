import type {
  MetricRuleMetric,
  PolicyRule,
  Rule,
} from '../../../../../clients/typescript/src/index.ts'
import { parseTyped, toTyped } from '../words.ts'

/** A rule as it is typed. */
export interface RuleDraft {
  name: string
  metric: string
  operator: string
  value: string
  value_to: string
  date_range: string
  outcome: string
  severity: string
  on_missing: string
  message: string
  mode: string
  is_active: boolean
}

type Metrics = ReadonlyMap<string, MetricRuleMetric>

export function toDraft(rule: Rule | null, metrics: Metrics): RuleDraft {
  const unit = metrics.get(rule?.metric ?? '')?.unit ?? 'n'
  return {
    name: rule?.name ?? '',
    metric: rule?.metric ?? '',
    operator: rule?.operator ?? '',
    value: toText(rule?.value, unit),
    value_to: toText(rule?.value_to, unit),
    date_range: rule?.date_range ?? '',
    outcome: rule?.outcome ?? 'review',
    severity: rule?.severity ?? 'medium',
    on_missing: rule?.on_missing ?? 'missing_data',
    message: rule?.message ?? '',
    mode: rule?.mode ?? 'enforced',
    is_active: rule?.is_active ?? true,
  }
}

function toText(value: unknown, unit: string): string {
  if (Array.isArray(value)) return value.map((one) => toTyped(one, unit)).join(', ')
  return toTyped(value, unit)
}

/** Several values are typed with commas between them. */
const LISTS = new Set(['in', 'not_in'])
const RANGES = new Set(['between', 'not_between'])
const VALUELESS = new Set(['exists', 'not_exists'])

export function needsValue(operator: string): boolean {
  return !VALUELESS.has(operator)
}

export function needsRange(operator: string): boolean {
  return RANGES.has(operator)
}

/** How a number is compared unless somebody says otherwise: equal to a sum is never meant. */
export function usualOperator(metric: Compared | undefined): string {
  if (metric === undefined) return ''
  const { operators, value_type, higher_is_better } = metric
  const bound = higher_is_better === false ? 'less_than_or_equal' : 'greater_than_or_equal'
  return value_type === 'number' && operators.includes(bound) ? bound : (operators[0] ?? '')
}

type Compared = Pick<MetricRuleMetric, 'operators' | 'value_type' | 'higher_is_better'>

const USUAL_COUNTS = new Set(['1', '2', '3', '6', '12', '30', '60', '90', '180', '365'])

/** The days that are usual in the trade, and those that the rule has. */
export function listRanges(ranges: readonly string[], chosen: string): string[] {
  return ranges.filter((range) => {
    const count = /\d+/.exec(range)?.[0]
    return range === chosen || count === undefined || USUAL_COUNTS.has(count)
  })
}

/** The fields as the API takes them; a threshold that is another metric stays as it is. */
export function toRule(draft: RuleDraft, metrics: Metrics, before: Rule | null): PolicyRule {
  const { name, metric, operator, outcome, severity, on_missing, mode, is_active } = draft
  const shared = {
    name: name.trim(),
    outcome,
    severity,
    on_missing,
    mode,
    is_active,
    message: draft.message.trim() || null,
  }
  if (metric === '') return before === null ? { ...shared, kind: 'manual' } : shared
  const declared = metrics.get(metric)
  const parse = (text: string) =>
    parseTyped(text, declared?.value_type ?? 'number', declared?.unit ?? 'n')
  const isOther = draft.value === '' && isMetric(before?.value)
  const single = LISTS.has(operator)
    ? draft.value.split(',').flatMap((one) => parse(one) ?? [])
    : parse(draft.value)
  return {
    ...shared,
    metric,
    operator,
    date_range: draft.date_range || null,
    ...(isOther ? {} : { value: needsValue(operator) ? single : null }),
    value_to: needsRange(operator) ? parse(draft.value_to) : null,
  }
}

export function isMetric(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'metric' in value
}
