import { balanceSign } from '../../../core/statements/reconcile.ts'
import type { AccountType } from '../../../core/statements/statement.ts'
import type { Account, CoveredPeriod } from '../../../core/values/account.ts'
import type { EnrichedTransaction, Enrichment } from '../../../core/values/transaction.ts'
import type { Context } from '../../../platform/context.ts'
import { empty, sql } from '../../../platform/db/sql.ts'

/** A row as enrichment and analytics take it; what no enrichment has said yet is filled in. */
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
type Found = Omit<StoredTransaction, Nulls> & { [Column in Nulls]: Enrichment[Column] | null }

/** Rows of one statement: reading them counts as its time, and everybody else waits for a part. */
const ROWS_PER_READ = 20_000

/**
 * Every row of the submission's included documents, statements and sources, by day and within a
 * day as the source lists it.
 */
export async function listStoredTransactions(
  ctx: Context,
  submissionId: string,
): Promise<StoredTransaction[]> {
  const all: StoredTransaction[] = []
  for (;;) {
    const rows = await listAfter(ctx, submissionId, all.at(-1) ?? null)
    for (const row of rows) all.push(withDefaults(row))
    if (rows.length < ROWS_PER_READ) return all
  }
}

type Place = Pick<StoredTransaction, 'date' | 'position' | 'id'>

async function listAfter(ctx: Context, submissionId: string, last: Place | null): Promise<Found[]> {
  return ctx.db.rows<Found>(sql`
    select t.id, t.account_id, t.date, t.position, t.amount, t.currency, t.description, t.balance, t.mcc_code,
      t.bank_type, t.check_number, t.is_pending, t.is_duplicate, t.provider_category, t.override,
      t.normalized_description, t.merchant_name, t.merchant_id, t.counterparty, t.categories, t.channel, t.flags,
      t.fee_kind, t.is_revenue, t.exclusion_reason, t.is_debt, t.is_recurring, t.stream_id,
      t.position_id, t.position_role, t.funder_id, t.matched_transaction_id, t.match_score,
      t.needs_review, t.source_merchant_name, t.enriched_at is not null as is_enriched
    from transactions t
    left join documents d on d.environment_id = t.environment_id and d.id = t.document_id
    left join statements s on s.environment_id = t.environment_id and s.id = t.statement_id
    left join data_sources o on o.environment_id = t.environment_id and o.id = t.data_source_id
    where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
      and d.is_included is not false and s.is_included is not false and o.is_included is not false
      ${last ? sql`and (t.date, t.position, t.id) > (${last.date}, ${last.position}, ${last.id})` : empty}
    order by t.date, t.position, t.id
    limit ${ROWS_PER_READ}`)
}

/** A row that no enrichment has looked at, with what is certain. */
export function withDefaults(row: Found): StoredTransaction {
  if (row.isEnriched) return row as StoredTransaction
  return {
    ...row,
    normalizedDescription: row.description.toUpperCase(),
    counterparty: { name: null, type: 'unknown' },
    channel: 'other',
    categories: row.categories.length > 0 ? row.categories : [unknownCategory(row.amount)],
    needsReview: true,
  }
}

function unknownCategory(amount: number): Enrichment['categories'][number] {
  const [slug, name] =
    amount > 0
      ? ['uncategorized.inflow', 'Uncategorized inflow']
      : ['uncategorized.outflow', 'Uncategorized outflow']
  return { slug: slug!, name: name!, confidence: 0, source: 'default', ruleId: null }
}

export async function listAccounts(ctx: Context, submissionId: string): Promise<Account[]> {
  return ctx.db.rows<Account>(sql`
    select id, name, institution_name, last4, type, currency,
      is_included and duplicate_of is null as is_included
    from accounts
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and merged_into is null
    order by created_at, id`)
}

interface PeriodRow extends CoveredPeriod {
  accountType: AccountType
}

/**
 * The included statements of included documents as covered periods, each once however many files
 * hold it. Where none is printed, the first and the last row stand in; a statement with neither
 * covers nothing.
 */
export async function listPeriods(ctx: Context, submissionId: string): Promise<CoveredPeriod[]> {
  const rows = await ctx.db.rows<PeriodRow>(sql`
    select s.account_id, s.document_id, s.id as statement_id, s.account_type,
      coalesce(s.start_date, r.first_date) as start_date,
      coalesce(s.end_date, r.last_date) as end_date,
      s.start_date is null or s.end_date is null as is_inferred,
      s.opening_balance, s.closing_balance, s.reconciliation_status, s.daily_balances,
      s.holder_address, s.fees_printed
    from statements s
    join documents d on d.environment_id = s.environment_id and d.id = s.document_id
    left join lateral (
      select min(date) as first_date, max(date) as last_date from transactions
      where environment_id = s.environment_id and statement_id = s.id) r on true
    where s.environment_id = ${ctx.environment.id} and s.submission_id = ${submissionId}
      and d.is_included and s.is_included and s.duplicate_of is null
      and coalesce(s.start_date, r.first_date) <= coalesce(s.end_date, r.last_date)
    order by start_date, s.id`)
  return rows.map(signedForHolder)
}

/** A card prints what is owed; numbers see what the holder has. */
function signedForHolder({ accountType, ...period }: PeriodRow): CoveredPeriod {
  const sign = balanceSign({ accountType })
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
