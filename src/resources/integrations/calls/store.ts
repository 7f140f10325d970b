import type { Context, OutsideContext } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { BY_ROWS } from '../../../platform/db/columns.ts'
import { json, raw, sql } from '../../../platform/db/sql.ts'
import type { LoggedCall } from '../../../providers/session.ts'

/** Calls of one integration that are kept. */
const KEPT_MAX = 200

export interface CallRow {
  id: string
  at: string
  method: string
  endpoint: string
  responseStatus: number | null
  durationMs: number
  errorCode: string | null
}

export const CALL_SORTS = ['-at']

export const { list: listCalls } = pagedList<CallRow, { integrationId: string }>({
  table: 'connector_calls',
  columns: raw('id, at, method, endpoint, response_status, duration_ms, error_code'),
  sorts: { at: { column: 'at', type: 'timestamptz' } },
  where: ({ integrationId }) => sql`integration_id = ${integrationId}`,
})

/** Keeps what was called, in a transaction of its own: a call that failed is kept too. */
export async function keepCalls(
  ctx: OutsideContext,
  integrationId: string,
  calls: readonly LoggedCall[],
): Promise<void> {
  if (calls.length === 0) return
  await ctx.transaction((own) => insertCalls(own, integrationId, calls.slice(-KEPT_MAX)))
}

async function insertCalls(
  ctx: Context,
  integrationId: string,
  calls: readonly LoggedCall[],
): Promise<void> {
  const { id: environmentId } = ctx.environment
  const rows = calls.map((call) => ({
    id: randomUUIDv7(),
    at: call.at,
    method: call.method,
    endpoint: call.endpoint,
    response_status: call.status,
    duration_ms: call.durationMs,
    error_code: call.error,
  }))
  await ctx.db.run(sql`
    insert into connector_calls (environment_id, integration_id, id, at, method, endpoint,
      response_status, duration_ms, error_code)
    select ${environmentId}, ${integrationId}, call.*
    from jsonb_to_recordset(${json(rows)}::jsonb) as call (id uuid, at timestamptz, method text,
      endpoint text, response_status integer, duration_ms integer, error_code text)
    where exists (select from integrations
      where environment_id = ${environmentId} and id = ${integrationId})
    ${BY_ROWS}`)
  await ctx.db.run(sql`
    delete from connector_calls
    where environment_id = ${environmentId} and integration_id = ${integrationId} and id in (
      select id from connector_calls
      where environment_id = ${environmentId} and integration_id = ${integrationId}
      order by at desc, id desc offset ${KEPT_MAX})`)
}
