import { Type, type Static } from 'typebox'
import { OPERATORS_BY_TYPE, type ValueType } from '../../values/operators.ts'
import type { Metric } from '../metric.ts'
import { Nullable, Shape, Text } from '../schemas.ts'
import { isAhead, WINDOW_NAMES } from '../window.ts'

const Parameter = Shape({
  name: Type.String(),
  type: Type.Enum(['string', 'number']),
  required: Type.Boolean(),
  description: Type.String(),
})

const properties = {
  name: Type.String(),
  label: Type.String(),
  description: Type.String(),
  group: Type.String(),
  unit: Type.String(),
  formula_id: Type.String(),
  formula: Type.String(),
  default_date_range: Type.String(),
  date_ranges: Type.Array(Type.String()),
  parameters: Type.Array(Parameter),
  higher_is_better: Nullable(Type.Boolean()),
  heron_label: Text,
  is_rule_metric: Type.Boolean(),
}

/** What a metric is and how it can be requested (resources section 10). */
export const MetricDefinition = Shape(properties)

/** The same, with what a rule needs to use it. */
export const RuleMetricDefinition = Shape({
  ...properties,
  value_type: Type.Enum(['number', 'string', 'boolean', 'date']),
  operators: Type.Array(Type.String()),
  allowed_values: Nullable(Type.Array(Type.String())),
  examples: Type.Array(Type.String()),
})

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const GRADES = ['A', 'B', 'C', 'D', 'F']

/** The closed lists of values that some text metrics have. */
const ALLOWED: Record<string, readonly string[]> = {
  paper_grade: GRADES,
  risk_grade: GRADES,
  best_weekday: WEEKDAYS,
  worst_weekday: WEEKDAYS,
}

const EXAMPLES: Record<Metric['unit'], string> = {
  n: '3',
  days: '5',
  ratio: '0.25',
  amount: '10000.00',
  score: '60',
  boolean: 'true',
  string: 'A',
  date: '2026-01-31',
  array: '',
}

/** The definition of a metric. A metric of the days ahead takes only names that look ahead. */
export function buildMetricDefinition(metric: Metric): Static<typeof MetricDefinition> {
  const isForecast = isAhead(metric.defaultWindow)
  return {
    name: metric.name,
    label: metric.label,
    description: metric.description,
    group: metric.group,
    unit: metric.unit,
    formula_id: metric.formulaId,
    formula: metric.formula,
    default_date_range: metric.defaultWindow,
    date_ranges: WINDOW_NAMES.filter((name) => isAhead(name) === isForecast),
    parameters: metric.parameters.map(({ name, type, isRequired, description }) => ({
      name,
      type,
      required: isRequired,
      description,
    })),
    higher_is_better: metric.isHigherBetter,
    heron_label: metric.heronLabel,
    is_rule_metric: metric.isInRules,
  }
}

/** How a rule can use a metric; only for metrics with `isInRules`. */
export function buildRuleDefinition(metric: Metric): Static<typeof RuleMetricDefinition> {
  const type = toValueType(metric)
  const allowed = ALLOWED[metric.name] ?? null
  const value = allowed?.[0] ?? EXAMPLES[metric.unit]
  const bound = metric.isHigherBetter === true ? 'greater_than_or_equal' : 'less_than_or_equal'
  const operator = type === 'number' ? bound : 'equal'
  return {
    ...buildMetricDefinition(metric),
    value_type: type,
    operators: [...OPERATORS_BY_TYPE[type]],
    allowed_values: allowed === null ? null : [...allowed],
    examples: [`${metric.name} ${operator} ${value}`],
  }
}

function toValueType({ unit }: Metric): ValueType {
  if (unit === 'string' || unit === 'boolean' || unit === 'date') return unit
  return 'number'
}
