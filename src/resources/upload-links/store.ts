import type { RequestedItem } from '../../core/analytics/stips/settled.ts'
import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { inserted, raw, sql } from '../../platform/db/sql.ts'

export interface UploadLinkRow {
  id: string
  submissionId: string
  items: RequestedItem[]
  isExpired: boolean
  expiresAt: string
  fileCount: number
  lastUsedAt: string | null
  createdBy: string
  createdAt: string
}

const COLUMNS = raw(
  'id, submission_id, items, expires_at <= now() as is_expired, expires_at, file_count, ' +
    'last_used_at, created_by, created_at',
)

export const UPLOAD_LINK_SORTS = ['-created_at']

export const { list: listUploadLinks } = pagedList<UploadLinkRow, { submissionId: string }>({
  table: 'upload_links',
  columns: COLUMNS,
  sorts: { created_at: { column: 'created_at', type: 'timestamptz' } },
  where: ({ submissionId }) => sql`submission_id = ${submissionId}`,
})

export const UPLOAD_LINK_ROWS = recordStore<UploadLinkRow>({
  table: 'upload_links',
  columns: COLUMNS,
  noun: 'upload link',
  missing: 'upload_link_not_found',
})

/** The link ends so many days from now, by the clock of the database. */
export async function insertUploadLink(
  ctx: Context,
  columns: Record<string, unknown>,
  days: number,
): Promise<UploadLinkRow> {
  const expiresAt = sql`now() + make_interval(days => ${days})`
  const given = { ...columns, expires_at: expiresAt }
  const made = await ctx.db.row<UploadLinkRow>(sql`
    insert into upload_links ${inserted({ environment_id: ctx.environment.id, ...given })}
    returning ${COLUMNS}`)
  return made!
}

export async function countUse(ctx: Context, id: string, files: number): Promise<void> {
  await ctx.db.run(sql`
    update upload_links
    set file_count = file_count + ${files}, last_used_at = now(), updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

export interface BroughtFile {
  filename: string
  sizeBytes: number
  receivedAt: string
}

/** The files that came by a link, the newest first. */
export function listBroughtFiles(
  ctx: Context,
  { id, submissionId }: Pick<UploadLinkRow, 'id' | 'submissionId'>,
): Promise<BroughtFile[]> {
  return ctx.db.rows<BroughtFile>(sql`
    select original_filename as filename, size_bytes, created_at as received_at from documents
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and parent_document_id is null and metadata ->> 'upload_link_id' = ${id}
    order by created_at desc, id desc`)
}
