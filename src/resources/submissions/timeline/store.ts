import type { Context } from '../../../platform/context.ts'
import {
  keysetOf,
  toPage,
  type Page,
  type PageRequest,
  type SortKeys,
} from '../../../platform/db/page.ts'
import { allOf, sql } from '../../../platform/db/sql.ts'

export interface TimelineFilter {
  types?: string[]
  actor?: string
  before?: string
  after?: string
}

export interface TimelineRow {
  id: string
  at: string
  type: string
  /** Null for what an audit entry tells. */
  eventId: string | null
  eventData: Record<string, unknown> | null
  summary: string | null
  actorType: string
  actorId: string | null
  actorName: string | null
  resourceType: string
  resourceId: string | null
  changes: { field: string; from: unknown; to: unknown }[]
  requestId: string | null
}

export const TIMELINE_SORTS = ['-at']
const SORTS: SortKeys = { at: { column: 'at', type: 'timestamptz' } }

/**
 * What people and the pipeline did, newest first: the audit log, which knows the actor, and the
 * events nobody's hand caused. Of the two that both tell, the audit entry stands. `names` turns an
 * audit entry's type into the word the timeline uses; `told` are events the audit log tells.
 */
export async function listTimeline(
  ctx: Context,
  submissionId: string,
  wish: {
    filter: TimelineFilter
    page: PageRequest
    names: Record<string, string>
    told: string[]
  },
): Promise<Page<TimelineRow>> {
  const { filter, page, names, told } = wish
  const { key, after, tail } = keysetOf(page, SORTS)
  const where = allOf([
    filter.types && sql`type = any(${filter.types}::text[])`,
    filter.actor && sql`(actor_id = ${filter.actor} or actor_type = ${filter.actor})`,
    filter.before && sql`at < ${filter.before}`,
    filter.after && sql`at > ${filter.after}`,
    after,
  ])
  const rows = await ctx.db.rows<TimelineRow & { sortKey: string }>(sql`
    select *, ${key}
    from (
      select id, at,
        coalesce(${JSON.stringify(names)}::jsonb ->> (resource_type || '.' || action),
          resource_type || '.' || action) as type,
        null as event_id, null::jsonb as event_data, summary, actor_type, actor_id, actor_name,
        resource_type, resource_id, changes, request_id
      from audit_log
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      union all
      select substr(id, 5)::uuid, created_at, type, id, body -> 'data', null, 'system', null, 'system',
        split_part(type, '.', 1), body -> 'data' ->> 'id', '[]'::jsonb, null
      from events
      cross join lateral (select convert_from(payload, 'UTF8')::jsonb as body) printed
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
        and type <> all(${told}::text[])
    ) happenings
    where ${where}
    ${tail}`)
  return toPage(rows, page, ctx.house.cursors)
}
