import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface DealFile {
  id: string
  name: string
  documentClass: string | null
  contentType: string
  uploadedAt: string
}

/** So many files of a deal are given to a CRM. */
const FILES_MAX = 200

/** The files of a deal as they came: no parts of one, and nothing that a person took out. */
export async function listDealFiles(ctx: Context, submissionId: string): Promise<DealFile[]> {
  return ctx.db.rows<DealFile>(sql`
    select id, display_name as name, document_class, content_type, created_at as uploaded_at
    from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and page_start is null and is_included and status not in ('failed', 'excluded')
      and source <> 'provider'
    order by created_at, id limit ${FILES_MAX}`)
}

interface StoredFile {
  name: string
  contentType: string
  storageKey: string
  wrappedKey: string
}

/** Where a file is stored; null for one that was deleted meanwhile. */
export async function findStoredFile(ctx: Context, id: string): Promise<StoredFile | null> {
  return ctx.db.row<StoredFile>(sql`
    select display_name as name, content_type, storage_key, wrapped_key from documents
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}
