import { toCents } from '../../../../core/values/money.ts'
import type { StatedPeriod } from './stated-periods.ts'
import { balanceSign } from '../../../../core/statements/reconcile/reconcile.ts'
import type { AccountType } from '../../../../core/statements/statement.ts'
import type { LedgerRow } from '../../../../core/analytics/ledger/rows/row.ts'
import type { Account, CoveredPeriod } from '../../../../core/values/account.ts'
import type { EnrichedTransaction, Enrichment } from '../../../../core/values/transaction.ts'
import { toPrimary, unpackCategories, type StoredCategories } from '../categories.ts'
import { listContradictions, type Override } from '../../documents/contradictions.ts'
import type { Context } from '../../../../platform/context.ts'
import { json, raw, sql, type Sql } from '../../../../platform/db/sql.ts'

/** A row as enrichment takes it, with defaults for a row that was never enriched. */
export interface StoredTransaction extends EnrichedTransaction {
  /** Where its source lists it. */
  position: number
  sourceMerchantName: string | null
  isEnriched: boolean
}

/** The version of the submission's data, null when there is no such submission. */
export async function findDataVersion(ctx: Context, submissionId: string): Promise<number | null> {
  const row = await ctx.db.row<{ dataVersion: number }>(sql`
    select data_version from submissions
    where environment_id = ${ctx.environment.id} and id = ${submissionId}`)
  return row?.dataVersion ?? null
}

/** Columns of `Enrichment` that are null until a row has been enriched for the first time. */
type Nulls = 'normalizedDescription' | 'counterparty' | 'channel'
type Unenriched<Row extends StoredLedgerRow> = Omit<Row, Nulls> & {
  [Column in Nulls]: Enrichment[Column] | null
}

/** Rows as they are stored, with their categories in another form. */
type TransactionColumns = Omit<Unenriched<StoredTransaction>, 'categories'> & {
  categories: StoredCategories
}
type LedgerColumns = Omit<Unenriched<StoredLedgerRow>, 'categories'> & {
  categorySlug: string | null
}

/** Parsing a part blocks the event loop, so parts are small. */
const ROWS_PER_PART = 5_000

/**
 * Every row of the submission's included documents, statements and sources, by day and within a
 * day as the source lists it.
 */
export async function listStoredTransactions(
  ctx: Context,
  submissionId: string,
): Promise<StoredTransaction[]> {
  const all: StoredTransaction[] = []
  const columns = sql`${LEDGER_COLUMNS}, t.categories, t.mcc_code, t.bank_type, t.check_number,
    t.provider_category, t.is_debt, t.stream_id, t.match_score, t.source_merchant_name`
  const rows = sql`${selectRows(ctx, submissionId, columns)} order by t.date, t.position, t.id`
  await inParts<TransactionColumns>(ctx, rows, (part) => {
    for (const row of part)
      all.push(withDefaults({ ...row, categories: unpackCategories(row.categories) }))
  })
  return all
}

/** What analytics reads of a row, with its place. */
export interface StoredLedgerRow extends LedgerRow {
  position: number
  isEnriched: boolean
}

/** The same rows as analytics takes them, in any order and part by part. */
export async function readLedgerRows(
  ctx: Context,
  submissionId: string,
  take: (rows: StoredLedgerRow[]) => void,
): Promise<void> {
  const rows = selectRows(ctx, submissionId, sql`${LEDGER_COLUMNS}, t.category_slug`)
  await inParts<LedgerColumns>(ctx, rows, (part) =>
    take(part.map((row) => withDefaults({ ...row, categories: toPrimary(row.categorySlug) }))),
  )
}

const LEDGER_COLUMNS = sql`t.id, t.account_id, t.date, t.position, t.amount, t.currency,
  t.description, t.balance, t.is_pending, t.is_duplicate, t.override, t.normalized_description,
  t.merchant_name, t.merchant_id, t.counterparty, t.channel, t.flags, t.fee_kind, t.is_revenue,
  t.exclusion_reason, t.is_recurring, t.position_id, t.position_role, t.funder_id,
  t.matched_transaction_id, t.needs_review, t.enriched_at is not null as is_enriched`

function selectRows(ctx: Context, submissionId: string, columns: Sql): Sql {
  return sql`
    select ${columns}
    from transactions t
    left join documents d on d.environment_id = t.environment_id and d.id = t.document_id
    left join statements s on s.environment_id = t.environment_id and s.id = t.statement_id
    left join data_sources o on o.environment_id = t.environment_id and o.id = t.data_source_id
    where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
      and d.is_included is not false and s.is_included is not false and o.is_included is not false`
}

/** The rows of a query, part by part: it runs once, however many there are. */
async function inParts<Row>(ctx: Context, query: Sql, take: (rows: Row[]) => void): Promise<void> {
  await ctx.db.run(sql`declare parts no scroll cursor for ${query}`)
  for (;;) {
    const rows = await ctx.db.rows<Row>(sql`fetch ${raw(String(ROWS_PER_PART))} from parts`)
    take(rows)
    if (rows.length < ROWS_PER_PART) break
  }
  await ctx.db.run(sql`close parts`)
}

/** Fills in defaults for a row that was never enriched. */
export function withDefaults<Row extends StoredLedgerRow>(row: Unenriched<Row>): Row {
  if (row.isEnriched) return row as unknown as Row
  return {
    ...row,
    normalizedDescription: row.description.toUpperCase(),
    counterparty: { name: null, type: 'unknown' },
    channel: 'other',
    categories: row.categories.length > 0 ? row.categories : [unknownCategory(row.amount)],
    needsReview: true,
  } as unknown as Row
}

function unknownCategory(amount: number): Enrichment['categories'][number] {
  const [slug, name] =
    amount > 0
      ? ['uncategorized.inflow', 'Uncategorized inflow']
      : ['uncategorized.outflow', 'Uncategorized outflow']
  return {
    slug: slug!,
    name: name!,
    confidence: 0,
    familyConfidence: 0,
    source: 'default',
    ruleId: null,
  }
}

/** An account that only repeats another's statements counts no more than these do. */
export async function listAccounts(ctx: Context, submissionId: string): Promise<Account[]> {
  return ctx.db.rows<Account>(sql`
    select id, name, institution_name, last4, type, currency, holder_names,
      is_included and duplicate_of is null and not (
        exists (select from statements s
          where s.environment_id = ${ctx.environment.id} and s.account_id = accounts.id
            and s.duplicate_of is not null)
        and not exists (select from statements s
          where s.environment_id = ${ctx.environment.id} and s.account_id = accounts.id
            and s.duplicate_of is null)
        and not exists (select from transactions t
          where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
            and t.account_id = accounts.id and not t.is_duplicate)) as is_included,
      exists (select from statements s
        where s.environment_id = ${ctx.environment.id} and s.account_id = accounts.id
          and s.currency_source = 'assumed') as is_currency_assumed,
      (select t.data_source_id from transactions t
        where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
          and t.account_id = accounts.id limit 1) as source_id
    from accounts
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and merged_into is null
    order by created_at, id`)
}

interface PeriodRow extends CoveredPeriod {
  accountType: AccountType
  currency: string
  /** As it was sent, in major units; null where the statement prints its own. */
  statedOpening: number | null
}

/**
 * The included statements of included documents as covered periods, each once however many files
 * hold it, and what callers state of accounts. Where none is printed, the range that was stated of
 * the document is used, else the dates of the first and last row; a statement with neither covers
 * nothing.
 */
export async function listPeriods(ctx: Context, submissionId: string): Promise<CoveredPeriod[]> {
  const [printed, stated, set] = await Promise.all([
    listStatementPeriods(ctx, submissionId),
    listStatedPeriods(ctx, submissionId),
    listSetStatements(ctx, submissionId),
  ])
  const marked = printed.map((period) =>
    set.has(period.statementId!) ? { ...period, isSetByPerson: true } : period,
  )
  return [...marked, ...stated]
}

/** Statements with figures that people set against the page, of documents not accepted so. */
async function listSetStatements(ctx: Context, submissionId: string): Promise<Set<string>> {
  const rows = await ctx.db.rows<{ statementId: string; overrides: Override[] }>(sql`
    select o.statement_id, jsonb_agg(jsonb_build_object('field', o.field, 'value', o.value,
      'readValue', o.read_value, 'by', o.actor_name)) as overrides
    from documents d
    join statement_overrides o on o.environment_id = d.environment_id and o.document_id = d.id
    where d.environment_id = ${ctx.environment.id} and d.submission_id = ${submissionId}
      and d.review ->> 'status' is distinct from 'approved'
      and o.field in ('rows', 'opening_balance', 'closing_balance')
    group by o.statement_id`)
  const set = rows.filter(({ overrides }) => listContradictions(overrides).length > 0)
  return new Set(set.map(({ statementId }) => statementId))
}

async function listStatementPeriods(ctx: Context, submissionId: string): Promise<CoveredPeriod[]> {
  const rows = await ctx.db.rows<PeriodRow>(sql`
    select s.account_id, s.document_id, s.id as statement_id, s.account_type, s.currency,
      e.start_date, e.end_date,
      d.stated_start is null and (s.start_date is null or s.end_date is null
        or s.derived_edges && array['startDate', 'endDate']) as is_inferred,
      case when s.opening_balance is null then d.stated_opening end as stated_opening,
      s.opening_balance, s.closing_balance, s.reconciliation_status, s.daily_balances,
      s.holder_address, s.fees_printed, coalesce(o.type <> 'pdf', false) as is_fed
    from statements s
    left join data_sources o
      on o.environment_id = s.environment_id and o.id = s.data_source_id
    join lateral (
      select is_included, (stated_period ->> 'startDate')::date as stated_start,
        (stated_period ->> 'endDate')::date as stated_end,
        (stated_period ->> 'openingBalance')::double precision as stated_opening
      from documents
      where environment_id = ${ctx.environment.id} and id = s.document_id) d on true
    left join lateral (
      select min(date) as first_date, max(date) as last_date from transactions
      where environment_id = ${ctx.environment.id} and statement_id = s.id) r on true
    cross join lateral (
      select
        coalesce(case when not s.derived_edges @> array['startDate'] then s.start_date end,
          d.stated_start, s.start_date, r.first_date) as start_date,
        coalesce(case when not s.derived_edges @> array['endDate'] then s.end_date end,
          d.stated_end, s.end_date, r.last_date) as end_date) e
    where s.environment_id = ${ctx.environment.id} and s.submission_id = ${submissionId}
      and d.is_included and s.is_included and s.duplicate_of is null
      and e.start_date <= e.end_date
    order by e.start_date, s.id`)
  return rows.map(signedForHolder)
}

/** A card prints the amount owed; metrics use what the holder has. */
function signedForHolder(row: PeriodRow): CoveredPeriod {
  const { accountType, currency, statedOpening, ...printed } = row
  const sign = balanceSign({ accountType })
  const stated = statedOpening === null ? null : toCents(statedOpening, currency)
  const period = { ...printed, openingBalance: printed.openingBalance ?? stated }
  if (sign === 1) return period
  const negated = (balance: number | null): number | null => (balance === null ? null : 0 - balance)
  return {
    ...period,
    openingBalance: negated(period.openingBalance),
    closingBalance: negated(period.closingBalance),
    dailyBalances: period.dailyBalances.map(({ date, balance }) => ({
      date,
      balance: 0 - balance,
    })),
  }
}

/** Adds a period to what is stated of accounts; one of the same days takes its place. */
export async function addStatedPeriod(
  ctx: Context,
  accountIds: readonly string[],
  period: StatedPeriod,
): Promise<void> {
  await ctx.db.run(sql`
    update accounts set updated_at = now(),
      stated_periods = coalesce((
        select jsonb_agg(one) from jsonb_array_elements(stated_periods) as one
        where (one ->> 'startDate', one ->> 'endDate')
          <> (${period.startDate}::text, ${period.endDate}::text)), '[]') || ${json([period])}::jsonb
    where environment_id = ${ctx.environment.id} and id = any(${accountIds}::uuid[])`)
}

/** What is stated of the accounts of a submission, as covered periods. */
export async function listStatedPeriods(
  ctx: Context,
  submissionId: string,
): Promise<CoveredPeriod[]> {
  const rows = await ctx.db.rows<{ accountId: string; period: StatedPeriod }>(sql`
    select coalesce(merged_into, id) as account_id, one as period
    from accounts, jsonb_array_elements(stated_periods) as one
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    order by one ->> 'startDate', one ->> 'endDate'`)
  return rows.map(({ accountId, period }) => ({
    ...period,
    accountId,
    documentId: null,
    statementId: null,
    isInferred: false,
    closingBalance: null,
    reconciliationStatus: 'unverifiable',
    dailyBalances: [],
  }))
}
