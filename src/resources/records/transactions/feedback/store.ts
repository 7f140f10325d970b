import type { TenantRule } from '../../../../core/enrichment/tenant-layer.ts'
import type { TransactionOverride } from '../../../../core/values/transaction.ts'
import type { Context } from '../../../../platform/context.ts'
import { sql } from '../../../../platform/db/sql.ts'
import type { TransactionRow } from '../store.ts'

/** Ids of the submission's rows with the same normalized descriptor and direction. */
export async function listSimilarIds(ctx: Context, row: TransactionRow): Promise<string[]> {
  const { id, submissionId, normalizedDescription, amount } = row
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and (id = ${id} or (normalized_description = ${normalizedDescription}
        and (amount < 0) = ${amount < 0}))
    order by id`)
  return rows.map((similar) => similar.id)
}

export interface Words {
  override: TransactionOverride
  feedback: Record<string, unknown>
}

/** The corrections of a row, and the key that identifies it in the next reading. */
export interface CorrectedRow {
  id: string
  rowKey: string | null
  override: TransactionOverride | null
  feedback: Record<string, unknown> | null
}

export async function listOverrides(ctx: Context, ids: readonly string[]): Promise<CorrectedRow[]> {
  return ctx.db.rows<CorrectedRow>(sql`
    select id, row_key, override, feedback from transactions
    where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[]) order by id`)
}

/** The rows of these ids or, where a document was read again since, of these keys. */
export async function listCorrected(
  ctx: Context,
  submissionId: string,
  rows: readonly Pick<CorrectedRow, 'id' | 'rowKey'>[],
): Promise<CorrectedRow[]> {
  const ids = rows.map(({ id }) => id)
  const keys = rows.flatMap(({ rowKey }) => rowKey ?? [])
  return ctx.db.rows<CorrectedRow>(sql`
    select id, row_key, override, feedback from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and (id = any (${ids}::uuid[]) or row_key = any (${keys}::text[])) order by id`)
}

/** Replaces the corrections of the rows. */
export async function replaceOverrides(ctx: Context, rows: readonly CorrectedRow[]): Promise<void> {
  await ctx.db.run(sql`
    update transactions t
    set override = r.override, feedback = r.feedback, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, override jsonb, feedback jsonb)
    where t.environment_id = ${ctx.environment.id} and t.id = r.id`)
}

/** Adds a correction to earlier ones of these rows. */
export async function updateOverrides(
  ctx: Context,
  ids: readonly string[],
  { override, feedback }: Words,
): Promise<void> {
  await ctx.db.run(sql`
    update transactions
    set override = nullif(coalesce(override, '{}') || ${JSON.stringify(override)}::jsonb, '{}'),
      feedback = ${JSON.stringify(feedback)}::jsonb, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])`)
}

/**
 * Stores the corrections of these rows by row key, so that they survive a new reading, and deletes
 * those of rows without any. Rows of overlapping statements can share a key; then the later row's
 * correction is stored.
 */
export async function keepCorrections(ctx: Context, ids: readonly string[]): Promise<void> {
  const { id: environmentId } = ctx.environment
  const corrected = sql`
    select distinct on (t.row_key) t.* from transactions t
    where t.environment_id = ${environmentId} and t.id = any (${ids}::uuid[])
      and t.row_key is not null
    order by t.row_key, t.id desc`
  await ctx.db.run(sql`
    delete from corrections c using (${corrected}) t
    where c.environment_id = ${environmentId} and c.submission_id = t.submission_id
      and c.row_key = t.row_key and t.feedback is null`)
  await ctx.db.run(sql`
    insert into corrections (environment_id, id, submission_id, row_key, override, feedback)
    select t.environment_id, t.id, t.submission_id, t.row_key, coalesce(t.override, '{}'), t.feedback
    from (${corrected}) t where t.feedback is not null
    on conflict (environment_id, submission_id, row_key) do update
    set override = excluded.override, feedback = excluded.feedback`)
}

/** The corrections that hold for every row like them, the oldest first. */
export async function listTenantRules(ctx: Context): Promise<TenantRule[]> {
  return ctx.db.rows<TenantRule>(sql`
    select id, descriptor, is_inflow, override from tenant_rules
    where environment_id = ${ctx.environment.id} order by id`)
}

interface RuleKey {
  descriptor: string
  isInflow: boolean
}

export async function findTenantRule(
  ctx: Context,
  { descriptor, isInflow }: RuleKey,
): Promise<TenantRule | null> {
  return ctx.db.row<TenantRule>(sql`
    select id, descriptor, is_inflow, override from tenant_rules
    where environment_id = ${ctx.environment.id} and descriptor = ${descriptor}
      and is_inflow = ${isInflow} for update`)
}

/** Adds a correction to the rule of its descriptor; returns the rule's id. */
export async function upsertTenantRule(
  ctx: Context,
  rule: TenantRule & { transactionId: string | null },
): Promise<string> {
  const override = JSON.stringify(rule.override)
  const row = await ctx.db.row<{ id: string }>(sql`
    insert into tenant_rules as r (environment_id, id, descriptor, is_inflow, override, transaction_id, created_by)
    values (${ctx.environment.id}, ${rule.id}, ${rule.descriptor}, ${rule.isInflow}, ${override},
      ${rule.transactionId}, ${ctx.actor.name})
    on conflict (environment_id, descriptor, is_inflow) do update
    set override = r.override || excluded.override, updated_at = excluded.updated_at
    returning id`)
  return row!.id
}

/** Sets the corrections of a rule; an empty rule is deleted. */
export async function replaceTenantRule(
  ctx: Context,
  id: string,
  override: TransactionOverride,
): Promise<void> {
  const isEmpty = Object.keys(override).length === 0
  await ctx.db.run(
    isEmpty
      ? sql`delete from tenant_rules where environment_id = ${ctx.environment.id} and id = ${id}`
      : sql`update tenant_rules set override = ${JSON.stringify(override)}, updated_at = now()
          where environment_id = ${ctx.environment.id} and id = ${id}`,
  )
}

export async function findTenantRuleById(ctx: Context, id: string): Promise<TenantRule | null> {
  return ctx.db.row<TenantRule>(sql`
    select id, descriptor, is_inflow, override from tenant_rules
    where environment_id = ${ctx.environment.id} and id = ${id} for update`)
}

/** Number of rows of other submissions that a rule applies to, by submission. */
export async function countRowsElsewhere(
  ctx: Context,
  { descriptor, isInflow }: RuleKey,
  submissionId: string | null,
): Promise<{ submissionId: string; count: number }[]> {
  return ctx.db.rows<{ submissionId: string; count: number }>(sql`
    select submission_id, count(*) as count from transactions
    where environment_id = ${ctx.environment.id} and normalized_description = ${descriptor}
      and (amount > 0) = ${isInflow} and submission_id is distinct from ${submissionId}::uuid
    group by submission_id order by submission_id`)
}
