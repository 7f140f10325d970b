import { emit } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { getDocument, type DocumentRow } from '../records/documents/store.ts'
import { audit, type AuditEntry } from '../../platform/audit.ts'

type DocumentEvent =
  | 'document.uploaded'
  | 'document.classified'
  | 'document.parsed'
  | 'document.failed'

/** Emits a document event with the document as it is now. */
export async function emitDocumentEvent(
  ctx: Context,
  type: DocumentEvent,
  documentId: string,
): Promise<void> {
  await emitDocument(ctx, type, await getDocument(ctx, documentId))
}

/** The same with a document that is already read. */
export async function emitDocument(
  ctx: Context,
  type: DocumentEvent,
  row: DocumentRow,
): Promise<void> {
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

/** Writes an audit entry about a document. */
export async function auditDocument(
  ctx: Context,
  { id, submissionId }: Pick<DocumentRow, 'id' | 'submissionId'>,
  entry: Pick<AuditEntry, 'action' | 'summary' | 'changes'>,
): Promise<void> {
  await audit(ctx, { ...entry, resourceType: 'document', resourceId: id, submissionId })
}
