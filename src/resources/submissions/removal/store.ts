import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import { touchPortfolio } from '../../portfolio/touch.ts'

/**
 * Keys of the submission's files and mails, each once: parts of a split document share one.
 */
export async function listStorageKeys(ctx: Context, submissionId: string): Promise<string[]> {
  const rows = await ctx.db.rows<{ storageKey: string }>(sql`
    select storage_key from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
    union
    select storage_key from emails
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and storage_key is not null`)
  return rows.map(({ storageKey }) => storageKey)
}

/** Running jobs are left alone: they find no submission to write to. */
export async function deleteQueuedJobs(ctx: Context, submissionId: string): Promise<void> {
  await ctx.db.run(sql`
    delete from jobs
    where environment_id = ${ctx.environment.id} and state in ('queued', 'dead')
      and (payload ->> 'submissionId' = ${submissionId}
        or payload ->> 'documentId' in (
          select id::text from documents
          where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}))`)
}

/**
 * Redacts the submission's events to id, type, time and the ids in their data; pending and replayed
 * deliveries send the redacted text.
 */
export async function redactEvents(ctx: Context, submissionId: string): Promise<void> {
  await ctx.db.run(sql`
    with redacted as (
      update events
      set submission_id = null,
        payload = convert_to(jsonb_set(convert_from(payload, 'UTF8')::jsonb, '{data}', (
          select jsonb_object_agg(key,
            case when key ~ '(^|_)id$' and key <> 'external_id' then value else 'null' end)
          from jsonb_each(convert_from(payload, 'UTF8')::jsonb -> 'data')))::text, 'UTF8')
      where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      returning id, payload
    )
    update deliveries set payload = redacted.payload
    from redacted
    where deliveries.environment_id = ${ctx.environment.id} and deliveries.event_id = redacted.id`)
}

/** Everything that points at the submission goes with it, by the foreign keys. */
export async function deleteSubmissionRow(ctx: Context, submissionId: string): Promise<void> {
  await ctx.db.run(
    sql`delete from submissions
      where environment_id = ${ctx.environment.id} and id = ${submissionId}`,
  )
  touchPortfolio(ctx, submissionId)
}
