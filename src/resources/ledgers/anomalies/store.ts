import type { AnomalyNote } from '../../../core/analytics/anomaly-note.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

export async function listAnomalyNotes(ctx: Context, submissionId: string): Promise<AnomalyNote[]> {
  return ctx.db.rows<AnomalyNote>(sql`
    select id, status, note from anomaly_notes
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}`)
}

export async function upsertAnomalyNote(
  ctx: Context,
  submissionId: string,
  { id, status, note }: AnomalyNote,
): Promise<void> {
  await ctx.db.run(sql`
    insert into anomaly_notes (environment_id, submission_id, id, status, note, updated_by)
    values (${ctx.environment.id}, ${submissionId}, ${id}, ${status}, ${note}, ${ctx.actor.name})
    on conflict (environment_id, submission_id, id) do update
    set status = excluded.status, note = excluded.note, updated_by = excluded.updated_by, updated_at = excluded.updated_at`)
}
