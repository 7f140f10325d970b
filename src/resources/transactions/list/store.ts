import type { Context } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import { joinConditions, containing, sql, type Sql } from '../../../platform/db/sql.ts'
import {
  isLoaded,
  TRANSACTION_COLUMNS,
  type TransactionRow,
} from '../../records/transactions/store.ts'
import type { RowFilter } from './filter.ts'

export const TRANSACTION_SORTS = ['-date', 'amount', 'balance', 'created_at']

export const { list: listTransactions } = pagedList<TransactionRow, RowFilter>({
  table: 'transactions',
  alias: 't',
  columns: TRANSACTION_COLUMNS,
  sorts: {
    date: { column: 't.date', type: 'date' },
    amount: { column: 't.amount', type: 'bigint' },
    // A row without a balance stands below all that have one.
    balance: { column: 'coalesce(t.balance, -9007199254740991)', type: 'bigint' },
    created_at: { column: 't.created_at', type: 'timestamptz' },
  },
  where: buildConditions,
})

/** The oldest first, without pages. */
export async function listForExport(
  ctx: Context,
  filter: RowFilter,
  limit: number,
): Promise<TransactionRow[]> {
  return ctx.db.rows<TransactionRow>(sql`
    select ${TRANSACTION_COLUMNS} from transactions t
    where t.environment_id = ${ctx.environment.id} and ${buildConditions(filter)}
    order by t.date, t.id limit ${limit}`)
}

/** What accounts and documents are called: `Harborline Bank …7608`, `june.pdf`. */
export async function listSourceNames(
  ctx: Context,
  ids: readonly string[],
): Promise<{ id: string; name: string | null }[]> {
  const own = sql`environment_id = ${ctx.environment.id} and id = any(${ids}::uuid[])`
  return ctx.db.rows(sql`
    select id, nullif(concat_ws(' ', coalesce(institution_name, name), '…' || last4), '') as name
    from accounts where ${own}
    union all select id, display_name from documents where ${own}`)
}

export interface CurrencyTotals {
  currency: string
  inflow: number
  outflow: number
  count: number
}

export async function sumTransactions(ctx: Context, filter: RowFilter): Promise<CurrencyTotals[]> {
  return ctx.db.rows<CurrencyTotals>(sql`
    select t.currency, count(*) as count,
      coalesce(sum(t.amount) filter (where t.amount > 0), 0)::bigint as inflow,
      coalesce(-sum(t.amount) filter (where t.amount < 0), 0)::bigint as outflow
    from transactions t
    where t.environment_id = ${ctx.environment.id} and ${buildConditions(filter)}
    group by t.currency order by t.currency`)
}

/** A filter as a condition over the alias t. */
function buildConditions(filter: RowFilter): Sql {
  const { includeUnloaded = false, evidenceIds } = filter
  // What a number counted is loaded already.
  const isAny = includeUnloaded || evidenceIds !== undefined
  return joinConditions([
    ...ofPlace(filter),
    ...ofValues(filter),
    ...ofMeaning(filter),
    isAny ? undefined : isLoaded('t'),
  ])
}

/** Where a row stands: its submission, account, document and the day. */
function ofPlace(filter: RowFilter): (Sql | undefined)[] {
  return [
    when(filter.ids, (ids) => sql`t.id = any (${ids}::uuid[])`),
    when(filter.evidenceIds, (ids) => sql`t.id = any (${ids}::uuid[])`),
    when(filter.submissionId, (id) => sql`t.submission_id = ${id}`),
    when(filter.accountId, (id) => sql`t.account_id = ${id}`),
    when(filter.accountIds, (ids) => sql`t.account_id = any (${ids}::uuid[])`),
    when(filter.documentId, (id) => sql`t.document_id = ${id}`),
    when(filter.dataSourceId, (id) => sql`t.data_source_id = ${id}`),
    when(filter.startDate, (date) => sql`t.date >= ${date}`),
    when(filter.endDate, (date) => sql`t.date <= ${date}`),
    when(filter.createdAfter, (at) => sql`t.created_at > ${at}`),
    when(filter.createdBefore, (at) => sql`t.created_at < ${at}`),
    when(filter.updatedAfter, (at) => sql`t.updated_at > ${at}`),
  ]
}

/** What the source says. */
function ofValues(filter: RowFilter): (Sql | undefined)[] {
  return [
    when(filter.minCents, (cents) => sql`t.amount >= ${cents}`),
    when(filter.maxCents, (cents) => sql`t.amount <= ${cents}`),
    when(filter.currency, (currency) => sql`t.currency = ${currency}`),
    when(filter.direction, (side) => (side === 'inflow' ? sql`t.amount >= 0` : sql`t.amount < 0`)),
    when(filter.isPending, (is) => sql`t.is_pending = ${is}`),
    when(filter.externalId, (id) => sql`t.external_id = ${id}`),
    when(filter.q, textCondition),
    ...Object.entries(filter.metadata ?? {}).map(
      ([key, value]) => sql`t.metadata ->> ${key} = ${value}`,
    ),
  ]
}

/** What enrichment says. */
function ofMeaning(filter: RowFilter): (Sql | undefined)[] {
  return [
    when(filter.category, inCategories),
    when(filter.categoryNot, (names) => sql`not ${inCategories(names)}`),
    when(filter.merchant, (name) => sql`t.merchant_name = ${name}`),
    when(filter.merchantId, (id) => sql`t.merchant_id = ${id}`),
    when(filter.merchantGroup, inMerchantGroup),
    when(filter.flag, (flag) => sql`${flag} = any (t.flags)`),
    when(filter.type, (channel) => sql`coalesce(t.channel, 'other') = ${channel}`),
    when(filter.isRevenue, (is) => sql`t.is_revenue = ${is}`),
    when(filter.isDebt, (is) => sql`t.is_debt = ${is}`),
    when(filter.isRecurring, (is) => sql`t.is_recurring = ${is}`),
    when(filter.isDuplicate, (is) => sql`t.is_duplicate = ${is}`),
    when(filter.needsReview, (is) => sql`t.needs_review = ${is}`),
    when(filter.streamId, (id) => sql`t.stream_id = ${id}`),
    when(filter.positionId, (id) => sql`t.position_id = ${id}`),
    when(filter.positionRole, (role) => sql`t.position_role = ${role}`),
    when(filter.funderId, (id) => sql`t.funder_id = ${id}`),
  ]
}

function when<T>(value: T | undefined, condition: (value: T) => Sql): Sql | undefined {
  return value === undefined ? undefined : condition(value)
}

function inMerchantGroup(slug: string): Sql {
  return sql`t.merchant_id in (
    select m.id from merchants m left join registry_merchants g on g.id = m.id
    where m.environment_id = t.environment_id
      and coalesce(m.own_groups, g.group_slugs, m.group_slugs) @> array[${slug}])`
}

/** The caller's text is matched as it stands: its % and _ are no wildcards. */
function textCondition(q: string): Sql {
  const pattern = containing(q)
  return sql`(t.description ilike ${pattern} or t.merchant_name ilike ${pattern})`
}

/** A row is found by its slug, its root, and by the leaf that a third segment belongs to. */
function inCategories(names: readonly string[]): Sql {
  const slug = sql`coalesce(t.category_slug, '')`
  return sql`(array[${slug}, split_part(${slug}, '.', 1),
    split_part(${slug}, '.', 1) || '.' || split_part(${slug}, '.', 2)] && ${names}::text[])`
}
