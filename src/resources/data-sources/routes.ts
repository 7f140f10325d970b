import { createMatchCheck } from '../../platform/http/respond.ts'
import { route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { IdParams } from '../../platform/wire/shapes.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { changeAccount } from './accounts/change.ts'
import { listSourceAccounts } from './accounts/list.ts'
import { changeDataSource } from './change.ts'
import {
  AccountList,
  AccountParams,
  AccountPatch,
  AccountQuery,
  DataSourceList,
  DataSourcePatch,
  DataSourceQuery,
  OneAccount,
  OneDataSource,
  SubmissionParams,
} from './schemas.ts'
import { DATA_SOURCE_SORTS, getDataSource, listDataSources } from '../records/data-sources/store.ts'

const sourceRoutes = [
  route({
    endpoint: 'GET /v1/submissions/:sid/data-sources',
    summary: 'List the data sources of a submission: files, feeds and API callers',
    scope: 'documents:read',
    errors: ['submission_not_found'],
    shapes: { params: SubmissionParams, query: DataSourceQuery, returns: DataSourceList },
    handle: async ({ params, query }, ctx) => {
      const { id: submissionId } = await getSubmission(ctx, params.sid)
      const page = parsePage(ctx, query, DATA_SOURCE_SORTS)
      const list = await listDataSources(ctx, { ...query, submissionId }, page)
      return listBody(list)
    },
  }),
  route({
    endpoint: 'GET /v1/data-sources/:id',
    summary: 'Get a data source; the source of a file has the id of its document',
    scope: 'documents:read',
    errors: ['data_source_not_found'],
    shapes: { params: IdParams, returns: OneDataSource },
    handle: async ({ params }, ctx) => ({ data: await getDataSource(ctx, params.id) }),
  }),
  route({
    endpoint: 'PATCH /v1/data-sources/:id',
    summary: 'Rename a data source, disable it, or exclude its rows',
    scope: 'documents:write',
    errors: ['data_source_not_found', 'invalid_state_transition', 'version_conflict'],
    shapes: { params: IdParams, body: DataSourcePatch, returns: OneDataSource },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OneDataSource, (source: object) => source)
      return { data: await changeDataSource(ctx, params.id, { patch: body, check }) }
    },
  }),
]

const accountRoutes = [
  route({
    endpoint: 'GET /v1/data-sources/:id/accounts',
    summary: 'List the accounts of a data source, each across all its statements',
    scope: 'documents:read',
    errors: ['data_source_not_found'],
    shapes: { params: IdParams, query: AccountQuery, returns: AccountList },
    handle: async ({ params, query }, ctx) => listSourceAccounts(ctx, params.id, query),
  }),
  route({
    endpoint: 'PATCH /v1/data-sources/:dsid/accounts/:id',
    summary: 'Correct an account, exclude it, or merge it into another one',
    description:
      'merge_into moves statements and rows to another account and returns that account. ' +
      'duplicate_of excludes the account and keeps its rows.',
    scope: 'documents:write',
    errors: [
      'data_source_not_found',
      'account_not_found',
      'invalid_currency',
      'invalid_state_transition',
      'invalid_date_range',
      'missing_field',
      'invalid_amount',
    ],
    shapes: { params: AccountParams, body: AccountPatch, returns: OneAccount },
    handle: async ({ params, body }, ctx) => ({
      data: await changeAccount(ctx, { dataSourceId: params.dsid, id: params.id, patch: body }),
    }),
  }),
]

export const dataSourceRoutes = [...sourceRoutes, ...accountRoutes]
