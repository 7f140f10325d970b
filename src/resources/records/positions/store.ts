import type {
  FoundPosition,
  KnownPosition,
  PositionDecision,
} from '../../../core/values/position.ts'
import type { Context } from '../../../platform/context.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'

/** A found position, a person's decision, or both. */
export interface PositionRow {
  id: string
  submissionId: string
  /** Null for a manual position that enrichment did not find. */
  body: FoundPosition | null
  decision: PositionDecision | null
  createdAt: string
  updatedAt: string
}

/**
 * Found and manual positions; a decision on a position that is no longer found is not listed. Both
 * sides are narrowed, since a full join passes no condition on.
 */
function selectSeen({ environment }: Context, where: Sql): Sql {
  const own = sql`where environment_id = ${environment.id} and ${where}`
  return sql`(
  select coalesce(p.environment_id, d.environment_id) as environment_id, coalesce(p.id, d.id) as id,
    coalesce(p.submission_id, d.submission_id) as submission_id, p.body, d.decision,
    least(p.created_at, d.created_at) as created_at, greatest(p.updated_at, d.updated_at) as updated_at
  from (select * from positions ${own}) p
  full join (select * from position_decisions ${own}) d on d.id = p.id
  where p.id is not null or d.decision ->> 'manual' is not null) seen`
}

/** Every position of the submission, the oldest record first. */
export async function listPositions(ctx: Context, submissionId: string): Promise<PositionRow[]> {
  return ctx.db.rows<PositionRow>(sql`
    select id, submission_id, body, decision, created_at, updated_at
    from ${selectSeen(ctx, sql`submission_id = ${submissionId}`)}
    order by created_at, id`)
}

export async function findPosition(ctx: Context, id: string): Promise<PositionRow | null> {
  return ctx.db.row<PositionRow>(sql`
    select id, submission_id, body, decision, created_at, updated_at
    from ${selectSeen(ctx, sql`id = ${id}`)}`)
}

/**
 * SQL for submissions with a position of a registry funder that is not rejected; a person's choice
 * of funder takes precedence, as in core.
 */
export function submissionsWith(ctx: Context, funderId: string) {
  return sql`
    select submission_id from ${selectSeen(ctx, sql`true`)}
    where coalesce(decision ->> 'funderId',
        case when decision ->> 'funderName' is null then body ->> 'funderId' end) = ${funderId}
      and decision ->> 'confirmation' is distinct from 'rejected'`
}

/** Stores a decision, with the rows by which the position is recognized later. */
export async function upsertDecision(
  ctx: Context,
  { id, submissionId }: { id: string; submissionId: string },
  decision: PositionDecision,
): Promise<void> {
  await ctx.db.run(sql`
    insert into position_decisions (environment_id, id, submission_id, decision)
    values (${ctx.environment.id}, ${id}, ${submissionId}, ${JSON.stringify(decision)}::jsonb)
    on conflict (environment_id, id) do update
    set decision = excluded.decision, updated_at = excluded.updated_at`)
  await updateAnchors(ctx, submissionId)
}

export async function deleteDecisions(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.db.run(sql`
    delete from position_decisions
    where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])`)
}

/**
 * Stores the row keys of decided positions; a position without rows keeps its earlier keys. Ids
 * become UUIDs before the join: a cast inside it would keep the index of a secured table from use.
 */
export async function updateAnchors(ctx: Context, submissionId: string): Promise<void> {
  await ctx.db.run(sql`
    with own_rows as materialized (
      select p.id, row_id::uuid
      from positions p
      join position_decisions e on e.environment_id = p.environment_id and e.id = p.id
      cross join lateral jsonb_array_elements_text(p.body -> 'transactionIds') as own (row_id)
      where p.environment_id = ${ctx.environment.id} and p.submission_id = ${submissionId})
    update position_decisions d set anchors = own.anchors
    from (
      select o.id, array_agg(coalesce(t.row_key, t.id::text) order by t.id) as anchors
      from own_rows o
      join transactions t on t.environment_id = ${ctx.environment.id} and t.id = o.row_id
      group by o.id) own
    where d.environment_id = ${ctx.environment.id} and d.id = own.id
      and d.anchors is distinct from own.anchors`)
}

/** Positions of earlier enrichments with their present rows. */
export async function listKnownPositions(
  ctx: Context,
  submissionId: string,
): Promise<KnownPosition[]> {
  return ctx.db.rows<KnownPosition>(sql`
    select coalesce(p.id, d.id) as id, d.decision ->> 'confirmation' as confirmation,
      coalesce(d.transaction_ids, p.transaction_ids) as transaction_ids
    from (
      select id, array(select jsonb_array_elements_text(body -> 'transactionIds')) as transaction_ids
      from positions
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}) p
    full join (
      select e.id, e.decision, array_agg(t.id::text order by t.id) as transaction_ids
      from position_decisions e
      cross join lateral unnest(e.anchors) as anchor
      join transactions t on t.environment_id = ${ctx.environment.id}
        and t.submission_id = e.submission_id and coalesce(t.row_key, t.id::text) = anchor
      where e.environment_id = ${ctx.environment.id} and e.submission_id = ${submissionId}
      group by e.id, e.decision) d on d.id = p.id
    order by id`)
}

/** Replaces the positions found by enrichment; returns how many rows changed. */
export async function replacePositions(
  ctx: Context,
  submissionId: string,
  positions: readonly FoundPosition[],
): Promise<number> {
  const ids = positions.map(({ id }) => id)
  const deleted = await ctx.db.run(sql`
    delete from positions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and id <> all (${ids}::uuid[])`)
  const written = await ctx.db.run(sql`
    insert into positions (environment_id, id, submission_id, body)
    select ${ctx.environment.id}, (body ->> 'id')::uuid, ${submissionId}, body
    from jsonb_array_elements(${JSON.stringify(positions)}::jsonb) as given (body)
    on conflict (environment_id, id) do update set body = excluded.body, updated_at = excluded.updated_at
    where positions.body is distinct from excluded.body`)
  if (deleted + written > 0) await updateAnchors(ctx, submissionId)
  return deleted + written
}
