import { emit } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { getDocument } from '../records/documents/store.ts'

/** Emits a document event with the document as it is now. */
export async function emitDocumentEvent(
  ctx: Context,
  type: 'document.uploaded' | 'document.classified' | 'document.parsed' | 'document.failed',
  documentId: string,
): Promise<void> {
  const row = await getDocument(ctx, documentId)
  await emit(ctx, {
    type,
    submissionId: row.submissionId,
    data: {
      id: row.id,
      submission_id: row.submissionId,
      external_id: row.submissionExternalId,
      filename: row.filename,
      document_class: row.documentClass,
      status: row.status,
      page_count: row.pageCount,
      confidence: row.classification?.confidence ?? null,
      error_code: row.errorCode,
      error_message: row.errorMessage,
    },
  })
}
