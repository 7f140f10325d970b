import { outsideRoute, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { createApplication } from './create.ts'
import { presentApplication, presentApplications } from './present.ts'
import { reprocessApplication } from './reprocess.ts'
import { getResults } from './results.ts'
import {
  ApplicationCreate,
  ApplicationList,
  ApplicationQuery,
  ApplicationReprocess,
  ApplicationResults,
  OneApplication,
} from './schemas.ts'
import { APPLICATIONS, APPLICATION_SORTS, listApplications } from './store.ts'

export const isoApplicationRoutes = [
  outsideRoute({
    endpoint: 'POST /v1/iso-applications',
    summary: 'Take in an application for funding: a file, a document, or its fields',
    description:
      'One of: a file (multipart, or content_base64 with filename), the document_id of a document ' +
      'of a submission, or business with funding, owners and iso; of those a document is printed. ' +
      'Without submission_id a submission is created, and what the application says fills its ' +
      'company_info, owners and request, unless create_submission is false.',
    scope: 'submissions:write',
    status: 202,
    alsoStatus: [201],
    cost: 'upload',
    consumes: 'multipart',
    errors: [
      'submission_not_found',
      'document_not_found',
      'missing_field',
      'invalid_ein',
      'invalid_amount',
      'invalid_date',
      'unsupported_file_type',
      'duplicate_document',
      'invalid_state_transition',
    ],
    shapes: { body: ApplicationCreate, returns: OneApplication },
    handle: ({ body, files }, ctx) => createApplication(ctx, { files, input: body }),
  }),
  route({
    endpoint: 'GET /v1/iso-applications',
    summary: 'List applications for funding with what was read of them',
    scope: 'submissions:read',
    errors: ['submission_not_found', 'document_not_found'],
    shapes: { query: ApplicationQuery, returns: ApplicationList },
    handle: async ({ query }, ctx) => {
      const page = await listApplications(ctx, query, parsePage(ctx, query, APPLICATION_SORTS))
      const shown = await presentApplications(ctx, page.rows)
      const byId = new Map(shown.map((each) => [each.id, each]))
      return listBody(page, ({ id }) => byId.get(id)!)
    },
  }),
  route({
    endpoint: 'GET /v1/iso-applications/:id',
    summary: 'Get an application: business, funding, owners, broker, and its validations',
    scope: 'submissions:read',
    errors: ['iso_application_not_found'],
    shapes: { params: IdParams, returns: OneApplication },
    handle: async ({ params }, ctx) => ({
      data: await presentApplication(ctx, await APPLICATIONS.get(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'GET /v1/iso-applications/:id/results',
    summary: 'Get every field of an application with its page and box',
    scope: 'submissions:read',
    errors: ['iso_application_not_found', 'not_ready'],
    shapes: { params: IdParams, returns: ApplicationResults },
    handle: async ({ params }, ctx) => ({ data: await getResults(ctx, params.id) }),
  }),
  route({
    endpoint: 'POST /v1/iso-applications/:id/reprocess',
    summary: 'Read an application again; force discards corrections made by hand',
    scope: 'submissions:write',
    status: 202,
    cost: 'heavy',
    errors: [
      'iso_application_not_found',
      'already_processing',
      'invalid_state_transition',
      'password_protected',
      'invalid_enum',
    ],
    shapes: { params: IdParams, body: ApplicationReprocess, returns: OneApplication },
    handle: async ({ params, body }, ctx) => ({
      data: await presentApplication(ctx, await reprocessApplication(ctx, params.id, body)),
    }),
  }),
]
