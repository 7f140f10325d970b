import { parseRequestId, toRequestId } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { OneRequest, RequestList, RequestParams, RequestQuery } from './schemas.ts'
import { findRequest, listRequests, REQUEST_SORTS, type RequestRow } from './store.ts'

export const requestLogRoutes = [
  route({
    endpoint: 'GET /v1/request-log',
    operationId: 'listRequestLogEntries',
    summary: 'List the requests of this environment, newest first; logged within a second',
    scope: 'audit:read',
    isAdditive: true,
    isUnlogged: true,
    shapes: { query: RequestQuery, returns: RequestList },
    handle: async ({ query }, ctx) => {
      const list = await listRequests(ctx, query, parsePage(ctx, query, REQUEST_SORTS))
      return listBody(list, toRequest)
    },
  }),
  route({
    endpoint: 'GET /v1/request-log/:id',
    operationId: 'getRequestLogEntry',
    summary: 'Get one request by its X-Request-Id',
    scope: 'audit:read',
    isAdditive: true,
    isUnlogged: true,
    errors: ['request_not_found'],
    shapes: { params: RequestParams, returns: OneRequest },
    handle: async ({ params }, ctx) => {
      const id = parseRequestId(params.id)
      const request = id && (await findRequest(ctx, id))
      if (!request) throw new ApiError('request_not_found')
      return { data: toRequest(request) }
    },
  }),
]

function toRequest(row: RequestRow): object {
  return { ...row, id: toRequestId(row.id) }
}
