import type { RequestedItem } from '../../core/analytics/stips/settled.ts'
import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { inserted, raw, sql } from '../../platform/db/sql.ts'

export interface StipRequestRow {
  id: string
  submissionId: string
  emailId: string | null
  items: RequestedItem[]
  createdBy: string
  createdAt: string
}

const COLUMNS = raw('id, submission_id, email_id, items, created_by, created_at')

export const STIP_REQUEST_SORTS = ['-created_at']

export const { list: listStipRequests } = pagedList<StipRequestRow, { submissionId: string }>({
  table: 'stip_requests',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: ({ submissionId }) => sql`submission_id = ${submissionId}`,
})

export async function insertStipRequest(
  ctx: Context,
  columns: Record<string, unknown>,
): Promise<StipRequestRow> {
  const row = await ctx.db.row<StipRequestRow>(sql`
    insert into stip_requests ${inserted({ environment_id: ctx.environment.id, ...columns })}
    returning ${COLUMNS}`)
  return row!
}
