import type { Authenticity } from '../../../core/statements/authenticity/score.ts'
import type { Context } from '../../../platform/context.ts'
import { pagedList } from '../../../platform/db/paged-list.ts'
import {
  joinConditions,
  assignments,
  inserted,
  raw,
  sql,
  type Sql,
} from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { touchPortfolio } from '../../portfolio/touch.ts'
import type { DocumentStatus } from './lifecycle.ts'

export interface DocumentRow {
  id: string
  submissionId: string
  submissionExternalId: string | null
  externalId: string | null
  filename: string
  originalFilename: string
  displayName: string
  contentType: string
  sizeBytes: number
  sha256: string
  storageKey: string
  wrappedKey: string
  passwordSealed: string | null
  /** The year in which it ends, as the caller gave it. */
  statementYear: number | null
  pageCount: number | null
  documentClass: string | null
  documentSubtype: string | null
  classification: StoredClassification | null
  /** The documents that a file of several pages seems to hold; null where none were looked for. */
  segments: Segment[] | null
  status: DocumentStatus
  statusBeforeExclusion: DocumentStatus | null
  progress: number
  errorCode: string | null
  errorMessage: string | null
  source: string
  parentDocumentId: string | null
  childDocumentIds: string[]
  pageStart: number | null
  pageEnd: number | null
  duplicateOf: string | null
  isIncluded: boolean
  crashes: number
  facts: Record<string, unknown> | null
  periodStart: string | null
  periodEnd: string | null
  institutionName: string | null
  accountMasks: string[]
  statementsCount: number
  transactionsCount: number
  reconciliation: { status: string; difference: number | null; failedChecks: string[] } | null
  authenticity: Authenticity | null
  problems: { code: string; where: string | null; message: string }[]
  metadata: Record<string, unknown>
  tags: string[]
  review: Review | null
  namedBy: 'upload' | 'rule' | 'user'
  /** Of its first statement. */
  currency: string | null
  parsedAt: string | null
  createdAt: string
  updatedAt: string
}

/** Pages of a file that seem to be one document. */
export interface Segment {
  startPage: number
  endPage: number
  documentClass: string | null
  confidence: number
}

/** A person's review of a document. */
export interface Review {
  status: 'approved' | 'rejected' | 'needs_review' | null
  notes: string | null
  by: string
  at: string
  /** The reconciliation difference when it was given. */
  difference: number | null
}

export interface StoredClassification {
  class: string
  confidence: number
  method: 'rules' | 'user' | 'api' | 'filename' | 'provider'
  candidates: { class: string; score: number }[]
  cues: string[]
  classifiedAt: string
  isUserSet: boolean
}

const OWN_COLUMNS =
  raw(`d.id, d.submission_id, s.external_id as submission_external_id, d.external_id, d.filename,
  d.original_filename, d.display_name, d.content_type, d.size_bytes, d.sha256, d.storage_key, d.wrapped_key,
  d.password_sealed, d.statement_year, d.page_count, d.document_class, d.document_subtype, d.classification, d.segments, d.status,
  d.status_before_exclusion, d.progress, d.error_code, d.error_message, d.source, d.parent_document_id, d.page_start,
  d.page_end, d.duplicate_of, d.is_included, d.crashes, d.facts, d.period_start, d.period_end, d.institution_name,
  d.account_masks, d.statements_count, d.transactions_count, d.reconciliation, d.authenticity, d.problems, d.metadata, d.tags,
  d.review, d.named_by, d.parsed_at, d.created_at, d.updated_at`)

function selectColumns({ environment }: Context): Sql {
  return sql`${OWN_COLUMNS},
    array(select c.id from documents c
      where c.environment_id = ${environment.id} and c.parent_document_id = d.id order by c.page_start)
      as child_document_ids,
    (select st.currency from statements st where st.environment_id = ${environment.id} and st.document_id = d.id
      order by st.index limit 1) as currency`
}

const SUBMISSION = sql`join submissions s
  on s.environment_id = d.environment_id and s.id = d.submission_id`

export async function findDocument(
  ctx: Context,
  id: string,
  lock = false,
): Promise<DocumentRow | null> {
  return ctx.db.row<DocumentRow>(sql`
    select ${selectColumns(ctx)} from documents d ${SUBMISSION}
    where d.environment_id = ${ctx.environment.id} and d.id = ${id} ${raw(lock ? 'for no key update of d' : '')}`)
}

export async function getDocument(ctx: Context, id: string, lock = false): Promise<DocumentRow> {
  const row = await findDocument(ctx, id, lock)
  if (!row) throw new ApiError('document_not_found')
  return row
}

/** In the order of the ids; those that are gone are left out. */
export async function listDocumentsById(
  ctx: Context,
  ids: readonly string[],
): Promise<DocumentRow[]> {
  return ctx.db.rows<DocumentRow>(sql`
    select ${selectColumns(ctx)} from documents d ${SUBMISSION}
    where d.environment_id = ${ctx.environment.id} and d.id = any (${ids}::uuid[])
    order by array_position(${ids}::uuid[], d.id)`)
}

/**
 * The document, locked after its submission, which is the global lock order; null when either does
 * not exist.
 */
export async function findLocked(
  ctx: Context,
  document: { id: string; submissionId: string },
): Promise<DocumentRow | null> {
  return (await hasLocked(ctx, document.submissionId)) ? findDocument(ctx, document.id, true) : null
}

/** Locks the submission against changes; files still arrive. Throws `submission_not_found`. */
export async function lockSubmission(ctx: Context, submissionId: string): Promise<void> {
  if (!(await hasLocked(ctx, submissionId))) throw new ApiError('submission_not_found')
}

async function hasLocked(ctx: Context, submissionId: string): Promise<boolean> {
  const row = await ctx.db.row(sql`
    select id from submissions where environment_id = ${ctx.environment.id} and id = ${submissionId} for no key update`)
  return row !== null
}

export async function countDocuments(ctx: Context, submissionId: string): Promise<number> {
  return (await tallyBefore(ctx, submissionId, [])).count
}

/**
 * How many documents a submission has, and by hash the first one with the same bytes that is not a
 * split part of another.
 */
export async function tallyBefore(
  ctx: Context,
  submissionId: string,
  hashes: readonly string[],
): Promise<{ count: number; twins: Record<string, string> }> {
  const row = await ctx.db.row<{ count: number; twins: [string, string][] }>(sql`
    select count(*), coalesce(jsonb_agg(jsonb_build_array(sha256, id) order by created_at desc, id desc)
        filter (where sha256 = any (${hashes}) and source <> 'split'), '[]') as twins
    from documents where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}`)
  // Of several with one hash the first comes last, and stays.
  return { count: row!.count, twins: Object.fromEntries(row!.twins) }
}

export interface NewDocument {
  id: string
  submission_id: string
  external_id?: string | null
  filename: string
  original_filename: string
  display_name: string
  content_type: string
  size_bytes: number
  sha256: string
  storage_key: string
  wrapped_key: string
  password_sealed?: string | null
  statement_year?: number | null
  document_class?: string | null
  classification?: string | null
  source: string
  parent_document_id?: string | null
  page_start?: number | null
  page_end?: number | null
  page_count?: number | null
  duplicate_of?: string | null
  metadata?: string | null
  stated_period?: string | null
}

/** Bytes that the tenant stores; locks its quota until the end of the transaction. */
export async function takeRoom(ctx: Context): Promise<number> {
  const row = await ctx.db.row<{ bytes: number }>(
    sql`select system_take_room(${ctx.environment.id}) as bytes`,
  )
  return row!.bytes
}

export async function insertDocument(ctx: Context, document: NewDocument): Promise<DocumentRow> {
  const row = await ctx.db.row<DocumentRow>(sql`
    with d as (
      insert into documents ${inserted({ environment_id: ctx.environment.id, ...document })}
      returning *)
    ${selectChanged(ctx)}`)
  touchPortfolio(ctx, document.submission_id)
  return row!
}

/** Columns a verb may set; JSON values go through `json`. */
export async function updateDocument(
  ctx: Context,
  id: string,
  columns: Record<string, unknown>,
): Promise<void> {
  const row = await ctx.db.row<{ submissionId: string }>(sql`
    update documents set ${assignments(columns)}, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id} returning submission_id`)
  if (row) touchPortfolio(ctx, row.submissionId)
}

/**
 * Takes up a document that waits, or was left, to be classified or read, and locks it; nothing is
 * counted by its status. Null for one in any other status.
 */
export async function takeUpDocument(
  ctx: Context,
  id: string,
  {
    from,
    status,
    progress,
  }: { from: DocumentStatus; status: 'classifying' | 'parsing'; progress: number },
): Promise<DocumentRow | null> {
  return ctx.db.row<DocumentRow>(sql`
    with d as (
      update documents set status = ${status}, progress = ${progress}, updated_at = now()
      where environment_id = ${ctx.environment.id} and id = ${id}
        and status = any (${[from, status]}::text[]) returning *)
    ${selectChanged(ctx)}`)
}

/** Of the rows `d` that a statement changes. */
function selectChanged(ctx: Context): Sql {
  return sql`select ${selectColumns(ctx)} from d ${SUBMISSION} where d.environment_id = ${ctx.environment.id}`
}

/** Its parts, statements and transactions go with it. */
export async function deleteDocument(ctx: Context, id: string): Promise<void> {
  const row = await ctx.db.row<{ submissionId: string }>(sql`
    delete from documents
    where environment_id = ${ctx.environment.id} and id = ${id} returning submission_id`)
  if (row) touchPortfolio(ctx, row.submissionId)
}

/** A document with its parts and members, and theirs. */
export async function listFamily(
  ctx: Context,
  id: string,
): Promise<{ id: string; storageKey: string }[]> {
  return ctx.db.rows(sql`
    with recursive family as (
      select environment_id, id, storage_key from documents
      where environment_id = ${ctx.environment.id} and id = ${id}
      union all
      select d.environment_id, d.id, d.storage_key from documents d
      join family f on d.environment_id = f.environment_id and d.parent_document_id = f.id
      where d.environment_id = ${ctx.environment.id}
    )
    select id, storage_key from family`)
}

/** Whether some document still has the file. */
export async function hasFile(ctx: Context, storageKey: string): Promise<boolean> {
  const row = await ctx.db.row(sql`
    select 1 as one from documents
    where environment_id = ${ctx.environment.id} and storage_key = ${storageKey} limit 1`)
  return row !== null
}

export interface DocumentFilter {
  submissionId?: string
  documentClass?: string[]
  status?: string[]
  source?: string[]
  reconciliationStatus?: string
  /** Documents with included rows, or those without. */
  isLoaded?: boolean
  /** Documents of these classes or with statements, and PDFs that may turn out to be one. */
  bankClasses?: string[]
  authenticityLevel?: string
  includeChildren?: boolean
  createdAfter?: string
  createdBefore?: string
  updatedAfter?: string
  q?: string
  metadata?: Record<string, string>
}

export const DOCUMENT_SORTS = ['-created_at', 'filename', 'period_start']

export const { list: listDocuments } = pagedList<DocumentRow, DocumentFilter>({
  table: 'documents',
  alias: 'd',
  columns: selectColumns,
  lookups: SUBMISSION,
  sorts: {
    created_at: { column: 'd.created_at', type: 'timestamptz' },
    filename: { column: 'd.filename', type: 'text' },
    period_start: { column: "coalesce(d.period_start, '0001-01-01')", type: 'date' },
  },
  where: buildConditions,
})

function buildConditions(filter: DocumentFilter): Sql {
  return joinConditions([
    filter.submissionId && sql`d.submission_id = ${filter.submissionId}`,
    filter.documentClass && sql`d.document_class = any (${filter.documentClass})`,
    filter.status && sql`d.status = any (${filter.status})`,
    filter.source && sql`d.source = any (${filter.source})`,
    filter.reconciliationStatus &&
      sql`d.reconciliation ->> 'status' = ${filter.reconciliationStatus}`,
    filter.isLoaded !== undefined &&
      sql`(d.is_included and d.statements_count > 0) = ${filter.isLoaded}`,
    filter.bankClasses &&
      sql`(d.document_class = any (${filter.bankClasses}) or d.statements_count > 0
        or (d.document_class is null and d.content_type = 'application/pdf'))`,
    filter.authenticityLevel && sql`d.authenticity ->> 'level' = ${filter.authenticityLevel}`,
    filter.includeChildren === false && sql`d.parent_document_id is null`,
    filter.createdAfter && sql`d.created_at > ${filter.createdAfter}`,
    filter.createdBefore && sql`d.created_at < ${filter.createdBefore}`,
    filter.updatedAfter && sql`d.updated_at > ${filter.updatedAfter}`,
    filter.q &&
      sql`(strpos(lower(d.filename), lower(${filter.q})) > 0 or strpos(lower(d.display_name), lower(${filter.q})) > 0)`,
    ...Object.entries(filter.metadata ?? {}).map(
      ([key, value]) => sql`d.metadata ->> ${key} = ${value}`,
    ),
  ])
}

/** Naming variables beyond the document's row; of its first statement. */
export interface Naming {
  accountLast4: string | null
  accountType: string | null
  holderName: string | null
  /** Its place among the submission's documents, from 1. */
  index: number
}

export async function findNaming(
  ctx: Context,
  document: Pick<DocumentRow, 'id' | 'submissionId'>,
): Promise<Naming> {
  const row = await ctx.db.row<Naming>(sql`
    select st.account_last4, st.account_type, a.holder_names [1] as holder_name,
      (select count(*) from documents o
        where o.environment_id = ${ctx.environment.id} and o.submission_id = d.submission_id
          and (o.created_at, o.id) <= (d.created_at, d.id))::integer as index
    from documents d
    left join lateral (
      select account_id, account_last4, account_type from statements
      where environment_id = ${ctx.environment.id} and document_id = d.id
      order by index limit 1) st on true
    left join accounts a on a.environment_id = d.environment_id and a.id = st.account_id
    where d.environment_id = ${ctx.environment.id} and d.id = ${document.id}`)
  return row!
}
