import type { Context } from '../../../platform/context.ts'
import {
  buildKeyset,
  toPage,
  countTotal,
  type Page,
  type PageRequest,
  type SortKeys,
} from '../../../platform/db/page.ts'
import { joinConditions, sql, type Sql } from '../../../platform/db/sql.ts'
import type { TimelineQuery as TimelineQueryShape } from './schemas.ts'
import type { Body } from '../../../platform/route.ts'

export type TimelineFilter = Body<typeof TimelineQueryShape>

export interface TimelineRow {
  id: string
  at: string
  type: string
  /** Null for audit entries. */
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

interface TimelineQuery {
  filter: TimelineFilter
  page: PageRequest
  /** Audit entry type → timeline type. */
  names: Record<string, string>
  /** Events that also have an audit entry. */
  auditedEvents: string[]
}

/**
 * Audit entries and events of a submission, newest first. Where both record the same thing, only
 * the audit entry is listed, since it knows the actor.
 */
export async function listTimeline(
  ctx: Context,
  submissionId: string,
  query: TimelineQuery,
): Promise<Page<TimelineRow>> {
  const { page } = query
  const { key, after, tail } = buildKeyset(page, SORTS)
  const happenings = selectHappenings(ctx, submissionId, query)
  const rows = await ctx.db.rows<TimelineRow & { sortKey: string }>(sql`
    select *, ${key} from ${happenings} and ${after} ${tail}`)
  const total = await countTotal(page, async () => {
    const row = await ctx.db.row<{ count: number }>(
      sql`select count(*) as count from ${happenings}`,
    )
    return row!.count
  })
  return { ...toPage(rows, page, ctx.house.cursors), ...total }
}

/** What the timeline is selected from, with the filter's conditions. */
function selectHappenings(
  ctx: Context,
  submissionId: string,
  { filter, names, auditedEvents }: Omit<TimelineQuery, 'page'>,
): Sql {
  const where = joinConditions([
    filter.types && sql`type = any(${filter.types}::text[])`,
    filter.actor && sql`(actor_id = ${filter.actor} or actor_type = ${filter.actor})`,
    filter.before && sql`at < ${filter.before}`,
    filter.after && sql`at > ${filter.after}`,
  ])
  return sql`(
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
        and type <> all(${auditedEvents}::text[])
    ) happenings
    where ${where}`
}
