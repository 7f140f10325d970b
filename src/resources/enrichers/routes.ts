import { ENRICHER_NAMES } from '../../core/enrichers/index.ts'
import { didYouMean } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { outsideRoute, route, type Route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import {
  findLatestResult,
  getResult,
  listResults,
  RESULT_SORTS,
  type EnricherResult,
} from '../records/enricher-results/store.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { requireEnricher } from './begin.ts'
import { listEnricherFields } from './fields.ts'
import { presentResult } from './present.ts'
import { runAndWait, startEnrichers } from './run.ts'
import {
  FieldList,
  FieldQuery,
  OneResult,
  ResultList,
  ResultParams,
  ResultQuery,
  Results,
  RunBody,
  Runs,
} from './schemas.ts'

const RUN_ERRORS = ['submission_not_found', 'enricher_not_found'] as const

/** By the name of its enricher it is the latest. Throws `enricher_result_not_found`. */
async function findResult(
  ctx: Context,
  submissionId: string,
  ref: string,
): Promise<EnricherResult> {
  await getSubmission(ctx, submissionId)
  if (/^[0-9a-f]{8}-/i.test(ref)) return getResult(ctx, submissionId, ref)
  const latest = await findLatestResult(ctx, submissionId, ref)
  if (latest) return latest
  const hint = ENRICHER_NAMES.includes(ref) ? '' : didYouMean(ref, ENRICHER_NAMES)
  const message = `The submission has no result of ${ref}.${hint}`
  throw new ApiError('enricher_result_not_found', message, { param: 'n' })
}

export const enricherRoutes: readonly Route[] = [
  route({
    endpoint: 'POST /v1/submissions/:id/enrichers',
    summary: 'Run enrichers on a submission',
    description:
      'Each enricher runs as a job of its own; poll its result. Without names, all that are ready ' +
      'run. A result of the same inputs is used again while it is younger than cache_max_age_hours.',
    scope: 'entities:write',
    status: 202,
    errors: RUN_ERRORS,
    shapes: { params: IdParams, body: RunBody, returns: Runs },
    handle: async ({ params, body }, ctx) => {
      const begun = await startEnrichers(ctx, params.id, body)
      const runs = begun.map(({ result: { id, enricher, status }, isCached }) => ({
        id,
        enricher,
        status,
        isCached,
      }))
      return { data: { runs } }
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/submissions/:id/enrichers/sync',
    summary: 'Run enrichers on a submission and wait for the results',
    description: 'Waits up to 25 seconds; 202 with what is there when some have not ended by then.',
    scope: 'entities:write',
    status: 200,
    alsoStatus: [202],
    errors: RUN_ERRORS,
    shapes: { params: IdParams, body: RunBody, returns: Results },
    handle: ({ params, body }, ctx) => runAndWait(ctx, params.id, body),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/enrichers/fields',
    summary: 'List enrichers with their inputs and outputs, and which inputs the submission has',
    scope: 'entities:read',
    errors: RUN_ERRORS,
    shapes: { params: IdParams, query: FieldQuery, returns: FieldList },
    handle: ({ params, query }, ctx) => listEnricherFields(ctx, params.id, query),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/enrichers/results',
    summary: 'List the results of enrichers, newest first',
    scope: 'entities:read',
    errors: RUN_ERRORS,
    shapes: { params: IdParams, query: ResultQuery, returns: ResultList },
    handle: async ({ params, query }, ctx) => {
      await getSubmission(ctx, params.id)
      if (query.enricher !== undefined) requireEnricher(query.enricher, 'enricher')
      const filter = { ...query, submissionId: params.id }
      const list = await listResults(ctx, filter, parsePage(ctx, query, RESULT_SORTS))
      return listBody(list, (result) => presentResult(ctx, result))
    },
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/enrichers/results/:n',
    summary: 'Get the latest result of an enricher by its name, or a result by its id',
    scope: 'entities:read',
    errors: ['submission_not_found', 'enricher_result_not_found'],
    shapes: { params: ResultParams, returns: OneResult },
    handle: async ({ params }, ctx) => ({
      data: presentResult(ctx, await findResult(ctx, params.id, params.n)),
    }),
  }),
]
