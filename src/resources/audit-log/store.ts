import type { Context } from '../../platform/context.ts'
import {
  allOf,
  keysetOf,
  toPage,
  type Page,
  type PageRequest,
  type SortKeys,
} from '../../platform/db/page.ts'
import { raw, sql } from '../../platform/db/sql.ts'

export interface AuditFilter {
  resourceType?: string
  action?: string
  startDate?: string
  endDate?: string
  createdAfter?: string
  createdBefore?: string
  resourceId?: string
  submissionId?: string
  actorId?: string
  requestId?: string
}

export interface AuditRow {
  id: string
  sequence: number | null
  at: string
  actorType: string
  actorId: string | null
  actorName: string | null
  apiKeyHint: string | null
  ip: string | null
  userAgent: string | null
  action: string
  resourceType: string
  resourceId: string | null
  submissionId: string | null
  summary: string
  changes: unknown[]
  requestId: string | null
  hash: string | null
  previousHash: string | null
}

export const AUDIT_SORTS = ['-at']
const SORTS: SortKeys = { at: { column: 'at', type: 'timestamptz' } }

const COLUMNS =
  raw(`id, sequence, at, actor_type, actor_id, actor_name, api_key_hint, ip, user_agent, action,
  resource_type, resource_id, submission_id, summary, changes, request_id, hash, previous_hash`)

export async function listAuditEntries(
  ctx: Context,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditRow>> {
  const { key, after, tail } = keysetOf(page, SORTS)
  const where = allOf([
    filter.resourceType && sql`resource_type = ${filter.resourceType}`,
    filter.action && sql`action = ${filter.action}`,
    filter.startDate && sql`at >= ${filter.startDate}::date`,
    filter.endDate && sql`at < ${filter.endDate}::date + 1`,
    filter.createdAfter && sql`at > ${filter.createdAfter}`,
    filter.createdBefore && sql`at < ${filter.createdBefore}`,
    filter.resourceId && sql`resource_id = ${filter.resourceId}`,
    filter.submissionId && sql`submission_id = ${filter.submissionId}`,
    filter.actorId && sql`actor_id = ${filter.actorId}`,
    filter.requestId && sql`request_id = ${filter.requestId}`,
    after,
  ])
  const rows = await ctx.db.rows<AuditRow & { sortKey: string }>(
    sql`
      select ${COLUMNS}, ${key} from audit_log
      where environment_id = ${ctx.environment.id} and ${where} ${tail}`,
  )
  return toPage(rows, page, ctx.house.cursors)
}
