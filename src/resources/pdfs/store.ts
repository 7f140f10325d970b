import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'

/** Number of included rows of each document; documents without any are absent. */
export async function countLoadedRows(
  ctx: Context,
  documentIds: string[],
): Promise<Map<string, number>> {
  const rows = await ctx.db.rows<{ documentId: string; count: number }>(sql`
    select t.document_id, count(*) as count
    from transactions t
    join documents d on d.environment_id = t.environment_id and d.id = t.document_id and d.is_included
    join statements s on s.environment_id = t.environment_id and s.id = t.statement_id and s.is_included
    where t.environment_id = ${ctx.environment.id} and t.document_id = any (${documentIds}::uuid[])
      and not t.is_duplicate
    group by t.document_id`)
  return new Map(rows.map(({ documentId, count }) => [documentId, count]))
}

/** The documents of a submission that may be read, oldest first. */
export async function listPdfIds(
  ctx: Context,
  submissionId: string,
  bankClasses: string[],
): Promise<string[]> {
  const rows = await ctx.db.rows<{ id: string }>(sql`
    select id from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and (document_class = any (${bankClasses}) or statements_count > 0
        or (document_class is null and content_type = 'application/pdf'))
    order by created_at, id`)
  return rows.map(({ id }) => id)
}
