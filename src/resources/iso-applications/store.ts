import type { Context } from '../../platform/context.ts'
import { sealedColumn } from '../../platform/crypto/sealed-column.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { inserted, joinConditions, raw, sql } from '../../platform/db/sql.ts'
import type { Segment } from '../records/documents/store.ts'
import type { ApplicationQuery, ApplicationStatus, ApplicationSource } from './schemas.ts'

/** What a caller stated in place of a file. */
export const STATED = sealedColumn({
  table: 'iso_applications',
  column: 'stated_sealed',
  holds: 'what a caller stated as an application: business, owners, obligations',
  place: 'iso_applications/stated',
  boundTo: ['id'],
})

/** An application with the state of its document. */
export interface ApplicationRow {
  id: string
  submissionId: string
  documentId: string
  source: ApplicationSource
  statedSealed: string | null
  attempts: number
  status: ApplicationStatus
  filename: string
  documentStatus: string
  documentCreatedAt: string
  documentClass: string | null
  documentSubtype: string | null
  segments: Segment[] | null
  pageCount: number | null
  errorCode: string | null
  errorMessage: string | null
  parsedAt: string | null
  createdAt: string
  updatedAt: string
}

/** The status of an application follows from its document; one left out keeps what it had. */
const STATUS = `case case when d.status = 'excluded' then d.status_before_exclusion else d.status end
  when 'uploaded' then 'received'
  when 'parsed' then 'processed'
  when 'processed' then 'processed'
  when 'review_required' then 'review_required'
  when 'failed' then 'failed'
  when 'unsupported' then 'failed'
  when 'split' then 'failed'
  else 'processing' end`

const COLUMNS = raw(`a.id, a.submission_id, a.document_id, a.source, a.stated_sealed, a.attempts,
  ${STATUS} as status, d.filename, d.status as document_status,
  d.created_at as document_created_at, d.document_class,
  d.document_subtype, d.segments, d.page_count, d.error_code, d.error_message, d.parsed_at,
  a.created_at, greatest(a.updated_at, d.updated_at) as updated_at`)

const DOCUMENT = sql`join documents d
  on d.environment_id = a.environment_id and d.id = a.document_id`

export const APPLICATION_SORTS = ['-created_at']

export const { list: listApplications } = pagedList<ApplicationRow, ApplicationQuery>({
  table: 'iso_applications',
  alias: 'a',
  columns: COLUMNS,
  joins: DOCUMENT,
  sorts: { created_at: { column: 'a.created_at', type: 'timestamptz' } },
  where: ({ submissionId, documentId, status, qualityStatus, q, createdAfter, createdBefore }) =>
    joinConditions([
      submissionId !== undefined && sql`a.submission_id = ${submissionId}`,
      documentId !== undefined && sql`a.document_id = ${documentId}`,
      status !== undefined && sql`${raw(STATUS)} = any (${status}::text[])`,
      qualityStatus !== undefined &&
        sql`${raw(STATUS)} = ${qualityStatus === 'fully_matched' ? 'processed' : 'review_required'}`,
      q !== undefined && sql`strpos(lower(d.filename), lower(${q})) > 0`,
      createdAfter !== undefined && sql`a.created_at > ${createdAfter}::timestamptz`,
      createdBefore !== undefined && sql`a.created_at < ${createdBefore}::timestamptz`,
    ]),
})

export const APPLICATIONS = recordStore<ApplicationRow>({
  table: 'iso_applications',
  alias: 'a',
  columns: COLUMNS,
  joins: DOCUMENT,
  noun: 'application',
  missing: 'iso_application_not_found',
})

interface NewApplication {
  id: string
  submissionId: string
  documentId: string
  source: ApplicationSource
  statedSealed: string | null
  fillsSubmission: boolean
}

export async function insertApplication(ctx: Context, own: NewApplication): Promise<void> {
  const row = {
    id: own.id,
    submission_id: own.submissionId,
    document_id: own.documentId,
    source: own.source,
    stated_sealed: own.statedSealed,
    fills_submission: own.fillsSubmission,
    created_by: ctx.actor.name,
  }
  const environment_id = ctx.environment.id
  await ctx.db.run(sql`insert into iso_applications ${inserted({ environment_id, ...row })}`)
}

/** The application that the document is already; null for none. */
export async function findByDocument(ctx: Context, documentId: string): Promise<string | null> {
  const row = await ctx.db.row<{ id: string }>(sql`
    select id from iso_applications
    where environment_id = ${ctx.environment.id} and document_id = ${documentId}`)
  return row?.id ?? null
}

/** One more attempt to read it. */
export async function countAttempt(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    update iso_applications set attempts = attempts + 1, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}
