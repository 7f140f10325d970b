import { Type, type TProperties } from 'typebox'
import type { Report } from '../../core/analytics/report.ts'
import { findMetric } from '../../core/analytics/metrics/index.ts'
import {
  metricDetail,
  METRIC_DETAIL_QUERY,
  METRIC_DETAIL_SCHEMA,
} from '../../core/analytics/reports/metric-detail.ts'
import { GRAINS } from '../../core/analytics/portfolio/buckets.ts'
import { Portfolio } from '../../core/analytics/portfolio/schema.ts'
import { unknownMetric } from '../../core/analytics/reports/metrics-report.ts'
import { offerSimulation } from '../../core/analytics/reports/offers.ts'
import { REPORTS } from '../../core/analytics/reports/index.ts'
import {
  Currency,
  Fields,
  IdParams,
  StringEnum,
  PlainDate,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { outsideRoute, Reply, route, type Route } from '../../platform/route.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { AnomalyParams, AnomalyPatch, noteAnomaly, OneAnomaly } from './anomalies/note.ts'
import { AUDIENCES, PAPER_FORMATS, PAPERS, readPaper } from './deal-file/read-paper.ts'
import { getDataState } from '../ledgers/ledgers.ts'
import { findIsUnsettled } from '../pipeline/runs/store.ts'
import { FILES, WRITERS, writeText } from './files.ts'
import { OfferSimulationBody } from './offers/schemas.ts'
import { simulateOffer } from './offers/simulate.ts'
import { readPortfolio } from '../portfolio/read.ts'
import { GROUPS, type GroupBy } from '../portfolio/selected/store.ts'
import { DEAL_STAGES } from '../records/submissions/lifecycle.ts'
import { readReport, type ReportQuery } from './read-report.ts'

const WAIT_SECONDS_MAX = 25

const ranges = {
  date_range: Type.Optional(Type.String({ maxLength: 64 })),
  start_date: Type.Optional(PlainDate),
  end_date: Type.Optional(PlainDate),
  as_of: Type.Optional(PlainDate),
  account_ids: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 100 })),
  currency: Type.Optional(Currency),
}

const common = {
  ...ranges,
  /** One of GET /v1/submissions/:id/versions: its metrics as they were kept. */
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
  /** Evidence, breakdown and accounts are part of every response; formula adds the texts. */
  include: Type.Optional(
    Type.Array(StringEnum(['evidence', 'formula', 'breakdown', 'accounts']), { maxItems: 4 }),
  ),
  /** Seconds to wait for a running pipeline. */
  wait: Type.Optional(Type.Number({ minimum: 0, maximum: WAIT_SECONDS_MAX })),
}

const ERRORS = [
  'submission_not_found',
  'account_not_found',
  'version_not_found',
  'invalid_date_range',
  'invalid_metric',
  'invalid_parameter',
  'invalid_limit',
  'invalid_cursor',
] as const

const PortfolioQuery = Fields({
  /** First day on which the submissions were created; `until` is the last one. */
  since: Type.Optional(PlainDate),
  until: Type.Optional(PlainDate),
  /** Length of a period of `series`; months when it is left out. */
  granularity: Type.Optional(StringEnum(GRAINS)),
  /** Only submissions of this stage, or with this tag. */
  deal_stage: Type.Optional(StringEnum(DEAL_STAGES)),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  /** Adds the numbers of each group as `groups`. */
  group_by: Type.Optional(StringEnum(Object.keys(GROUPS) as GroupBy[])),
  /** Distributions of fewer submissions have no figures. */
  min_n: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
})

export const analyticsRoutes: Route[] = [
  ...REPORTS.map(reportRoute),
  metricRoute(),
  anomalyRoute(),
  offerRoute(),
  fileRoute(),
  portfolioRoute(),
]

function reportRoute(report: Report): Route {
  const file = FILES.find(({ name }) => name === report.name)
  const paper = PAPERS.find((name) => name === report.name && name !== 'report')
  const formats = [
    'json',
    ...(report.toText ? ['text'] : []),
    ...(file ? Object.keys(WRITERS) : []),
    ...(paper ? PAPER_FORMATS : []),
  ]
  const format: TProperties = { format: Type.Optional(StringEnum(formats)) }
  const returns = Fields({ data: report.schema })
  return outsideRoute({
    endpoint: `GET /v1/submissions/:id/${report.name}`,
    summary: report.title,
    description: report.description,
    scope: 'analytics:read',
    ...(report.isAdditive && { isAdditive: true }),
    errors: ERRORS,
    shapes: {
      params: IdParams,
      query: Fields({ ...common, ...report.query.properties, ...format }),
      returns,
    },
    handle: async ({ params, query: fullQuery }, ctx) => {
      const { format: wanted, ...query } = fullQuery as ReportQuery & { format?: string }
      const submissionId = params.id
      if (query.version !== undefined && (wanted ?? 'json') !== 'json') {
        const message = 'A past version is available as JSON only; leave format out.'
        throw new ApiError('invalid_parameter', message, { param: 'format' })
      }
      if (paper && PAPER_FORMATS.includes(wanted ?? 'json')) {
        return readPaper(ctx, { name: paper, submissionId, format: wanted!, query })
      }
      const response = await readReport(ctx, { report, submissionId, query })
      if (wanted === 'text') {
        const isBusy = await ctx.transaction((own) => findIsUnsettled(own, submissionId))
        return writeText(report, response.json.toString(), isBusy === true)
      }
      const write = WRITERS[wanted ?? 'json']
      return write ? write(file!, response.json.toString()) : new Reply(response)
    },
  })
}

/** The report is computed; the review of an anomaly is stored. */
function anomalyRoute(): Route {
  return route({
    endpoint: 'PATCH /v1/submissions/:id/anomalies/:aid',
    summary: 'Dismiss, confirm or reopen an anomaly',
    scope: 'analytics:write',
    isAdditive: true,
    errors: ['submission_not_found', 'anomaly_not_found'],
    shapes: { params: AnomalyParams, body: AnomalyPatch, returns: OneAnomaly },
    handle: async ({ params, body }, ctx) => ({
      data: await noteAnomaly(ctx, params.id, { id: params.aid, ...body }),
    }),
  })
}

/** The submission is looked up first: an unknown metric must not hide that there is none. */
function metricRoute(): Route {
  const returns = Fields({ data: METRIC_DETAIL_SCHEMA })
  return outsideRoute({
    endpoint: 'GET /v1/submissions/:id/metrics/:name',
    summary: 'One metric by month, by account and along its date range',
    scope: 'analytics:read',
    errors: [...ERRORS, 'metric_not_found'],
    shapes: {
      params: Fields({ ...IdParams.properties, name: Type.String({ maxLength: 64 }) }),
      query: Fields({ ...common, ...METRIC_DETAIL_QUERY.properties }),
      returns,
    },
    handle: async ({ params: { id: submissionId, name }, query }, ctx) => {
      const metric = findMetric(name)
      if (metric === null) {
        await ctx.transaction((own) => getDataState(own, submissionId))
        throw new ApiError('metric_not_found', unknownMetric(name), { param: 'name' })
      }
      const request = { report: metricDetail(metric), submissionId, query }
      return new Reply(await readReport(ctx, request))
    },
  })
}

function portfolioRoute(): Route {
  return outsideRoute({
    endpoint: 'GET /v1/analytics/portfolio',
    operationId: 'getPortfolio',
    summary: 'Portfolio numbers across all submissions',
    description: [
      'All numbers are of the submissions created from since to until, as these are now. They come',
      'from counters that change in the transaction that changes a submission, so a response is up to',
      'date and takes as long for a million transactions as for a hundred. Quantiles are within',
      'relative_accuracy of the exact ones; everything else is exact. With deal_stage, tag or group_by',
      'the selected submissions are summed up, which takes longer the more they are.',
    ].join(' '),
    scope: 'analytics:read',
    errors: ['invalid_date_range'],
    shapes: { query: PortfolioQuery, returns: Fields({ data: Portfolio }) },
    handle: async ({ query }, ctx) => new Reply(await readPortfolio(ctx, query)),
  })
}

/** Simulates an offer; nothing is stored. */
function offerRoute(): Route {
  const returns = Fields({ data: offerSimulation.schema })
  return outsideRoute({
    endpoint: 'POST /v1/submissions/:id/offers',
    operationId: 'simulateSubmissionOffer',
    summary: offerSimulation.title,
    description: offerSimulation.description,
    scope: 'analytics:read',
    isAdditive: true,
    errors: ['submission_not_found', 'invalid_parameter', 'invalid_amount', 'invalid_date'],
    shapes: { params: IdParams, body: OfferSimulationBody, returns },
    handle: async ({ params: { id: submissionId }, body }, ctx) =>
      new Reply({ json: await simulateOffer(ctx, { submissionId, body }) }),
  })
}

/** The underwriting file, from the same numbers as the reports. */
function fileRoute(): Route {
  return outsideRoute({
    endpoint: 'GET /v1/submissions/:id/report',
    summary: 'The underwriting file',
    description:
      'Grades and their reasons, months, balances, revenue, positions, risk events, anomalies, ' +
      'reconciliation, offers, settings and the rows behind the numbers with document and page. ' +
      'The rows stand in it for a key that may read transactions. For the committee of the lender it ' +
      'has the decision with its reasons and notes, the results of policies with what was overridden, ' +
      'corrections and the forecast too; those go to no recipient.',
    scope: 'analytics:read',
    isAdditive: true,
    cost: 'heavy',
    produces: 'binary',
    errors: [...ERRORS, 'insufficient_scope'],
    shapes: {
      params: IdParams,
      query: Fields({
        ...ranges,
        format: Type.Optional(StringEnum(PAPER_FORMATS)),
        audience: Type.Optional(StringEnum(Object.keys(AUDIENCES))),
      }),
    },
    handle: async (
      { params: { id: submissionId }, query: { format, audience, ...query } },
      ctx,
    ) => {
      const name = AUDIENCES[(audience ?? 'recipient') as keyof typeof AUDIENCES]
      return readPaper(ctx, { name, submissionId, format: format ?? 'pdf', query })
    },
  })
}
