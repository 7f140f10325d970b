import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface ClassOfFiles {
  documentClass: string
  /** Newest first. */
  documentIds: string[]
}

/** The documents of a submission by their class, the class of the newest first. */
export async function listByClass(
  ctx: Context,
  submissionId: string,
  classes: readonly string[] | null,
): Promise<ClassOfFiles[]> {
  return ctx.db.rows<ClassOfFiles>(sql`
    select document_class, array_agg(id order by created_at desc, id desc) as document_ids
    from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and document_class is not null and status not in ('split', 'excluded')
      and (${classes}::text[] is null or document_class = any(${classes}::text[]))
    group by document_class
    order by max(created_at) desc, document_class`)
}
