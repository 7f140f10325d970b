import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

/** The tenant’s setting; null keeps what is of the kind. */
export interface RetentionDays {
  submissions?: number | null
  documents?: number | null
  raw_payloads?: number | null
  events?: number | null
  audit?: number | null
}

/** Ids of submissions older than so many days, oldest first; null selects none. */
export async function listExpiredSubmissions(
  ctx: Context,
  days: number | null,
  limit: number,
): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from submissions
    where environment_id = ${ctx.environment.id}
      and created_at < now() - ${days}::integer * interval '1 day'
    order by created_at, id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * Ids of documents older than the retention period of their class, else of the tenant, oldest
 * first; null selects only classes with their own period. What providers sent has a period of its
 * own. Split parts go with their parent.
 */
export async function listExpiredDocuments(
  ctx: Context,
  { documents = null, raw_payloads: payloads = null }: RetentionDays,
  limit: number,
): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select d.id from documents d
    left join document_classes c
      on c.environment_id = ${ctx.environment.id} and c.name = d.document_class
    where d.environment_id = ${ctx.environment.id} and d.parent_document_id is null
      and d.created_at < now() - coalesce(
        case when d.source = 'provider' then ${payloads}::integer end,
        c.retention_days, ${documents}::integer) * interval '1 day'
    order by d.created_at, d.id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Deletes events older than so many days, oldest first; returns how many. */
export function deleteExpiredEvents(
  ctx: Context,
  days: number | null,
  limit: number,
): Promise<number> {
  return ctx.db.run(sql`
    delete from events using (
      select id from events
      where environment_id = ${ctx.environment.id}
        and created_at < now() - ${days}::integer * interval '1 day'
      order by created_at, id limit ${limit}
    ) expired
    where events.environment_id = ${ctx.environment.id} and events.id = expired.id`)
}
