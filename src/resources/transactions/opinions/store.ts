import type { Unsure } from '../../../core/enrichment/opinion/question.ts'
import type { Context } from '../../../platform/context.ts'
import { empty, sql } from '../../../platform/db/sql.ts'

/** What an opinion is kept by: a hash of the descriptor, as text, and the direction. */
export interface OpinionKey {
  key: string
  isInflow: boolean
}

export type UnsureRows = Unsure & OpinionKey

/** Without a category where the model gave no usable one. */
export interface OpinionRow extends OpinionKey {
  categorySlug: string | null
  confidence: number | null
  model: string
}

/** The category that a model suggested. */
export type StoredOpinion = Record<'categorySlug' | 'model', string> & { confidence: number }

/** Descriptors of rows to review for which this model has no opinion yet. */
export async function listUnsure(
  ctx: Context,
  submissionId: string,
  { model, after, limit }: { model: string; after: OpinionKey | null; limit: number },
): Promise<UnsureRows[]> {
  return ctx.db.rows<UnsureRows>(sql`
    select t.descriptor_key::text as key, t.amount > 0 as is_inflow,
      max(t.normalized_description) as normalized, array_agg(distinct t.channel) as channels,
      percentile_disc(0.5) within group (order by abs(t.amount)) as amount_cents,
      min(t.currency) as currency
    from transactions t
    left join second_opinions o on o.environment_id = t.environment_id
      and o.descriptor_key = t.descriptor_key and o.is_inflow = (t.amount > 0) and o.model = ${model}
    where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
      and t.needs_review and t.descriptor_key is not null and o.model is null
      ${after ? sql`and (t.descriptor_key, t.amount > 0) > (${after.key}::bigint, ${after.isInflow})` : empty}
    group by t.descriptor_key, t.amount > 0
    order by t.descriptor_key, t.amount > 0
    limit ${limit}`)
}

/** In a fixed order, so that writers cannot deadlock. */
export async function upsertOpinions(ctx: Context, rows: readonly OpinionRow[]): Promise<void> {
  await ctx.db.run(sql`
    insert into second_opinions
      (environment_id, descriptor_key, is_inflow, category_slug, confidence, model)
    select ${ctx.environment.id}, key, is_inflow, category_slug, confidence, model
    from unnest(${rows.map(({ key }) => key)}::bigint[], ${rows.map(({ isInflow }) => isInflow)}::boolean[],
      ${rows.map(({ categorySlug }) => categorySlug)}::text[], ${rows.map(({ confidence }) => confidence)}::float8[],
      ${rows.map(({ model }) => model)}::text[]) as r (key, is_inflow, category_slug, confidence, model)
    order by key, is_inflow
    on conflict (environment_id, descriptor_key, is_inflow) do update
    set category_slug = excluded.category_slug, confidence = excluded.confidence,
      model = excluded.model, asked_at = excluded.asked_at`)
}

/** The opinion on rows with the descriptor and direction of this one. */
export async function findOpinion(
  ctx: Context,
  transactionId: string,
): Promise<StoredOpinion | null> {
  return ctx.db.row<StoredOpinion>(sql`
    select o.category_slug, o.confidence, o.model
    from transactions t
    join second_opinions o on o.environment_id = t.environment_id
      and o.descriptor_key = t.descriptor_key and o.is_inflow = (t.amount > 0)
    where t.environment_id = ${ctx.environment.id} and t.id = ${transactionId}
      and o.category_slug is not null`)
}

/** Deletes opinions on descriptors that no transaction has any more. */
export async function deleteUnusedOpinions(ctx: Context, keys: readonly string[]): Promise<void> {
  await ctx.db.run(sql`
    delete from second_opinions o
    where o.environment_id = ${ctx.environment.id} and o.descriptor_key = any (${keys}::bigint[])
      and not exists (
        select from transactions t
        where t.environment_id = o.environment_id and t.descriptor_key = o.descriptor_key)`)
}
