import type { DealDocument } from '../../../core/analytics/deal-file/facts.ts'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

/** The files of a submission as they came; of a split one its parts. */
export async function listDealDocuments(
  ctx: Context,
  submissionId: string,
): Promise<DealDocument[]> {
  return ctx.db.rows<DealDocument>(sql`
    select id, display_name as filename, document_class, status, page_count,
      (authenticity ->> 'score')::real as authenticity
    from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and status <> 'split'
    order by created_at, id`)
}

export interface RowSource {
  id: string
  documentId: string | null
  page: number | null
}

/** Where these rows were read. */
export async function listRowSources(
  ctx: Context,
  submissionId: string,
  ids: readonly string[],
): Promise<RowSource[]> {
  return ctx.db.rows<RowSource>(sql`
    select id, document_id, page from transactions
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and id = any(${ids}::uuid[])`)
}
