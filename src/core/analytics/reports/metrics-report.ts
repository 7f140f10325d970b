import { Type, type Static } from 'typebox'
import type { Problem } from '../../values/problem.ts'
import { describeUnknownRange } from '../../values/days/range-names.ts'
import { nearest } from '../../values/text.ts'
import { defaultWindow, judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { computeMetric, type Metric, type MetricGroup } from '../metric.ts'
import { toMetricValue } from '../metric/value.ts'
import { METRICS } from '../metrics/index.ts'
import { BANK } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { MetricValue, Shape } from '../schemas.ts'
import { WINDOW_NAMES, type Window } from '../window.ts'

/** Families in the order of the registry, as `?group=` takes them. */
export const METRIC_GROUPS: readonly { name: MetricGroup; label: string }[] = [
  { name: 'data_quality', label: 'Data quality' },
  { name: 'balance', label: 'Balances' },
  { name: 'profit_and_loss', label: 'Profit and loss' },
  { name: 'debt', label: 'Debt' },
  { name: 'risk_flag', label: 'Risk flags' },
  { name: 'forecast', label: 'Forecast' },
  { name: 'score', label: 'Scores' },
  { name: 'identity', label: 'Identity' },
]

/** The metrics, and their names by group. */
export const METRICS_SCHEMA = reportSchema({
  metrics: Type.Array(MetricValue),
  groups: Type.Array(
    Shape({ name: Type.String(), label: Type.String(), metrics: Type.Array(Type.String()) }),
  ),
})

const NAMED = { maxItems: 200 }

/** Every metric of the registry with its status, inputs and evidence (formulas section 22). */
export const metrics: Report = {
  name: 'metrics',
  title: 'Metrics',
  description:
    'Every metric over its own date range, or over each requested one; an unknown value is null with reasons.',
  defaultWindow: 'last_90_days',
  query: Type.Object(
    {
      group: Type.Optional(Type.Enum(METRIC_GROUPS.map(({ name }) => name))),
      names: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), NAMED)),
      date_ranges: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 6 }),
      ),
    },
    { additionalProperties: false },
  ),
  schema: METRICS_SCHEMA,
  check: checkOptions,
  compute: computeMetrics,
}

function checkOptions(options: ReportRequest['options']): Problem | null {
  const known = METRICS.map(({ name }) => name)
  const unknownName = namesIn(options, 'names').find((name) => !known.includes(name))
  if (unknownName !== undefined) {
    return { code: 'invalid_metric', where: 'names', message: unknownMetric(unknownName) }
  }
  const ranges = WINDOW_NAMES.filter((name) => name !== 'custom')
  const range = namesIn(options, 'date_ranges').find((name) => !ranges.includes(name))
  if (range === undefined) return null
  const message = describeUnknownRange(range, ranges)
  return { code: 'invalid_date_range', where: 'date_ranges', message }
}

/** The problem of a metric that does not exist. */
export function unknownMetric(name: string): string {
  const known = METRICS.map((metric) => metric.name)
  return `There is no metric ${name.slice(0, 64)}.${hint(name, known)}`
}

function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  return near === null ? '' : ` Did you mean ${near}?`
}

function namesIn(options: ReportRequest['options'], key: string): readonly string[] {
  return (options[key] as readonly string[] | undefined) ?? []
}

function computeMetrics(ledger: Ledger, request: ReportRequest): Static<typeof METRICS_SCHEMA> {
  const window = request.window ?? defaultWindow(ledger, 'last_90_days')
  const { blocks, weakens } = judge(ledger, window, BANK)
  const isKnown = blocks.length === 0
  const wanted = wantedMetrics(request.options)
  const ranges = namesIn(request.options, 'date_ranges').map((name) => windowNamed(ledger, name))
  const windows: (Window | null)[] = ranges.length > 0 ? ranges : [request.window]
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: isKnown ? weakens : blocks }),
    metrics: windows.flatMap((each) =>
      wanted.map((metric) =>
        toMetricValue(
          computeMetric(ledger, metric, {
            window: each ?? defaultWindow(ledger, metric.defaultWindow),
          }),
          ledger,
        ),
      ),
    ),
    groups: listMetricGroups(wanted),
  }
}

/** The groups that have one of these metrics, with their names. */
export function listMetricGroups(
  wanted: readonly Metric[],
): { name: string; label: string; metrics: string[] }[] {
  return METRIC_GROUPS.map(({ name, label }) => ({
    name,
    label,
    metrics: wanted.filter(({ group }) => group === name).map((metric) => metric.name),
  })).filter(({ metrics: own }) => own.length > 0)
}

/** The metrics that a query chooses by `names` and `group`; all of them without. */
export function wantedMetrics(options: ReportRequest['options']): Metric[] {
  const names = namesIn(options, 'names')
  const group = options['group']
  return METRICS.filter(
    (metric) =>
      (names.length === 0 || names.includes(metric.name)) &&
      (group === undefined || metric.group === group),
  )
}
