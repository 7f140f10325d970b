import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { join, joinConditions, raw, sql, type Sql } from '../../platform/db/sql.ts'
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
  submissionName: string | null
  resourceName: string | null
  summary: string
  changes: unknown[]
  requestId: string | null
  hash: string | null
  previousHash: string | null
}

export const AUDIT_SORTS = ['-at']

/** Records whose name is worth more than their id: their table, and its column of the name. */
const NAMED = [
  ['document', 'documents', 'display_name'],
  ['funder', 'funders', 'name'],
  ['policy', 'policies', 'name'],
  ['rule', 'rules', 'name'],
  ['submission', 'submissions', 'name'],
  ['workflow', 'workflows', 'name'],
] as const

/** Ids of records stand in a column of texts, beside others that are none. */
const RECORD_ID = raw(`case when resource_id ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
  then resource_id::uuid end`)

/** With what the deal and the record are called now. */
function selectColumns({ environment }: Context): Sql {
  const names = NAMED.map(
    ([type, table, name]) => sql`when ${raw(`'${type}'`)} then (
      select r.${raw(name)} from ${raw(table)} r
      where r.environment_id = ${environment.id} and r.id = ${RECORD_ID})`,
  )
  return sql`id, sequence, at, actor_type, actor_id, actor_name, api_key_hint, ip, user_agent, action,
    resource_type, resource_id, submission_id, summary, changes, request_id, hash, previous_hash,
    (select s.name from submissions s
      where s.environment_id = ${environment.id} and s.id = audit_log.submission_id) as submission_name,
    case resource_type ${join(names, ' ')} end as resource_name`
}

export const { list: listAuditEntries } = pagedList<AuditRow, AuditFilter>({
  table: 'audit_log',
  columns: selectColumns,
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
