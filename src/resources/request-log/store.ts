import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { joinConditions, raw, sql, type Sql } from '../../platform/db/sql.ts'
import type { LoggedRequest } from '../../platform/request-log/request-log.ts'
import type { RequestQuery } from './schemas.ts'
import type { Body } from '../../platform/route.ts'

export type RequestRow = Omit<LoggedRequest, 'environmentId'>

export type RequestFilter = Body<typeof RequestQuery>

export const REQUEST_SORTS = ['-at']

const COLUMNS =
  raw(`id, at, method, route, path, status, duration_ms, api_key_id, credential_kind, ip, user_agent,
  idempotency_key, is_replay, error_code, error_param, body_outline`)

function matching(filter: RequestFilter): Sql {
  const { isError } = filter
  return joinConditions([
    filter.method && sql`method = ${filter.method}`,
    filter.route && sql`route = ${filter.route}`,
    filter.status !== undefined && sql`status = ${filter.status}`,
    isError !== undefined && sql`(status >= 400) = ${isError}`,
    filter.errorCode && sql`error_code = ${filter.errorCode}`,
    filter.apiKeyId && sql`api_key_id = ${filter.apiKeyId}`,
    filter.idempotencyKey && sql`idempotency_key = ${filter.idempotencyKey}`,
    filter.createdAfter && sql`at > ${filter.createdAfter}::timestamptz`,
    filter.createdBefore && sql`at < ${filter.createdBefore}::timestamptz`,
  ])
}

export const { list: listRequests } = pagedList<RequestRow, RequestFilter>({
  table: 'request_log',
  columns: COLUMNS,
  sorts: { at: { column: 'at', type: 'timestamptz' } },
  where: matching,
})

export async function findRequest(ctx: Context, id: string): Promise<RequestRow | null> {
  return ctx.db.row<RequestRow>(sql`
    select ${COLUMNS} from request_log
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}
