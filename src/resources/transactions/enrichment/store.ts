import type { EnrichedTransaction } from '../../../core/values/transaction.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Rows of one statement: one JSON text each, so that memory stays flat on 100,000 rows. */
const ROWS_PER_UPDATE = 5_000

/** Writes what enrichment said about these rows. */
export async function updateEnrichment(
  ctx: Context,
  submissionId: string,
  rows: readonly EnrichedTransaction[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_UPDATE) {
    await updateRows(ctx, submissionId, rows.slice(from, from + ROWS_PER_UPDATE))
  }
}

async function updateRows(
  ctx: Context,
  submissionId: string,
  rows: readonly EnrichedTransaction[],
): Promise<void> {
  await ctx.db.run(sql`
    update transactions t
    set normalized_description = r.normalized_description, merchant_name = r.merchant_name,
      merchant_id = r.merchant_id, counterparty = r.counterparty, channel = r.channel, check_number = r.check_number,
      category_slug = r.category_slug, categories = r.categories,
      category_confidence = r.category_confidence, category_source = r.category_source,
      category_rule_id = r.category_rule_id, flags = r.flags, fee_kind = r.fee_kind,
      is_revenue = r.is_revenue, exclusion_reason = r.exclusion_reason, is_debt = r.is_debt,
      is_recurring = r.is_recurring, is_duplicate = r.is_duplicate, stream_id = r.stream_id,
      position_id = r.position_id, position_role = r.position_role, funder_id = r.funder_id,
      matched_transaction_id = r.matched_transaction_id, match_score = r.match_score,
      needs_review = r.needs_review, enriched_at = now(), updated_at = now()
    from json_to_recordset(${JSON.stringify(rows.map(toColumns))}::json) as r (
      id uuid, normalized_description text, merchant_name text, merchant_id uuid, counterparty jsonb, channel text,
      check_number text, category_slug text, categories jsonb, category_confidence real,
      category_source text, category_rule_id text, flags text[], fee_kind text,
      is_revenue boolean, exclusion_reason text, is_debt boolean, is_recurring boolean,
      is_duplicate boolean, stream_id uuid, position_id uuid, position_role text, funder_id text,
      matched_transaction_id uuid, match_score integer, needs_review boolean)
    where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
      and t.id = r.id`)
}

/** What enrichment says of a row, by column; nothing yet is null. */
export interface EnrichmentColumns {
  id: string
  normalized_description: string | null
  merchant_name: string | null
  merchant_id: string | null
  counterparty: EnrichedTransaction['counterparty'] | null
  channel: string | null
  check_number: string | null
  category_slug: string | null
  categories: EnrichedTransaction['categories']
  category_confidence: number | null
  category_source: string | null
  category_rule_id: string | null
  flags: string[]
  fee_kind: string | null
  is_revenue: boolean
  exclusion_reason: string | null
  is_debt: boolean
  is_recurring: boolean
  is_duplicate: boolean
  stream_id: string | null
  position_id: string | null
  position_role: string | null
  funder_id: string | null
  matched_transaction_id: string | null
  match_score: number | null
  needs_review: boolean
}

export function toColumns(row: EnrichedTransaction): EnrichmentColumns {
  const [primary] = row.categories
  return {
    id: row.id,
    normalized_description: row.normalizedDescription,
    merchant_name: row.merchantName,
    merchant_id: row.merchantId,
    counterparty: row.counterparty,
    channel: row.channel,
    check_number: row.checkNumber,
    category_slug: primary!.slug,
    categories: row.categories,
    category_confidence: primary!.confidence,
    category_source: primary!.source,
    category_rule_id: primary!.ruleId,
    flags: row.flags,
    fee_kind: row.feeKind,
    is_revenue: row.isRevenue,
    exclusion_reason: row.exclusionReason,
    is_debt: row.isDebt,
    is_recurring: row.isRecurring,
    is_duplicate: row.isDuplicate,
    stream_id: row.streamId,
    position_id: row.positionId,
    position_role: row.positionRole,
    funder_id: row.funderId,
    matched_transaction_id: row.matchedTransactionId,
    match_score: row.matchScore === null ? null : Math.round(row.matchScore),
    needs_review: row.needsReview,
  }
}

interface Kept {
  id: string
}

/** Makes these the streams of the submission; answers how many rows of the table changed. */
export async function replaceStreams(
  ctx: Context,
  submissionId: string,
  streams: readonly Kept[],
): Promise<number> {
  const ids = streams.map(({ id }) => id)
  const deleted = await ctx.db.run(sql`
    delete from streams
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and id <> all (${ids}::uuid[])`)
  const written = await ctx.db.run(sql`
    insert into streams (environment_id, id, submission_id, body)
    select ${ctx.environment.id}, (body ->> 'id')::uuid, ${submissionId}, body
    from jsonb_array_elements(${JSON.stringify(streams)}::jsonb) as given (body)
    on conflict (environment_id, id) do update set body = excluded.body
    where streams.body is distinct from excluded.body`)
  return deleted + written
}
