import type { TenantMerchant } from '../../core/enrichment/tenant-layer.ts'
import type { Context } from '../../platform/context.ts'
import {
  buildKeyset,
  toPage,
  countTotal,
  type Page,
  type PageRequest,
  type SortKeys,
} from '../../platform/db/page.ts'
import { joinConditions, containing, raw, sql, type Sql } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MerchantQuery } from './schemas.ts'
import type { Body } from '../../platform/route.ts'

/** A merchant with the tenant's changes and the sums of its transactions. */
export interface MerchantRow {
  id: string
  key: string
  name: string
  normalizedName: string
  aliases: string[]
  categoryIn: string | null
  categoryOut: string | null
  defaultCategory: string | null
  groupSlugs: string[]
  funderType: string | null
  isAmbiguous: boolean
  isGlobal: boolean
  metadata: Record<string, unknown>
  transactionsCount: number
  inflowTotal: number
  outflowTotal: number
  /** Null where there is no transaction, or there are several currencies. */
  currency: string | null
  firstDate: string | null
  lastDate: string | null
  createdAt: string | null
  updatedAt: string | null
}

export type MerchantFilter = Partial<Body<typeof MerchantQuery>>

export const MERCHANT_SORTS = ['-transactions_count', 'name', 'inflow_total']
const SORTS: SortKeys = {
  transactions_count: { column: 'transactions_count', type: 'bigint' },
  name: { column: 'normalized_name', type: 'text' },
  inflow_total: { column: 'inflow_total', type: 'bigint' },
}

const OVERLAID = raw(`coalesce(g.aliases, '{}') || m.own_aliases as aliases, g.category_in,
  g.category_out, coalesce(m.own_category, g.category_out, g.category_in, m.seen_category)
    as default_category,
  coalesce(m.own_groups, g.group_slugs, m.group_slugs) as group_slugs, g.funder_type,
  coalesce(g.is_ambiguous, false) as is_ambiguous, g.id is not null as is_global`)

/**
 * The tenant's merchants, then the registry's others: two branches, so that a search by name uses
 * the index of each.
 */
function known(ctx: Context): Sql {
  return sql`(
    select m.id, m.key, m.name, m.normalized_name, ${OVERLAID}, m.metadata, m.created_at, m.updated_at
    from merchants m left join registry_merchants g on g.id = m.id
    where m.environment_id = ${ctx.environment.id}
    union all
    select g.id, g.key, g.name, g.normalized_name, g.aliases, g.category_in, g.category_out,
      coalesce(g.category_out, g.category_in), g.group_slugs, g.funder_type, g.is_ambiguous, true,
      '{}'::jsonb, null, null
    from registry_merchants g
    where not exists (
      select from merchants m where m.environment_id = ${ctx.environment.id} and m.id = g.id))`
}

/** Sums by merchant, of one submission or of all. */
function totals(ctx: Context, submissionId: string | undefined): Sql {
  return sql`(
    select merchant_id, sum(transactions_count)::bigint as transactions_count,
      sum(inflow)::bigint as inflow, sum(outflow)::bigint as outflow,
      min(first_date) as first_date, max(last_date) as last_date,
      case when min(currency) = max(currency) then min(currency) end as currency
    from merchant_totals
    where environment_id = ${ctx.environment.id}
      and ${submissionId === undefined ? sql`true` : sql`submission_id = ${submissionId}`}
    group by merchant_id)`
}

function selectMerchants(ctx: Context, filter: MerchantFilter): Sql {
  return sql`
    select k.*, coalesce(t.transactions_count, 0) as transactions_count,
      coalesce(t.inflow, 0) as inflow_total, coalesce(t.outflow, 0) as outflow_total, t.currency,
      t.first_date, t.last_date
    from ${known(ctx)} k left join ${totals(ctx, filter.submissionId)} t on t.merchant_id = k.id
    where ${buildConditions(ctx, filter)}`
}

export async function listMerchants(
  ctx: Context,
  filter: MerchantFilter,
  page: PageRequest,
): Promise<Page<MerchantRow>> {
  const { key, after, tail } = buildKeyset(page, SORTS)
  const rows = await ctx.db.rows<MerchantRow & { sortKey: string }>(sql`
    select found.*, ${key} from (${selectMerchants(ctx, filter)}) found where ${after} ${tail}`)
  const total = await countTotal(page, () => countMerchants(ctx, filter))
  return { ...toPage(rows, page, ctx.house.cursors), ...total }
}

async function countMerchants(ctx: Context, filter: MerchantFilter): Promise<number> {
  const row = await ctx.db.row<{ count: number }>(
    sql`select count(*) as count from (${selectMerchants(ctx, filter)}) found`,
  )
  return row!.count
}

function buildConditions(ctx: Context, filter: MerchantFilter): Sql {
  const { q, group, category, mccCode, isFunder, isGlobal, submissionId } = filter
  return joinConditions([
    q !== undefined && named(q.toUpperCase()),
    group !== undefined && sql`k.group_slugs @> array[${group}]`,
    category !== undefined && sql`k.default_category = ${category}`,
    mccCode !== undefined &&
      sql`k.id in (select merchant_id from transactions
        where environment_id = ${ctx.environment.id} and mcc_code = ${mccCode})`,
    isFunder !== undefined && sql`(k.funder_type is not null) = ${isFunder}`,
    isGlobal !== undefined && sql`k.is_global = ${isGlobal}`,
    submissionId !== undefined && sql`t.merchant_id is not null`,
  ])
}

/** By part of the name, a similar name (trigrams), or an alias. */
function named(q: string): Sql {
  const pattern = containing(q)
  return sql`(k.normalized_name like ${pattern} or k.normalized_name % ${q}
    or ${q} <% k.normalized_name or array_to_string(k.aliases, '|') like ${pattern})`
}

/** Throws `merchant_not_found`. */
export async function getMerchant(ctx: Context, id: string): Promise<MerchantRow> {
  const [row] = await listMerchantsByIds(ctx, [id])
  if (!row) throw new ApiError('merchant_not_found')
  return row
}

export async function listMerchantsByIds(
  ctx: Context,
  ids: readonly string[],
): Promise<MerchantRow[]> {
  return ctx.db.rows<MerchantRow>(sql`${selectMerchants(ctx, {})} and k.id = any (${ids}::uuid[])`)
}

/** Slugs of the groups of these merchants, by merchant. */
export async function listGroupSlugs(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await ctx.db.rows<{ id: string; groupSlugs: string[] }>(sql`
    select m.id, coalesce(m.own_groups, g.group_slugs, m.group_slugs) as group_slugs
    from merchants m left join registry_merchants g on g.id = m.id
    where m.environment_id = ${ctx.environment.id} and m.id = any (${ids}::uuid[])`)
  return new Map(rows.map(({ id, groupSlugs }) => [id, groupSlugs]))
}

/** How many merchants each group has. */
export async function countByGroup(ctx: Context): Promise<Map<string, number>> {
  const rows = await ctx.db.rows<{ slug: string; count: number }>(sql`
    select slug, count(*) as count from ${known(ctx)} k, unnest(k.group_slugs) as slug
    group by slug`)
  return new Map(rows.map(({ slug, count }) => [slug, count]))
}

export interface MerchantColumns {
  ownGroups?: string[] | null | undefined
  ownCategory?: string | null | undefined
  ownAliases?: string[] | undefined
}

/** Stores the tenant's changes of a merchant, its own or one of the registry. */
export async function upsertMerchant(
  ctx: Context,
  merchant: MerchantRow,
  { ownGroups, ownCategory, ownAliases }: MerchantColumns,
): Promise<void> {
  const { id, key, name, normalizedName } = merchant
  await ctx.db.run(sql`
    insert into merchants as m (environment_id, id, key, name, normalized_name, own_groups,
      own_category, own_aliases)
    values (${ctx.environment.id}, ${id}, ${key}, ${name}, ${normalizedName}, ${ownGroups ?? null},
      ${ownCategory ?? null}, ${ownAliases ?? []})
    on conflict (environment_id, id) do update
    set own_groups = case when ${ownGroups === undefined} then m.own_groups else excluded.own_groups end,
      own_category = case when ${ownCategory === undefined} then m.own_category else excluded.own_category end,
      own_aliases = case when ${ownAliases === undefined} then m.own_aliases else excluded.own_aliases end,
      updated_at = excluded.updated_at`)
}

/** Merchants with a category or aliases of the tenant, as enrichment takes them. */
export async function listTenantMerchants(ctx: Context): Promise<TenantMerchant[]> {
  return ctx.db.rows<TenantMerchant>(sql`
    select key, name, own_aliases as aliases, own_category as category from merchants
    where environment_id = ${ctx.environment.id}
      and (own_category is not null or own_aliases <> '{}')
    order by id`)
}

/** Submissions whose rows name the merchant or contain one of the aliases. */
export async function listSubmissionsNaming(
  ctx: Context,
  id: string,
  aliases: readonly string[],
): Promise<string[]> {
  const patterns = aliases.map(containing)
  const rows = await ctx.db.rows<{ submissionId: string }>(sql`
    select submission_id from merchant_totals
    where environment_id = ${ctx.environment.id} and merchant_id = ${id}
    union
    select submission_id from transactions
    where environment_id = ${ctx.environment.id}
      and upper(description) like any (${patterns}::text[])`)
  return rows.map(({ submissionId }) => submissionId)
}
