import { Type } from 'typebox'
import {
  buildMetricDefinition,
  MetricDefinition,
  buildRuleDefinition,
  RuleMetricDefinition,
} from '../../core/analytics/metrics/definition.ts'
import { METRICS } from '../../core/analytics/metrics/index.ts'
import { METRIC_GROUPS } from '../../core/analytics/reports/metrics-report.ts'
import type { Metric, MetricUnit } from '../../core/analytics/metric.ts'
import { Reply, route } from '../../platform/route.ts'
import { Fields, List, StringEnum } from '../../platform/wire/shapes.ts'

const UNITS: readonly MetricUnit[] = [
  'n',
  'days',
  'ratio',
  'amount',
  'score',
  'boolean',
  'string',
  'date',
  'array',
]

const MetricQuery = Fields({
  group: Type.Optional(StringEnum(METRIC_GROUPS.map(({ name }) => name))),
  unit: Type.Optional(StringEnum(UNITS)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})

interface Query {
  group?: string
  unit?: string
  q?: string
}

export const metricRoutes = [
  route({
    endpoint: 'GET /v1/metrics',
    summary: 'List the metrics: what each is, its formula, date ranges and parameters',
    scope: 'analytics:read',
    shapes: { query: MetricQuery, returns: List(MetricDefinition) },
    handle: async ({ query }) =>
      toListReply(METRICS.filter(matcher(query)).map(buildMetricDefinition)),
  }),
  route({
    endpoint: 'GET /v1/metrics/rule-metrics',
    summary: 'List the metrics that a rule can look at, with its operators',
    scope: 'analytics:read',
    shapes: { query: MetricQuery, returns: List(RuleMetricDefinition) },
    handle: async ({ query }) =>
      toListReply(
        METRICS.filter(({ isInRules }) => isInRules)
          .filter(matcher(query))
          .map(buildRuleDefinition),
      ),
  }),
]

/** Every word of `q` stands in the name, the label or the formula. */
function matcher({ group, unit, q }: Query): (metric: Metric) => boolean {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return (metric) => {
    const text = `${metric.name} ${metric.label} ${metric.formula}`.toLowerCase()
    const isOfKind =
      (group ?? metric.group) === metric.group && (unit ?? metric.unit) === metric.unit
    return isOfKind && words.every((word) => text.includes(word))
  }
}

/** The registry is one page: it is part of the program, not of anybody's data. */
function toListReply(data: readonly object[]): Reply {
  return new Reply({ json: JSON.stringify({ data, has_more: false, next_cursor: null }) })
}
