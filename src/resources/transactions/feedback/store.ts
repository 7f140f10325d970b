import type { TenantRule } from '../../../core/enrichment/tenant/taught.ts'
import type { TransactionOverride } from '../../../core/values/transaction.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { TransactionRow } from '../store.ts'

/** The row and those of its submission with the same normalized descriptor and direction. */
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

export interface Correction {
  override: TransactionOverride
  feedback: Record<string, unknown>
}

/** Lays a correction over what people said of these rows before. */
export async function updateOverrides(
  ctx: Context,
  ids: readonly string[],
  { override, feedback }: Correction,
): Promise<void> {
  await ctx.db.run(sql`
    update transactions
    set override = nullif(coalesce(override, '{}') || ${JSON.stringify(override)}::jsonb, '{}'),
      feedback = ${JSON.stringify(feedback)}::jsonb, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])`)
}

/**
 * Keeps what these rows say now for the day their document is read again. Two rows of overlapping
 * statements can have one key; both were corrected alike, or the later row's correction stands.
 */
export async function upsertCorrections(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.db.run(sql`
    insert into corrections (environment_id, id, submission_id, row_key, override, feedback)
    select distinct on (t.row_key) t.environment_id, t.id, t.submission_id, t.row_key,
      coalesce(t.override, '{}'), t.feedback
    from transactions t
    where t.environment_id = ${ctx.environment.id} and t.id = any (${ids}::uuid[])
      and t.row_key is not null
    order by t.row_key, t.id desc
    on conflict (environment_id, submission_id, row_key) do update
    set override = excluded.override, feedback = excluded.feedback`)
}

/** The corrections that hold for every row like them, the oldest first. */
export async function listTenantRules(ctx: Context): Promise<TenantRule[]> {
  return ctx.db.rows<TenantRule>(sql`
    select id, descriptor, is_inflow, override from tenant_rules
    where environment_id = ${ctx.environment.id} order by id`)
}
