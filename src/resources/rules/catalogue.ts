import type { Catalogue } from '../../core/decisions/condition.ts'
import type { Problem } from '../../core/values/problem.ts'
import { buildRuleDefinition } from '../../core/analytics/metrics/definition.ts'
import { METRICS } from '../../core/analytics/metrics/index.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'

const RULE_METRICS = METRICS.filter(({ isInRules }) => isInRules)

/** The metrics that rules can use. */
export const CATALOGUE: Catalogue = new Map(
  RULE_METRICS.map((metric) => {
    const {
      label,
      unit,
      value_type: valueType,
      date_ranges,
      allowed_values,
    } = buildRuleDefinition(metric)
    const { name, parameters } = metric
    const facts = { name, label, unit, valueType, parameters }
    return [name, { ...facts, dateRanges: date_ranges, allowedValues: allowed_values }]
  }),
)

/** What a condition can be refused with. */
export const CONDITION_ERRORS = [
  'invalid_metric',
  'invalid_operator',
  'invalid_expression',
  'invalid_date_range',
] as const

/** Heron’s label as our metric name; other names unchanged. */
export function metricNamed(label: string): string {
  if (CATALOGUE.has(label)) return label
  return RULE_METRICS.find(({ heronLabel }) => heronLabel === label)?.name ?? label
}

/** A parsing problem as an error; `at` is put before its place. */
export function toApiError({ code, where, message }: Problem, at = ''): ApiError {
  return new ApiError(code as ErrorCode, message, { param: `${at}${where ?? ''}` })
}
