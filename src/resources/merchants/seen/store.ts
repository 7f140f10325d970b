import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { SeenMerchant } from './totals.ts'

/** Replaces the merchants of the submission; returns how many sums changed. */
export async function replaceSeenMerchants(
  ctx: Context,
  submissionId: string,
  merchants: readonly SeenMerchant[],
): Promise<number> {
  await holdMerchants(ctx, merchants)
  await updateSeen(ctx, merchants)
  const lines = merchants.flatMap(({ id, totals }) => totals.map((each) => ({ id, ...each })))
  const dropped = await deleteTotals(ctx, submissionId, lines)
  const written = await upsertTotals(ctx, submissionId, lines)
  await deleteUnseenMerchants(ctx, dropped)
  return dropped.length + written
}

/**
 * Inserts missing merchants and locks all of them against deletion with a shared lock, so that two
 * submissions can name the same merchant concurrently.
 */
async function holdMerchants(ctx: Context, merchants: readonly SeenMerchant[]): Promise<void> {
  const ids = merchants.map(({ id }) => id)
  let held = -1
  while (held < ids.length) {
    await ctx.db.run(sql`
      insert into merchants (environment_id, id, key, name, normalized_name, seen_category, group_slugs)
      select ${ctx.environment.id}, r.id, r.key, r.name, upper(r.name), r."seenCategory", r."groupSlugs"
      from jsonb_to_recordset(${JSON.stringify(merchants)}::jsonb) as r (id uuid, key text, name text,
        "seenCategory" text, "groupSlugs" text[])
      order by r.id
      on conflict (environment_id, id) do nothing`)
    const rows = await ctx.db.rows(sql`
      select id from merchants
      where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])
      order by id for key share`)
    held = rows.length
  }
}

async function updateSeen(ctx: Context, merchants: readonly SeenMerchant[]): Promise<void> {
  await ctx.db.run(sql`
    update merchants m
    set seen_category = r."seenCategory", group_slugs = r."groupSlugs", updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(merchants)}::jsonb) as r (id uuid,
      "seenCategory" text, "groupSlugs" text[])
    where m.environment_id = ${ctx.environment.id} and m.id = r.id
      and m.seen_category is distinct from r."seenCategory"`)
}

interface Line {
  id: string
  currency: string
}

/** Deletes sums of merchants that the submission no longer names; returns those merchants. */
async function deleteTotals(
  ctx: Context,
  submissionId: string,
  lines: readonly Line[],
): Promise<string[]> {
  const rows = await ctx.db.rows<{ merchantId: string }>(sql`
    delete from merchant_totals
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and (merchant_id, currency) not in (
        select r.id, r.currency
        from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r (id uuid, currency text))
    returning merchant_id`)
  return rows.map(({ merchantId }) => merchantId)
}

async function upsertTotals(
  ctx: Context,
  submissionId: string,
  lines: readonly Line[],
): Promise<number> {
  return ctx.db.run(sql`
    insert into merchant_totals as t (environment_id, submission_id, merchant_id, currency,
      transactions_count, inflow, outflow, first_date, last_date)
    select ${ctx.environment.id}, ${submissionId}, r.id, r.currency, r."transactionsCount",
      r.inflow, r.outflow, r."firstDate", r."lastDate"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r (id uuid, currency text,
      "transactionsCount" integer, inflow bigint, outflow bigint, "firstDate" date, "lastDate" date)
    on conflict (environment_id, submission_id, merchant_id, currency) do update
    set (transactions_count, inflow, outflow, first_date, last_date) = row (
      excluded.transactions_count, excluded.inflow, excluded.outflow, excluded.first_date, excluded.last_date)
    where (t.transactions_count, t.inflow, t.outflow, t.first_date, t.last_date) is distinct from (
      excluded.transactions_count, excluded.inflow, excluded.outflow, excluded.first_date, excluded.last_date)`)
}

/** The tenant's own merchants that a submission names. */
export async function listSeenMerchants(ctx: Context, submissionId: string): Promise<string[]> {
  const rows = await ctx.db.rows<{ merchantId: string }>(sql`
    select distinct merchant_id from merchant_totals
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}`)
  return rows.map(({ merchantId }) => merchantId)
}

/**
 * Deletes the merchants that no transaction names and the tenant did not change. They are locked in
 * a separate statement first, so that the delete sees rows that concurrent transactions committed.
 */
export async function deleteUnseenMerchants(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db.run(sql`
    select from merchants
    where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])
      and key like 'name:%'
    order by id for update`)
  await ctx.db.run(sql`
    delete from merchants m
    where m.environment_id = ${ctx.environment.id} and m.id = any (${ids}::uuid[])
      and m.key like 'name:%' and m.own_groups is null and m.own_category is null
      and m.own_aliases = '{}'
      and not exists (
        select from merchant_totals t
        where t.environment_id = m.environment_id and t.merchant_id = m.id)`)
}
