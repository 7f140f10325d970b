import type { Context } from '../../../platform/context.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import type { NewRow } from './item.ts'

/** Rows that came over the API; their external ids are unique among themselves. */
const SOURCE = 'api'

/** Rows per statement: one JSON text each, so that memory stays flat on 100,000 rows. */
const ROWS_PER_STATEMENT = 5_000

const RECORD = raw(`r (id uuid, account_id uuid, external_id text, date date, posted_at timestamptz,
  position integer, amount bigint, currency text, balance bigint, description text,
  merchant_name text, mcc_code text, channel text, check_number text, provider_category text,
  categories jsonb, is_pending boolean, override jsonb, metadata jsonb)`)

/** Rows with these external ids by external id. */
export async function findByExternalIds(
  ctx: Context,
  submissionId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await ctx.db.rows<{ id: string; externalId: string }>(sql`
    select id, external_id from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and source = ${SOURCE} and external_id = any (${externalIds}::text[])`)
  return new Map(rows.map(({ id, externalId }) => [externalId, id]))
}

export async function insertTransactions(
  ctx: Context,
  { submissionId, dataSourceId }: { submissionId: string; dataSourceId: string },
  rows: readonly NewRow[],
): Promise<void> {
  for (const some of chunks(rows)) {
    await ctx.db.run(sql`
      insert into transactions (environment_id, id, submission_id, data_source_id, account_id, external_id, source,
        date, posted_at, position, amount, currency, balance, balance_source, raw_description,
        description, source_merchant_name, merchant_name, mcc_code, bank_type, channel,
        check_number, provider_category, category_slug, categories, is_pending, override, metadata)
      select ${ctx.environment.id}, r.id, ${submissionId}, ${dataSourceId}, r.account_id, r.external_id, ${SOURCE},
        r.date, r.posted_at, r.position, r.amount, r.currency, r.balance,
        case when r.balance is not null then 'provider' end, r.description, r.description,
        r.merchant_name, r.merchant_name, r.mcc_code, r.channel, r.channel, r.check_number,
        r.provider_category, r.provider_category, r.categories, r.is_pending, r.override, r.metadata
      from json_to_recordset(${JSON.stringify(some)}::json) as ${RECORD}`)
  }
}

/** Brings rows to what the caller says now; answers the ids of those that said something else. */
export async function updateTransactions(
  ctx: Context,
  submissionId: string,
  rows: readonly NewRow[],
): Promise<Set<string>> {
  const changed = new Set<string>()
  for (const some of chunks(rows)) {
    const updated = await ctx.db.rows<{ id: string }>(sql`
      update transactions t
      set account_id = r.account_id, date = r.date, posted_at = r.posted_at, amount = r.amount,
        currency = r.currency, balance = r.balance,
        balance_source = case when r.balance is not null then 'provider' end,
        raw_description = r.description, description = r.description,
        source_merchant_name = r.merchant_name, mcc_code = r.mcc_code, bank_type = r.channel,
        check_number = coalesce(r.check_number, t.check_number),
        provider_category = r.provider_category, is_pending = r.is_pending,
        override = coalesce(t.override || r.override, t.override, r.override),
        metadata = r.metadata, updated_at = now()
      from json_to_recordset(${JSON.stringify(some)}::json) as ${RECORD}
      where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
        and t.id = r.id
        and (t.account_id, t.date, t.posted_at, t.amount, t.currency, t.balance,
            t.raw_description, t.source_merchant_name, t.mcc_code, t.bank_type,
            t.provider_category, t.is_pending, t.metadata)
          is distinct from (r.account_id, r.date, r.posted_at, r.amount, r.currency, r.balance,
            r.description, r.merchant_name, r.mcc_code, r.channel,
            r.provider_category, r.is_pending, r.metadata)
      returning t.id`)
    for (const { id } of updated) changed.add(id)
  }
  return changed
}

function* chunks(rows: readonly NewRow[]): Generator<readonly NewRow[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    yield rows.slice(from, from + ROWS_PER_STATEMENT)
  }
}

/** What `work` answers, with everything it wrote undone; an error undoes the whole transaction. */
export async function takenBack<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  await ctx.db.run(sql`savepoint trial`)
  const answer = await work()
  await ctx.db.run(sql`rollback to savepoint trial`)
  return answer
}
