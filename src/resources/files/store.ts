import type { Context } from '../../platform/context.ts'
import { sealedColumn } from '../../platform/crypto/sealed-column.ts'
import { inserted, json, raw, sql } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Content, Operation } from './content.ts'

export const FILE_CONTENT = sealedColumn({
  table: 'processed_files',
  column: 'content_sealed',
  holds: 'what was read from a file that belongs to no submission',
  place: 'processed_files/content',
  boundTo: ['id'],
})

/** Results are for who sent the file, soon. */
const KEPT = raw(`interval '24 hours'`)

export interface ProcessedFile {
  id: string
  filename: string
  contentType: string
  sizeBytes: number
  sha256: string
  operations: Operation[]
  wantedClass: string | null
  status: 'processing' | 'processed' | 'failed'
  storageKey: string | null
  wrappedKey: string | null
  documentId: string | null
  submissionId: string | null
  /** Null while it is read. */
  content: Content | null
  createdAt: string
  expiresAt: string
}

type Stored = Omit<ProcessedFile, 'content'> & { contentSealed: string | null }

const COLUMNS = sql`id, filename, content_type, size_bytes, sha256, operations, wanted_class, status,
  storage_key, wrapped_key, document_id, submission_id, content_sealed, created_at,
  created_at + ${KEPT} as expires_at`

type NewFile = Omit<ProcessedFile, 'status' | 'content' | 'createdAt' | 'expiresAt'>

export async function insertFile(ctx: Context, file: NewFile): Promise<ProcessedFile> {
  const { operations, ...rest } = file
  const columns = {
    id: rest.id,
    filename: rest.filename,
    content_type: rest.contentType,
    size_bytes: rest.sizeBytes,
    sha256: rest.sha256,
    operations: sql`${operations}::text[]`,
    wanted_class: rest.wantedClass,
    status: 'processing',
    storage_key: rest.storageKey,
    wrapped_key: rest.wrappedKey,
    document_id: rest.documentId,
    submission_id: rest.submissionId,
  }
  const row = await ctx.db.row<Stored>(sql`
    insert into processed_files ${inserted({ environment_id: ctx.environment.id, ...columns })}
    returning ${COLUMNS}`)
  return open(ctx, row!)
}

/** Null when it is unknown, or older than results are kept. */
export async function findFile(ctx: Context, id: string): Promise<ProcessedFile | null> {
  const row = await ctx.db.row<Stored>(sql`
    select ${COLUMNS} from processed_files
    where environment_id = ${ctx.environment.id} and id = ${id} and created_at > now() - ${KEPT}`)
  return row && open(ctx, row)
}

/** Throws `file_not_found`. */
export async function getFile(ctx: Context, id: string): Promise<ProcessedFile> {
  const row = await findFile(ctx, id)
  if (!row) throw new ApiError('file_not_found')
  return row
}

/** Its bytes are wanted no longer; returns whether nobody had kept a result before. */
export async function finishFile(ctx: Context, id: string, content: Content): Promise<boolean> {
  const sealed = FILE_CONTENT.at(ctx, id).seal(json(content)!)
  const count = await ctx.db.run(sql`
    update processed_files set content_sealed = ${sealed}, finished_at = now(),
      status = ${content.failure === null ? 'processed' : 'failed'},
      storage_key = null, wrapped_key = null
    where environment_id = ${ctx.environment.id} and id = ${id} and status = 'processing'`)
  return count === 1
}

/** Deletes what is older than results are kept; returns where the bytes of unread ones are. */
export async function deleteExpired(ctx: Context, limit: number): Promise<(string | null)[]> {
  const rows = await ctx.db.rows<{ storageKey: string | null }>(sql`
    with expired as (
      select id from processed_files
      where environment_id = ${ctx.environment.id} and created_at <= now() - ${KEPT}
      order by created_at limit ${limit}
      for update skip locked)
    delete from processed_files f using expired
    where f.environment_id = ${ctx.environment.id} and f.id = expired.id
    returning case when f.document_id is null then f.storage_key end as storage_key`)
  return rows.map(({ storageKey }) => storageKey)
}

function open(ctx: Context, { contentSealed, ...row }: Stored): ProcessedFile {
  if (contentSealed === null) return { ...row, content: null }
  const text = FILE_CONTENT.at(ctx, row.id).open(contentSealed)
  return { ...row, content: JSON.parse(text) as Content }
}
