import type { Context } from '../../../platform/context.ts'
import {
  BY_ROWS,
  mergeColumns,
  buildColumns,
  fromColumns,
  splitBatches,
  type Columns,
  type ColumnTypes,
} from '../../../platform/db/columns.ts'
import { sql } from '../../../platform/db/sql.ts'
import { packCategories } from '../../records/transactions/categories.ts'
import type { EnrichmentColumns } from '../enrichment/columns.ts'
import type { NewRow } from './item.ts'

/** Where the rows of one source of a submission stand; their external ids are unique among them. */
export interface RowsOrigin {
  submissionId: string
  /** `api`, or the name of a provider. */
  source: string
}

/** Rows with these external ids by external id. */
export async function findByExternalIds(
  ctx: Context,
  { submissionId, source }: RowsOrigin,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ctx.db.rows<{ id: string; externalId: string }>(sql`
    select id, external_id from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and source = ${source} and external_id = any (${externalIds}::text[])`)
  return new Map(rows.map(({ id, externalId }) => [externalId, id]))
}

/** The enrichment columns of a row that is not enriched yet. */
export function unenriched(row: NewRow): EnrichmentColumns {
  return {
    ...UNENRICHED,
    id: row.id,
    merchant_name: row.merchant_name,
    channel: row.channel,
    check_number: row.check_number,
    category_slug: row.categories[0]?.slug ?? null,
    categories: packCategories(row.categories),
  }
}

const UNENRICHED = {
  normalized_description: null,
  merchant_id: null,
  counterparty: null,
  flags: [],
  fee_kind: null,
  is_revenue: false,
  exclusion_reason: null,
  is_debt: false,
  is_recurring: false,
  is_duplicate: false,
  stream_id: null,
  position_id: null,
  position_role: null,
  funder_id: null,
  matched_transaction_id: null,
  match_score: null,
  needs_review: false,
}

/** Inserts new rows with their enrichment, or with empty enrichment columns. */
export async function insertTransactions(
  ctx: Context,
  { submissionId, source, dataSourceId }: RowsOrigin & { dataSourceId: string },
  { given, enrichment, isEnriched }: { given: Columns; enrichment: Columns; isEnriched: boolean },
): Promise<void> {
  await ctx.db.run(sql`
    insert into transactions (environment_id, id, submission_id, data_source_id, account_id,
      external_id, source, date, posted_at, position, amount, currency, balance, balance_source,
      raw_description, description, source_merchant_name, mcc_code, bank_type, provider_category,
      is_pending, override, metadata, merchant_name, channel, check_number, category_slug,
      categories, normalized_description, merchant_id, counterparty, flags, fee_kind, is_revenue,
      exclusion_reason, is_debt, is_recurring, is_duplicate, stream_id, position_id, position_role, funder_id,
      matched_transaction_id, match_score, needs_review, enriched_at)
    select ${ctx.environment.id}, r.id, ${submissionId}, ${dataSourceId}, r.account_id,
      r.external_id, ${source}, r.date, r.posted_at, r.position, r.amount, r.currency, r.balance,
      case when r.balance is not null then 'provider' end, r.description, r.description,
      r.source_merchant_name, r.mcc_code, r.bank_type, r.provider_category, r.is_pending,
      r.override, r.metadata, r.merchant_name, r.channel, r.check_number, r.category_slug,
      r.categories, r.normalized_description, r.merchant_id, r.counterparty, r.flags, r.fee_kind,
      r.is_revenue, r.exclusion_reason, r.is_debt, r.is_recurring, r.is_duplicate, r.stream_id,
      r.position_id, r.position_role, r.funder_id, r.matched_transaction_id, r.match_score,
      r.needs_review, ${isEnriched ? sql`now()` : sql`null`}
    from ${fromColumns(mergeColumns(given, enrichment))}
    ${BY_ROWS}`)
}

/** A row as its caller gave it, under the names of the table. */
interface Given extends Omit<NewRow, OfEnrichment> {
  source_merchant_name: string | null
  bank_type: string | null
}
/** Columns that enrichment fills, using the caller's values. */
type OfEnrichment = 'id' | 'merchant_name' | 'channel' | 'check_number' | 'categories'

/** The rows as their caller gave them, by column. */
export function givenColumns(rows: readonly NewRow[]): Columns {
  return buildColumns(rows.map(toGiven), GIVEN_TYPES)
}

function toGiven({ merchant_name, channel, ...row }: NewRow): Given {
  return { ...row, source_merchant_name: merchant_name, bank_type: channel }
}

const GIVEN_TYPES: ColumnTypes<Given> = {
  account_id: 'uuid',
  external_id: 'text',
  date: 'date',
  posted_at: 'timestamptz',
  position: 'integer',
  amount: 'bigint',
  currency: 'text',
  balance: 'bigint',
  description: 'text',
  source_merchant_name: 'text',
  mcc_code: 'text',
  bank_type: 'text',
  provider_category: 'text',
  is_pending: 'boolean',
  override: 'jsonb',
  metadata: 'jsonb',
}

type Update = Given & Pick<NewRow, 'id' | 'check_number'>

function toUpdate(row: NewRow): Update {
  const { id, check_number } = row
  return { ...toGiven(row), id, check_number }
}

const UPDATE_TYPES: ColumnTypes<Update> = { ...GIVEN_TYPES, id: 'uuid', check_number: 'text' }

/** Updates rows to the caller's values; returns the ids of those that changed. */
export async function updateTransactions(
  ctx: Context,
  submissionId: string,
  rows: readonly NewRow[],
): Promise<Set<string>> {
  const changed = new Set<string>()
  for (const some of splitBatches(rows)) {
    const updated = await ctx.db.rows<{ id: string }>(sql`
      update transactions t
      set account_id = r.account_id, date = r.date, posted_at = r.posted_at, amount = r.amount,
        currency = r.currency, balance = r.balance,
        balance_source = case when r.balance is not null then 'provider' end,
        raw_description = r.description, description = r.description,
        source_merchant_name = r.source_merchant_name, mcc_code = r.mcc_code, bank_type = r.bank_type,
        check_number = coalesce(r.check_number, t.check_number),
        provider_category = r.provider_category, is_pending = r.is_pending,
        override = coalesce(t.override || r.override, t.override, r.override),
        metadata = t.metadata || r.metadata, updated_at = now()
      from ${fromColumns(buildColumns(some.map(toUpdate), UPDATE_TYPES))}
      where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
        and t.id = r.id
        and (t.account_id, t.date, t.posted_at, t.amount, t.currency, t.balance,
            t.raw_description, t.source_merchant_name, t.mcc_code, t.bank_type,
            t.provider_category, t.is_pending, t.metadata)
          is distinct from (r.account_id, r.date, r.posted_at, r.amount, r.currency, r.balance,
            r.description, r.source_merchant_name, r.mcc_code, r.bank_type,
            r.provider_category, r.is_pending, t.metadata || r.metadata)
      returning t.id`)
    for (const { id } of updated) changed.add(id)
  }
  return changed
}

/** The result of `work`, with its writes rolled back; an error rolls back the whole transaction. */
export async function takenBack<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  await ctx.db.run(sql`savepoint trial`)
  const result = await work()
  await ctx.db.run(sql`rollback to savepoint trial`)
  return result
}
