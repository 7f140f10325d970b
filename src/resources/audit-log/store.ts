import { pagedList } from '../../platform/db/paged-list.ts'
import { joinConditions, raw, sql, type Sql } from '../../platform/db/sql.ts'
import type { AuditQuery } from './schemas.ts'
import type { Body } from '../../platform/route.ts'

export type AuditFilter = Body<typeof AuditQuery>

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

const COLUMNS =
  raw(`id, sequence, at, actor_type, actor_id, actor_name, api_key_hint, ip, user_agent, action,
  resource_type, resource_id, submission_id, summary, changes, request_id, hash, previous_hash`)

export const { list: listAuditEntries } = pagedList<AuditRow, AuditFilter>({
  table: 'audit_log',
  columns: COLUMNS,
  sorts: { at: { column: 'at', type: 'timestamptz' } },
  where: buildConditions,
})

function buildConditions(filter: AuditFilter): Sql {
  return joinConditions([
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
  ])
}
