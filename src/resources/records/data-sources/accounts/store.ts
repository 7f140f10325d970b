import type { StatedPeriod } from '../../transactions/facts/stated-periods.ts'
import type { Cents } from '../../../../core/values/money.ts'
import type { Context } from '../../../../platform/context.ts'
import type { Page, PageRequest } from '../../../../platform/db/page.ts'
import { pagedList } from '../../../../platform/db/paged-list.ts'
import { joinConditions, assignments, sql, type Sql } from '../../../../platform/db/sql.ts'
import { withRoutingNumbers } from '../../documents/account-numbers.ts'

export interface AccountRow {
  id: string
  submissionId: string
  institutionName: string | null
  name: string
  officialName: string | null
  holderNames: string[]
  last4: string | null
  numberFingerprint: string
  routingNumber: string | null
  type: string
  subtype: string | null
  currency: string
  isBusiness: boolean | null
  isIncluded: boolean
  isPrimary: boolean
  duplicateOf: string | null
  statedPeriods: StatedPeriod[]
  mergedInto: string | null
  mergedAccountIds: string[]
  statementsCount: number
  /** Of those with both balances. */
  provableCount: number
  reconciledCount: number
  transactionsCount: number
  inflow: Cents
  outflow: Cents
  lastBalance: Cents | null
  lastBalanceDate: string | null
  createdAt: string
  updatedAt: string
}

type SealedRow = AccountRow & { routingSealed: string | null }

function selectColumns({ environment }: Context): Sql {
  return sql`a.id, a.submission_id, a.institution_name, a.name, a.official_name, a.holder_names, a.last4,
  a.fingerprint as number_fingerprint, a.routing_sealed, a.type, a.subtype, a.currency, a.is_business, a.is_included,
  a.is_primary, a.duplicate_of, a.stated_periods, a.merged_into, a.created_at, a.updated_at,
  array(select m.id from accounts m where m.environment_id = ${environment.id} and m.merged_into = a.id order by m.id)
    as merged_account_ids,
  s.statements_count, s.provable_count, s.reconciled_count, t.transactions_count, t.inflow, t.outflow,
  b.balance as last_balance, b.date as last_balance_date`
}

/** Duplicate statements and rows count once. */
const selectTallies = ({ environment }: Context): Sql => sql`
  cross join lateral (
    select count(*) as statements_count,
      count(*) filter (where opening_balance is not null and closing_balance is not null) as provable_count,
      count(*) filter (where reconciliation_status in ('reconciled', 'reconciled_by_totals', 'empty')
        and opening_balance is not null and closing_balance is not null) as reconciled_count
    from statements
    where environment_id = ${environment.id} and account_id = a.id and duplicate_of is null) s
  cross join lateral (
    select count(*) as transactions_count,
      coalesce(sum(amount) filter (where amount > 0 and not is_duplicate), 0)::bigint as inflow,
      coalesce(-sum(amount) filter (where amount < 0 and not is_duplicate), 0)::bigint as outflow
    from transactions where environment_id = ${environment.id} and account_id = a.id) t
  left join lateral (
    select balance, date from transactions
    where environment_id = ${environment.id} and account_id = a.id and balance is not null
    order by date desc, position desc limit 1) b on true`

export const ACCOUNT_SORTS = ['-created_at']

export interface AccountFilter {
  dataSourceId: string
  id?: string | undefined
  type?: string | undefined
  isIncluded?: boolean | undefined
}

function buildConditions(
  { dataSourceId, id, type, isIncluded }: AccountFilter,
  { environment }: Context,
): Sql {
  return joinConditions([
    sql`a.merged_into is null`,
    sql`(exists (select from statements x
        where x.environment_id = ${environment.id} and x.account_id = a.id and x.data_source_id = ${dataSourceId})
      or exists (select from transactions x
        where x.environment_id = ${environment.id} and x.account_id = a.id and x.data_source_id = ${dataSourceId}))`,
    id && sql`a.id = ${id}`,
    type && sql`a.type = ${type}`,
    isIncluded !== undefined && sql`a.is_included = ${isIncluded}`,
  ])
}

const ACCOUNTS = pagedList<SealedRow, AccountFilter>({
  table: 'accounts',
  alias: 'a',
  columns: selectColumns,
  lookups: selectTallies,
  sorts: { created_at: { column: 'a.created_at', type: 'timestamptz' } },
  where: buildConditions,
})

/** The accounts that a data source has statements or rows of. */
export async function listAccounts(
  ctx: Context,
  filter: AccountFilter,
  page: PageRequest,
): Promise<Page<AccountRow>> {
  const found = await ACCOUNTS.list(ctx, filter, page)
  return { ...found, rows: withRoutingNumbers(ctx, found.rows, ({ id }) => id) }
}

/** Whether a data source has statements or rows of the account. */
export async function hasAccount(
  ctx: Context,
  wanted: { dataSourceId: string; id: string },
): Promise<boolean> {
  return (await ACCOUNTS.count(ctx, wanted)) > 0
}

export async function findAccount(
  ctx: Context,
  submissionId: string,
  id: string,
): Promise<AccountRow | null> {
  const rows = await ctx.db.rows<SealedRow>(sql`
    select ${selectColumns(ctx)} from accounts a ${selectTallies(ctx)}
    where a.environment_id = ${ctx.environment.id} and a.submission_id = ${submissionId}
      and a.id = ${id}`)
  return withRoutingNumbers(ctx, rows, (row) => row.id)[0] ?? null
}

/** The account of the submission, or the one it was merged into; null when there is none. */
export async function findAccountInForce(
  ctx: Context,
  submissionId: string,
  id: string | null | undefined,
): Promise<{ id: string; currency: string } | null> {
  if (id == null) return null
  return ctx.db.row(sql`
    select coalesce(merged_into, id) as id, currency from accounts
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId} and id = ${id}`)
}

export async function updateAccount(
  ctx: Context,
  id: string,
  columns: Record<string, unknown>,
): Promise<void> {
  await ctx.db.run(sql`
    update accounts set ${assignments({ ...columns, updated_at: sql`now()` })}
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

/** One account of a submission is its primary one. */
export async function updateNotPrimary(ctx: Context, submissionId: string): Promise<void> {
  await ctx.db.run(sql`
    update accounts set is_primary = false, updated_at = now()
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId} and is_primary`)
}

/**
 * Moves statements, rows and earlier merges to another account; the merged account keeps a
 * reference to it.
 */
export async function moveAccount(
  ctx: Context,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { id: environmentId } = ctx.environment
  await ctx.db.run(sql`
    update statements set account_id = ${to}
    where environment_id = ${environmentId} and account_id = ${from}`)
  await ctx.db.run(sql`
    update transactions set account_id = ${to}, updated_at = now()
    where environment_id = ${environmentId} and account_id = ${from}`)
  await ctx.db.run(sql`
    update accounts set merged_into = ${to}, is_primary = false, updated_at = now()
    where environment_id = ${environmentId} and (id = ${from} or merged_into = ${from})`)
  await ctx.db.run(sql`
    update accounts set duplicate_of = nullif(${to}::uuid, id), updated_at = now()
    where environment_id = ${environmentId} and duplicate_of = ${from}`)
}

export interface CandidateRow {
  accountId: string
  otherId: string
  reason: 'same_number' | 'same_holder' | 'matching_rows'
  score: number
}

/** Fewer rows than this match by chance. */
const ROWS_MIN = 5

/**
 * Pairs of accounts that may be one (formulas G9): the same last digits at the same bank or of the
 * same holder, or rows of which four fifths match. Both directions are listed.
 */
export async function listCandidates(ctx: Context, submissionId: string): Promise<CandidateRow[]> {
  const { id: environmentId } = ctx.environment
  return ctx.db.rows<CandidateRow>(sql`
    with own as (
      select id, last4, currency, holder_names,
        regexp_replace(upper(coalesce(institution_name, '')), '[^A-Z0-9]', '', 'g') as bank
      from accounts
      where environment_id = ${environmentId} and submission_id = ${submissionId}
        and merged_into is null and duplicate_of is null),
    said as (
      select account_id, date, amount, count(*) as n from transactions
      where environment_id = ${environmentId} and submission_id = ${submissionId} and not is_duplicate
      group by account_id, date, amount),
    totals as (select account_id, sum(n) as n from said group by account_id),
    matched as (
      select l.account_id as id, r.account_id as other, sum(least(l.n, r.n)) as n
      from said l join said r on r.date = l.date and r.amount = l.amount and r.account_id <> l.account_id
      group by l.account_id, r.account_id),
    pairs as (
      select a.id as account_id, o.id as other_id,
        case when a.bank = o.bank and a.bank <> '' then 'same_number' else 'same_holder' end as reason,
        case when a.bank = o.bank and a.bank <> '' then 0.9 else 0.7 end as score
      from own a join own o on o.id <> a.id and o.last4 = a.last4
      where (a.bank = o.bank and a.bank <> '') or a.holder_names && o.holder_names
      union all
      select m.id, m.other, 'matching_rows', round(m.n / least(l.n, r.n), 2)
      from matched m
      join own a on a.id = m.id
      join own o on o.id = m.other
      join totals l on l.account_id = m.id
      join totals r on r.account_id = m.other
      where least(l.n, r.n) >= ${ROWS_MIN} and m.n >= 0.8 * least(l.n, r.n))
    select distinct on (account_id, other_id) account_id, other_id, reason, score::real as score
    from pairs order by account_id, other_id, score desc`)
}

/** The holders as the one text by which a search finds their deal. */
export function toHolderSearch(names: readonly string[]): string {
  return names.join(' ')
}
