import type { SplitDocument } from '../../../parser.ts'
import type { Context, OutsideContext, RequestContext } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { Reply, type Body } from '../../../platform/route.ts'
import { resolveClassName } from '../../document-classes/find.ts'
import { listClassesInForce } from '../../document-classes/in-force.ts'
import { bumpData, startIfAuto } from '../../pipeline/pipeline.ts'
import { classifyDocumentJob } from '../classify.ts'
import { auditDocument, emitDocumentEvent } from '../events.ts'
import { failureCode } from '../fail.ts'
import { openPassword, sealPassword } from '../password.ts'
import { toDocument } from '../present.ts'
import { readInSandbox } from '../reading/read.ts'
import type { DocumentSplit } from '../schemas.ts'
import { dropRows, getLockedDocument } from '../changes/rows.ts'
import {
  countDocuments,
  getDocument,
  listDocumentsById,
  insertDocument,
  updateDocument,
  type DocumentRow,
} from '../../records/documents/store.ts'
import { DOCUMENTS_MAX } from '../intake/insert-file.ts'
import { checkRanges, type PageRange } from './ranges.ts'

type SplitInput = Body<typeof DocumentSplit>

/**
 * Splits a PDF or TIFF by page ranges, given or detected, into documents that share its file. The
 * parent is no longer counted unless `keep_original` is set. Throws `split_ranges_invalid`,
 * `not_ready`, `invalid_state_transition`, `invalid_document_class` and what the reader reports.
 */
export async function splitDocument(
  ctx: RequestContext,
  id: string,
  input: SplitInput,
): Promise<object> {
  if ((input.ranges === undefined) === (input.mode === undefined)) {
    throw new ApiError('missing_field', 'Send either ranges or mode.', { param: 'ranges' })
  }
  const { parent, given } = await ctx.transaction(async (own) => ({
    parent: requireSplittable(await getDocument(own, id)),
    given: await toRanges(own, input.ranges ?? []),
  }))
  const found = input.mode === 'auto' ? await findRanges(ctx, parent) : []
  const ranges = input.mode === 'auto' ? found : given
  const pageCount = parent.pageCount ?? found.at(-1)?.endPage
  if (pageCount === undefined) throw new ApiError('not_ready')
  checkRanges(ranges, { pageCount, coversAll: input.coverAll ?? false })
  const suggestions = input.mode === 'auto' ? found : ranges
  if (input.dryRun) {
    const data = { parent: toDocument(parent), children: [], suggestions }
    return new Reply({ status: 200, body: { data } })
  }
  if (ranges.length < 2 && input.mode === 'auto') throw wholeDocument()
  return ctx.commit(async (own) => {
    const ids = await divide(own, id, { ranges, keepsOriginal: input.keepOriginal ?? false })
    const children = await listDocumentsById(own, ids)
    const divided = toDocument(await getDocument(own, id))
    return { data: { parent: divided, children: children.map(toDocument), suggestions } }
  })
}

function wholeDocument(): ApiError {
  const message = 'The pages look like one document; send ranges to split it anyway.'
  return new ApiError('split_ranges_invalid', message, { param: 'mode' })
}

const PAGED_TYPES = ['application/pdf', 'image/tiff']

/** Only a whole file with pages can be split, and only once. */
function requireSplittable(document: DocumentRow): DocumentRow {
  const { contentType, parentDocumentId, childDocumentIds } = document
  const reason = !PAGED_TYPES.includes(contentType)
    ? 'has no pages'
    : parentDocumentId !== null
      ? 'is itself a part'
      : childDocumentIds.length > 0
        ? 'is already split'
        : null
  if (reason === null) return document
  throw new ApiError('invalid_state_transition', `The document ${reason} and cannot be split.`)
}

async function toRanges(
  ctx: Context,
  given: NonNullable<SplitInput['ranges']>,
): Promise<PageRange[]> {
  const ranges: PageRange[] = []
  for (const { startPage, endPage, documentClass, name = null } of given) {
    const known = documentClass ? await resolveClassName(ctx, documentClass) : null
    ranges.push({ startPage, endPage, documentClass: known, name })
  }
  return ranges
}

async function findRanges(ctx: OutsideContext, document: DocumentRow): Promise<PageRange[]> {
  const classes = await ctx.transaction((own) => listClassesInForce(own))
  const outcome = await readInSandbox(ctx, document, { task: 'split', classes })
  if (!outcome.ok) throw new ApiError(failureCode(outcome.code))
  const { parts, failure } = outcome.value as SplitDocument
  if (failure) throw new ApiError(failureCode(failure.code))
  return parts.map((part) => ({ ...part, name: null }))
}

async function divide(
  ctx: Context,
  id: string,
  { ranges, keepsOriginal }: { ranges: PageRange[]; keepsOriginal: boolean },
): Promise<string[]> {
  const parent = requireSplittable(await getLockedDocument(ctx, id))
  const { submissionId } = parent
  if ((await countDocuments(ctx, submissionId)) + ranges.length > DOCUMENTS_MAX) {
    throw new ApiError('too_many_files')
  }
  const ids: string[] = []
  for (const range of ranges) ids.push(await addChild(ctx, parent, range))
  if (!keepsOriginal) {
    await dropRows(ctx, parent)
    await updateDocument(ctx, id, { status: 'split', progress: 1 })
    await bumpData(ctx, submissionId)
  }
  const summary = `Document split into ${ids.length} parts`
  await auditDocument(ctx, parent, { action: 'updated', summary })
  await startIfAuto(ctx, submissionId)
  return ids
}

async function addChild(ctx: Context, parent: DocumentRow, range: PageRange): Promise<string> {
  const { startPage, endPage, documentClass, name } = range
  const id = randomUUIDv7()
  const filename = name ?? partName(parent.filename, range)
  const password = openPassword(ctx, parent)
  await insertDocument(ctx, {
    id,
    submission_id: parent.submissionId,
    filename,
    original_filename: parent.originalFilename,
    display_name: filename,
    content_type: parent.contentType,
    size_bytes: parent.sizeBytes,
    sha256: parent.sha256,
    storage_key: parent.storageKey,
    wrapped_key: parent.wrappedKey,
    password_sealed: password === undefined ? null : sealPassword(ctx, id, password),
    statement_year: parent.statementYear,
    document_class: documentClass,
    source: 'split',
    parent_document_id: parent.id,
    page_start: startPage,
    page_end: endPage,
    page_count: endPage - startPage + 1,
  })
  await emitDocumentEvent(ctx, 'document.uploaded', id)
  await enqueue(ctx, classifyDocumentJob, { documentId: id }, { uniqueKey: id })
  return id
}

/** `july.pdf`, pages 3 to 5 → `july-p3-5.pdf`. */
function partName(filename: string, { startPage, endPage }: PageRange): string {
  const [, stem, extension] = /^(.*?)(\.[^.]*)?$/s.exec(filename)!
  return `${stem}-p${startPage}-${endPage}${extension ?? ''}`
}
