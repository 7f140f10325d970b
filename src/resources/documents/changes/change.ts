import { changesBetween } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import type { MatchCheck } from '../../../platform/http/respond.ts'
import { json } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { mergeMetadata } from '../../../platform/wire/metadata.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { bumpData, onDocumentQueued, onDocumentSettled } from '../../pipeline/pipeline.ts'
import { classifyDocumentJob } from '../classify.ts'
import { isSettled } from '../../records/documents/lifecycle.ts'
import { parseDocumentJob } from '../reading/parse.ts'
import { compareDocuments } from '../settle.ts'
import type { DocumentPatch } from '../schemas.ts'
import { getDocument, updateDocument, type DocumentRow } from '../../records/documents/store.ts'
import { getLockedDocument } from './rows.ts'
import { auditDocument } from '../events.ts'

/**
 * Changes what a person decides about a document. Throws `document_not_found`,
 * `invalid_state_transition`.
 */
export async function changeDocument(
  ctx: Context,
  id: string,
  { patch, check }: { patch: DocumentPatch; check: MatchCheck<DocumentRow> },
): Promise<DocumentRow> {
  const before = await getLockedDocument(ctx, id)
  await check(before)
  const metadata = patch.metadata && json(mergeMetadata(before.metadata, patch.metadata))
  const named_by = patch.displayName === undefined ? undefined : 'user'
  const columns = { display_name: patch.displayName, named_by, tags: patch.tags, metadata }
  if (Object.values(columns).some((value) => value !== undefined)) {
    await updateDocument(ctx, id, columns)
  }
  if (patch.isIncluded === false && before.isIncluded) await exclude(ctx, before)
  if (patch.isIncluded === true && !before.isIncluded) await include(ctx, before)
  const after = await getDocument(ctx, id)
  await auditDocument(ctx, after, {
    action: 'updated',
    summary: 'Document changed',
    changes: changesBetween(before, after, ['status', 'isIncluded']),
  })
  return after
}

/** The rows are kept and no longer counted. */
async function exclude(ctx: Context, document: DocumentRow): Promise<void> {
  const { id, status } = document
  if (status === 'split') {
    const message = 'A split document counts through its parts; exclude those.'
    throw new ApiError('invalid_state_transition', message, { param: 'is_included' })
  }
  await updateDocument(ctx, id, {
    is_included: false,
    status: 'excluded',
    status_before_exclusion: status,
  })
  await settle(ctx, document)
}

/** Work that the exclusion interrupted restarts from the last completed stage. */
async function include(ctx: Context, document: DocumentRow): Promise<void> {
  const { id, documentClass } = document
  const status = document.statusBeforeExclusion ?? 'uploaded'
  const back = { is_included: true, status_before_exclusion: null }
  if (isSettled(status)) {
    await updateDocument(ctx, id, { ...back, status })
    return settle(ctx, document)
  }
  const isClassified = documentClass !== null && document.classification !== null
  await updateDocument(ctx, id, { ...back, status: isClassified ? 'queued' : 'uploaded' })
  const next = isClassified ? parseDocumentJob : classifyDocumentJob
  await enqueue(ctx, next, { documentId: id }, { uniqueKey: id })
  await onDocumentQueued(ctx, document.submissionId)
}

async function settle(ctx: Context, { submissionId }: DocumentRow): Promise<void> {
  await compareDocuments(ctx, submissionId)
  await bumpData(ctx, submissionId)
  await onDocumentSettled(ctx, submissionId)
}
