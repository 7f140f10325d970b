import { Type, type Static } from 'typebox'
import { dateOfDay } from '../../values/dates.ts'
import type { Ledger } from '../ledger.ts'
import { computeMetric, type Metric, type MetricParameters, type MetricResult } from '../metric.ts'
import { METHODS, type Method } from '../metric/basis.ts'
import { resolveBasis } from '../metric/resolved.ts'
import { toMetricValue } from '../metric/value.ts'
import { defaultWindow } from '../metric/gate.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { MetricValue, Nullable, Shape, StatusName, Text } from '../schemas.ts'
import { toWindow, type Window } from '../window.ts'
import { createPaging, PAGING } from './paging.ts'
import { cutPeriods, type Granularity } from './periods.ts'

const { value } = MetricValue.properties
const cell = { value, status: StatusName, reasons: Type.Array(Type.String()) }

const RowInFormula = Shape({
  transaction_id: Type.String(),
  date: Type.String(),
  amount: Type.Number(),
  /** What of the amount counts. */
  factor: Type.Number(),
  month: Text,
  side: Type.Enum(['value', 'numerator', 'denominator']),
  party: Text,
})

const DayInFormula = Shape({
  date: Type.String(),
  account_id: Type.String(),
  opening: Type.Number(),
  balance: Type.Number(),
  month: Text,
  transaction_id: Text,
})

/** What the value follows from, so that it can be recomputed by hand. */
const BasisBody = Nullable(
  Shape({
    method: Type.Enum(Object.keys(METHODS) as Method[]),
    /** The method in words. */
    text: Type.String(),
    /** The months that take part, also those without a row. */
    months: Type.Array(Type.String()),
    rows: Type.Array(RowInFormula),
    rows_count: Type.Integer(),
    days: Type.Array(DayInFormula),
    days_count: Type.Integer(),
    /** Of the longer of both lists. */
    next_cursor: Text,
  }),
)

const PAGES = createPaging('evidence')

const schema = reportSchema({
  ...MetricValue.properties,
  basis: BasisBody,
  granularity: Type.String(),
  series: Type.Array(
    Shape({ period: Type.String(), start_date: Type.String(), end_date: Type.String(), ...cell }),
  ),
  by_month: Type.Array(Shape({ month: Type.String(), ...cell })),
  by_account: Type.Array(
    Shape({ account_id: Type.String(), name: Type.String(), last4: Text, ...cell }),
  ),
})

const PARAMETERS = ['slug', 'denominator', 'target', 'attribute'] as const

/**
 * One metric with its parts: by month, by account and along the window. A metric that is a state of
 * the whole submission, such as the number of running advances, cannot be cut: its parts are empty.
 */
export function metricDetail(metric: Metric): Report {
  return {
    name: `metrics/${metric.name}`,
    title: metric.label,
    description: metric.formula,
    defaultWindow: metric.defaultWindow,
    query: METRIC_DETAIL_QUERY,
    schema,
    check: PAGES.check,
    compute: (ledger, request) => computeDetail(metric, ledger, request),
  }
}

/** Query of one metric: how it is cut, and the parameters that some metrics take. */
export const METRIC_DETAIL_QUERY = Type.Object(
  {
    granularity: Type.Optional(Type.Enum(['day', 'week', 'month'], { default: 'month' })),
    slug: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    denominator: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    target: Type.Optional(Type.Number({ minimum: 0 })),
    attribute: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    ...PAGING,
  },
  { additionalProperties: false },
)

/** The schema of every metric's detail. */
export const METRIC_DETAIL_SCHEMA = schema

function computeDetail(
  metric: Metric,
  ledger: Ledger,
  request: ReportRequest,
): Static<typeof schema> {
  const parameters = readParameters(request.options)
  const granularity = (request.options['granularity'] ?? 'month') as Granularity
  const window = request.window ?? defaultWindow(ledger, metric.defaultWindow)
  const result = computeMetric(ledger, metric, { window, parameters })
  // What the pieces share is of no use to another report, so it is not kept with the ledger.
  const query: MetricQuery = { metric, ledger: { ...ledger, memo: new Map() }, window, parameters }
  const isKnown = result.exact !== null
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons: result.reasons }),
    ...toMetricValue(result, ledger),
    basis: buildBasis(ledger, result, request.options),
    granularity,
    series: buildSeries(query, granularity),
    by_month: buildSeries(query, 'month').map(({ period, ...rest }) => ({
      month: period,
      ...toCell(rest),
    })),
    by_account: listByAccount(query),
  }
}

function buildBasis(
  ledger: Ledger,
  result: MetricResult,
  options: ReportRequest['options'],
): Static<typeof BasisBody> {
  const found = resolveBasis(ledger, result)
  if (found === null) return null
  const { method, months, rows, days } = found
  const [ofRows, ofDays] = [PAGES.slice(rows, options), PAGES.slice(days, options)]
  return {
    method,
    text: METHODS[method],
    months,
    rows: ofRows.items,
    rows_count: rows.length,
    days: ofDays.items,
    days_count: days.length,
    next_cursor: ofRows.nextCursor ?? ofDays.nextCursor,
  }
}

function readParameters(options: ReportRequest['options']): MetricParameters {
  const given = PARAMETERS.map((name) => [name, options[name]] as const)
  const known = given.filter(([, each]) => each !== undefined)
  return Object.fromEntries(known) as MetricParameters
}

interface MetricQuery {
  metric: Metric
  ledger: Ledger
  window: Window
  parameters: MetricParameters
}

type Cell = { [Key in keyof typeof cell]: Static<(typeof cell)[Key]> }

function buildSeries(
  query: MetricQuery,
  granularity: Granularity,
): Static<typeof schema>['series'] {
  const { metric, window } = query
  if (!metric.isDivisible) return []
  return cutPeriods(window, granularity).map(({ startDay, endDay }) => {
    const [start_date, end_date] = [dateOfDay(startDay), dateOfDay(endDay)]
    const piece = toWindow('custom', start_date, end_date)
    const period = granularity === 'month' ? start_date.slice(0, 7) : start_date
    return { period, start_date, end_date, ...valueIn(query, piece) }
  })
}

function listByAccount(query: MetricQuery): Static<typeof schema>['by_account'] {
  if (!query.metric.isDivisible) return []
  return query.ledger.accounts.map(({ account: { id, name, last4 } }, account) => ({
    account_id: id,
    name,
    last4,
    ...valueIn(query, { ...query.window, account }),
  }))
}

function valueIn({ metric, ledger, parameters }: MetricQuery, window: Window): Cell {
  return toCell(toMetricValue(computeMetric(ledger, metric, { window, parameters }), ledger))
}

function toCell({ value: own, status, reasons }: Cell): Cell {
  return { value: own, status, reasons }
}
