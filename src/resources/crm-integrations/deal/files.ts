import type { DealPart } from '../../../core/crm/deal.ts'
import type { Context, OutsideContext } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { OutgoingFile } from '../../../providers/provider.ts'

interface DealFile {
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

export function toFilePart({ id, name, documentClass, ...file }: DealFile): DealPart {
  const kind = documentClass === null ? '' : ` (${documentClass.replaceAll('_', ' ')})`
  const values = {
    name,
    label: `${name}${kind}`,
    document_class: documentClass,
    content_type: file.contentType,
    uploaded_at: file.uploadedAt,
  }
  return { key: id, values }
}

interface StoredFile {
  name: string
  contentType: string
  storageKey: string
  wrappedKey: string
}

/** A file with its bytes; null for one that was deleted meanwhile. */
export async function readDealFile(ctx: OutsideContext, id: string): Promise<OutgoingFile | null> {
  const stored = await ctx.transaction((own) =>
    own.db.row<StoredFile>(sql`
      select display_name as name, content_type, storage_key, wrapped_key from documents
      where environment_id = ${own.environment.id} and id = ${id}`),
  )
  if (stored === null) return null
  const { name, contentType, storageKey, wrappedKey } = stored
  const bytes = await ctx.house.store.read(ctx.environment.id, storageKey, wrappedKey)
  return { key: id, name, contentType, bytes }
}
