import type { Context } from '../../../platform/context.ts'
import { fromColumns, type Columns } from '../../../platform/db/columns.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Writes the enrichment of a batch of rows, see `ENRICHMENT_TYPES`. */
export async function updateEnrichment(
  ctx: Context,
  submissionId: string,
  rows: Columns,
): Promise<void> {
  await ctx.db.run(sql`
    update transactions t
    set normalized_description = r.normalized_description, merchant_name = r.merchant_name,
      merchant_id = r.merchant_id, counterparty = r.counterparty, channel = r.channel, check_number = r.check_number,
      category_slug = r.category_slug, categories = r.categories, flags = r.flags,
      fee_kind = r.fee_kind,
      is_revenue = r.is_revenue, exclusion_reason = r.exclusion_reason, is_debt = r.is_debt,
      is_recurring = r.is_recurring, is_duplicate = r.is_duplicate, stream_id = r.stream_id,
      position_id = r.position_id, position_role = r.position_role, funder_id = r.funder_id,
      matched_transaction_id = r.matched_transaction_id, match_score = r.match_score,
      needs_review = r.needs_review, enriched_at = now(), updated_at = now()
    from ${fromColumns(rows)}
    where t.environment_id = ${ctx.environment.id} and t.submission_id = ${submissionId}
      and t.id = r.id`)
}

interface Kept {
  id: string
}

/** Replaces the streams of the submission; returns how many rows changed. */
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
