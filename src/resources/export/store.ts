import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'

export interface ExportedDocument {
  id: string
  filename: string
  contentType: string
  sizeBytes: number
  sha256: string
  storageKey: string
  wrappedKey: string
}

/** The original files of a submission, oldest first, without split parts. */
export async function listFiles(ctx: Context, submissionId: string): Promise<ExportedDocument[]> {
  return ctx.db.rows<ExportedDocument>(sql`
    select id, display_name as filename, content_type, size_bytes, sha256, storage_key, wrapped_key
    from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and page_start is null and wrapped_key is not null
    order by created_at, id`)
}
