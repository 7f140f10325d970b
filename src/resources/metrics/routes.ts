import { Type, type TSchema } from 'typebox'
import {
  buildMetricDefinition,
  MetricDefinition,
  buildRuleDefinition,
  RuleMetricDefinition,
} from '../../core/analytics/metrics/definition.ts'
import { METRICS } from '../../core/analytics/metrics/index.ts'
import { METRIC_GROUPS } from '../../core/analytics/reports/metrics-report.ts'
import type { Metric, MetricUnit } from '../../core/analytics/metric.ts'
import { route } from '../../platform/route.ts'
import { camelize } from '../../platform/wire/convert.ts'
import { listBody, ListQuery, sliceFixed } from '../../platform/wire/list-query.ts'
import { List, StringEnum } from '../../platform/wire/shapes.ts'

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

const MetricQuery = ListQuery({
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
    handle: async ({ query }, ctx) => {
      const metrics = METRICS.filter(matcher(query)).map(buildMetricDefinition)
      return listBody(sliceFixed(ctx, query, toItems(MetricDefinition, metrics)))
    },
  }),
  route({
    endpoint: 'GET /v1/metrics/rule-metrics',
    operationId: 'listRuleMetrics',
    summary: 'List the metrics that a rule can look at, with its operators',
    scope: 'analytics:read',
    shapes: { query: MetricQuery, returns: List(RuleMetricDefinition) },
    handle: async ({ query }, ctx) => {
      const metrics = METRICS.filter(({ isInRules }) => isInRules).filter(matcher(query))
      const items = toItems(RuleMetricDefinition, metrics.map(buildRuleDefinition))
      return listBody(sliceFixed(ctx, query, items))
    },
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

function toItems<Item extends { name: string }>(schema: TSchema, items: Item[]): { id: string }[] {
  return items.map((item) => ({ id: item.name, ...(camelize(schema, item) as object) }))
}
