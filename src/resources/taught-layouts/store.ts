import type { TaughtRules } from '../../core/statements/statement.ts'
import type { Context } from '../../platform/context.ts'
import { sealedColumn } from '../../platform/crypto/sealed-column.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { joinConditions, json, raw, sql } from '../../platform/db/sql.ts'

/** What a layout was taught; account numbers stand apart, sealed. */
export interface TaughtLayoutRow {
  id: string
  fingerprint: string
  institutionName: string | null
  format: string | null
  rules: Omit<TaughtRules, 'accountNumber'>
  accountSealed: string | null
  taughtBy: string
  /** By rule, the document whose correction it follows. */
  ruleDocuments: Record<string, string>
  usesCount: number
  lastUsedAt: string | null
  createdAt: string
  updatedAt: string
}

export const TAUGHT_ACCOUNT = sealedColumn({
  table: 'taught_layouts',
  column: 'account_sealed',
  holds: 'the account number that a person entered, with the holder and the digits that were read',
  place: 'taught_layouts/account',
  boundTo: ['id'],
})

const COLUMNS = raw(
  `id, fingerprint, institution_name, format, rules, account_sealed, taught_by, rule_documents, uses_count,
  last_used_at, created_at, updated_at`,
)

export const TAUGHT_LAYOUT_SORTS = ['-created_at']

export const { list: listTaughtLayouts } = pagedList<
  TaughtLayoutRow,
  { fingerprint?: string | undefined }
>({
  table: 'taught_layouts',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: ({ fingerprint }) =>
    joinConditions([fingerprint !== undefined && sql`fingerprint = ${fingerprint}`]),
})

export const TAUGHT_LAYOUTS = recordStore<TaughtLayoutRow>({
  table: 'taught_layouts',
  columns: COLUMNS,
  noun: 'taught layout',
  missing: 'taught_layout_not_found',
})

export async function listAllTaught(ctx: Context): Promise<TaughtLayoutRow[]> {
  return ctx.db.rows<TaughtLayoutRow>(sql`
    select ${COLUMNS} from taught_layouts where environment_id = ${ctx.environment.id} order by id`)
}

/** Locked, so that two corrections of one layout are learned one after the other. */
export async function findTaught(
  ctx: Context,
  fingerprint: string,
): Promise<TaughtLayoutRow | null> {
  return ctx.db.row<TaughtLayoutRow>(sql`
    select ${COLUMNS} from taught_layouts
    where environment_id = ${ctx.environment.id} and fingerprint = ${fingerprint} for update`)
}

export interface NewTaughtLayout {
  id: string
  fingerprint: string
  institutionName: string | null
  format: string | null
  rules: TaughtLayoutRow['rules']
  accountSealed: string | null
  ruleDocuments: Record<string, string>
}

/** Two first corrections of one layout make one row, with the rules of the later. */
export async function upsertTaught(ctx: Context, taught: NewTaughtLayout): Promise<void> {
  await ctx.db.run(sql`
    insert into taught_layouts as t (environment_id, id, fingerprint, institution_name, format, rules,
      account_sealed, taught_by, rule_documents)
    values (${ctx.environment.id}, ${taught.id}, ${taught.fingerprint}, ${taught.institutionName},
      ${taught.format}, ${json(taught.rules)}, ${taught.accountSealed}, ${ctx.actor.name},
      ${json(taught.ruleDocuments)})
    on conflict (environment_id, fingerprint) do update
    set rules = excluded.rules, taught_by = excluded.taught_by, rule_documents = excluded.rule_documents,
      account_sealed = case when t.id = excluded.id then excluded.account_sealed end,
      updated_at = excluded.updated_at`)
}

/** Deletes the layouts beyond so many, those first that were used longest ago. */
export async function deleteOldest(ctx: Context, most: number): Promise<{ id: string }[]> {
  return ctx.db.rows<{ id: string }>(sql`
    delete from taught_layouts
    where environment_id = ${ctx.environment.id} and id in (
      select id from taught_layouts where environment_id = ${ctx.environment.id}
      order by greatest(last_used_at, updated_at) desc, id offset ${most})
    returning id`)
}

export async function updateUses(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db.run(sql`
    update taught_layouts set uses_count = uses_count + 1, last_used_at = now()
    where environment_id = ${ctx.environment.id} and id = any (${ids}::uuid[])`)
}
