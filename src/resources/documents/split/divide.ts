import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { bumpData, startIfAuto } from '../../pipeline/pipeline.ts'
import { CLASSIFY_DOCUMENT } from '../../pipeline/runs/jobs.ts'
import { auditDocument, emitDocument } from '../events.ts'
import { openPassword, sealPassword } from '../password.ts'
import { dropRows, getLockedDocument } from '../changes/rows.ts'
import {
  countDocuments,
  insertDocument,
  updateDocument,
  type DocumentRow,
} from '../../records/documents/store.ts'
import { DOCUMENTS_MAX } from '../intake/insert-file.ts'
import type { PageRange } from './ranges.ts'
import { PAGED_TYPES } from './segment-job.ts'

/** Only a whole file with pages can be split, and only once. */
export function requireSplittable(document: DocumentRow): DocumentRow {
  const { contentType, pageStart, childDocumentIds } = document
  const reason = !PAGED_TYPES.includes(contentType)
    ? 'has no pages'
    : pageStart !== null
      ? 'is itself a part'
      : childDocumentIds.length > 0
        ? 'is already split'
        : null
  if (reason === null) return document
  throw new ApiError('invalid_state_transition', `The document ${reason} and cannot be split.`)
}

/**
 * Makes the ranges documents of their own that share the file, and returns their ids. The parent is
 * no longer counted unless it is kept. Throws `too_many_files`, `invalid_state_transition`.
 */
export async function divide(
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
  const part = await insertDocument(ctx, {
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
  await emitDocument(ctx, 'document.uploaded', part)
  await enqueue(ctx, CLASSIFY_DOCUMENT, { documentId: id }, { uniqueKey: id })
  return id
}

/** `july.pdf`, pages 3 to 5 → `july-p3-5.pdf`. */
function partName(filename: string, { startPage, endPage }: PageRange): string {
  const [, stem, extension] = /^(.*?)(\.[^.]*)?$/s.exec(filename)!
  return `${stem}-p${startPage}-${endPage}${extension ?? ''}`
}
