import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

/** Whether the document is an application from which the fields of its submission are filled. */
export async function fillsSubmission(ctx: Context, documentId: string): Promise<boolean> {
  const row = await ctx.db.row<{ fillsSubmission: boolean }>(sql`
    select fills_submission from iso_applications
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}`)
  return row?.fillsSubmission ?? false
}
