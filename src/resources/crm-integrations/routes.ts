import type { Context } from '../../platform/context.ts'
import { createMatchCheck, type MatchCheck } from '../../platform/http/respond.ts'
import { outsideRoute, Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { changeIntegration, createIntegration, removeIntegration } from './define.ts'
import { buildFile } from './file.ts'
import { presentIntegration, presentIntegrations, presentSync } from './present.ts'
import { readFields, testIntegration } from './remote/inspect.ts'
import { previewPush } from './remote/preview.ts'
import {
  FileQuery,
  IntegrationCreate,
  IntegrationList,
  IntegrationPatch,
  IntegrationQuery,
  OneIntegration,
  OnePreview,
  OneSync,
  OneTest,
  PreviewCreate,
  RemoteFieldList,
  RemoteFieldQuery,
  SyncCreate,
  SyncList,
  SyncParams,
  SyncQuery,
} from './schemas.ts'
import { INTEGRATION_SORTS, INTEGRATIONS, listIntegrations, type IntegrationRow } from './store.ts'
import { startSync } from './syncs/start.ts'
import { listSyncs, SYNC_SORTS, SYNCS, toSyncParent } from './syncs/store.ts'

/** Refuses a change by a caller whose If-Match is of another state. */
function matcher(ctx: Context, ifMatch: string | null): MatchCheck<IntegrationRow> {
  return createMatchCheck(ifMatch, OneIntegration, (current: IntegrationRow) =>
    presentIntegration(ctx, current),
  )
}

const definitionRoutes = [
  route({
    endpoint: 'POST /v1/crm-integrations',
    summary: 'Connect a CRM; credentials are kept sealed and never shown',
    description: [
      'Without object_configs and field_mappings it gets the map that docs/crm.md shows for the',
      'provider. Credentials: docs/crm.md names those of each provider. POST test then reaches the',
      'CRM and names the fields that it lacks.',
    ].join(' '),
    scope: 'crm:write',
    status: 201,
    errors: [
      'credentials_invalid',
      'duplicate_name',
      'invalid_enum',
      'invalid_format',
      'invalid_mapping',
      'invalid_url',
      'missing_field',
      'too_many',
      'url_not_allowed',
    ],
    shapes: { body: IntegrationCreate, returns: OneIntegration },
    handle: async ({ body }, ctx) => {
      const row = await createIntegration(ctx, body)
      const headers = { location: `/v1/crm-integrations/${row.id}` }
      return new Reply({ body: { data: await presentIntegration(ctx, row) }, headers })
    },
  }),
  route({
    endpoint: 'GET /v1/crm-integrations',
    summary: 'List the connected CRMs, without their credentials',
    scope: 'crm:read',
    shapes: { query: IntegrationQuery, returns: IntegrationList },
    handle: async ({ query }, ctx) => {
      const page = await listIntegrations(ctx, query, parsePage(ctx, query, INTEGRATION_SORTS))
      return listBody({ ...page, rows: await presentIntegrations(ctx, page.rows) })
    },
  }),
  route({
    endpoint: 'GET /v1/crm-integrations/:id',
    summary: 'Get a connected CRM, without its credentials',
    scope: 'crm:read',
    errors: ['crm_integration_not_found'],
    shapes: { params: IdParams, returns: OneIntegration },
    handle: async ({ params }, ctx) => ({
      data: await presentIntegration(ctx, await INTEGRATIONS.get(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'PATCH /v1/crm-integrations/:id',
    summary: 'Change, disable or enable a connected CRM',
    description:
      'Credentials are replaced as a whole, null removes them; lists are replaced as a whole too.',
    scope: 'crm:write',
    errors: [
      'crm_integration_not_found',
      'credentials_invalid',
      'duplicate_name',
      'invalid_enum',
      'invalid_format',
      'invalid_mapping',
      'invalid_url',
      'missing_field',
      'url_not_allowed',
      'version_conflict',
    ],
    shapes: { params: IdParams, body: IntegrationPatch, returns: OneIntegration },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const change = { patch: body, check: matcher(ctx, ifMatch) }
      return {
        data: await presentIntegration(ctx, await changeIntegration(ctx, params.id, change)),
      }
    },
  }),
  route({
    endpoint: 'DELETE /v1/crm-integrations/:id',
    summary: 'Disconnect a CRM; its credentials are destroyed, what is in the CRM stays',
    scope: 'crm:write',
    errors: ['crm_integration_not_found', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      await removeIntegration(ctx, params.id, matcher(ctx, ifMatch))
      return { data: { id: params.id, deleted: true } }
    },
  }),
]

const remoteRoutes = [
  outsideRoute({
    endpoint: 'POST /v1/crm-integrations/:id/test',
    summary: 'Reach a CRM and name the mapped fields that it lacks',
    description:
      'Adds the field that holds our key where the CRM lets programs add fields. Its state is active or error then.',
    scope: 'crm:write',
    isAdditive: true,
    errors: ['crm_integration_not_found'],
    shapes: { params: IdParams, returns: OneTest },
    handle: async ({ params }, ctx) => ({ data: await testIntegration(ctx, params.id) }),
  }),
  outsideRoute({
    endpoint: 'GET /v1/crm-integrations/:id/fields',
    summary: 'List the fields of a CRM and the values that can be mapped to them',
    description: 'The fields are read once an hour; refresh=true reads them now.',
    scope: 'crm:read',
    isAdditive: true,
    errors: ['crm_integration_not_found', 'provider_error', 'provider_timeout'],
    shapes: { params: IdParams, query: RemoteFieldQuery, returns: RemoteFieldList },
    handle: async ({ params, query }, ctx) => ({
      data: await readFields(ctx, params.id, query.refresh ?? false),
    }),
  }),
  outsideRoute({
    endpoint: 'POST /v1/crm-integrations/:id/preview',
    summary: 'Show what a sync of a submission would write, field by field',
    scope: 'crm:write',
    isAdditive: true,
    errors: [
      'crm_integration_not_found',
      'provider_error',
      'provider_timeout',
      'submission_not_found',
    ],
    shapes: { params: IdParams, body: PreviewCreate, returns: OnePreview },
    handle: async ({ params, body }, ctx) => ({
      data: await previewPush(ctx, params.id, body.submissionId),
    }),
  }),
  outsideRoute({
    endpoint: 'GET /v1/crm-integrations/:id/file',
    summary: 'Download what an integration has of one object, as CSV',
    scope: 'crm:read',
    isAdditive: true,
    produces: 'binary',
    errors: ['crm_integration_not_found', 'invalid_enum'],
    shapes: { params: IdParams, query: FileQuery },
    handle: ({ params, query }, ctx) => buildFile(ctx, params.id, query.object),
  }),
]

const syncRoutes = [
  outsideRoute({
    endpoint: 'POST /v1/crm-integrations/:id/sync',
    summary: 'Write submissions into a CRM, or take over its changes',
    description: [
      'Without submission_ids: those that have changed since the last such sync, or since; with full',
      'all of them, unchanged ones too. Poll the sync until its status is succeeded, partial or',
      'failed. With dry_run nothing is written, and the response has what would be.',
    ].join(' '),
    scope: 'crm:write',
    status: 202,
    alsoStatus: [200],
    errors: [
      'already_processing',
      'crm_integration_not_found',
      'invalid_enum',
      'invalid_state_transition',
      'provider_error',
      'provider_timeout',
      'submission_not_found',
      'too_many',
    ],
    shapes: { params: IdParams, body: SyncCreate, returns: OneSync },
    handle: ({ params, body }, ctx) => startSync(ctx, params.id, body),
  }),
  route({
    endpoint: 'GET /v1/crm-integrations/:id/syncs',
    summary: 'List the syncs of a CRM',
    scope: 'crm:read',
    isAdditive: true,
    errors: ['crm_integration_not_found'],
    shapes: { params: IdParams, query: SyncQuery, returns: SyncList },
    handle: async ({ params, query }, ctx) => {
      const { id: integrationId } = await INTEGRATIONS.get(ctx, params.id)
      const filter = { ...query, integrationId }
      const page = await listSyncs(ctx, filter, parsePage(ctx, query, SYNC_SORTS))
      return listBody(page, presentSync)
    },
  }),
  route({
    endpoint: 'GET /v1/crm-integrations/:id/syncs/:sid',
    summary: 'Get a sync of a CRM, record by record',
    scope: 'crm:read',
    isAdditive: true,
    errors: ['crm_integration_not_found', 'crm_sync_not_found'],
    shapes: { params: SyncParams, returns: OneSync },
    handle: async ({ params }, ctx) => {
      const { id } = await INTEGRATIONS.get(ctx, params.id)
      return { data: presentSync(await SYNCS.get(ctx, params.sid, toSyncParent(id))) }
    },
  }),
]

export const crmIntegrationRoutes = [...definitionRoutes, ...remoteRoutes, ...syncRoutes]
