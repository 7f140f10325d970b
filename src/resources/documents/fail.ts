import { ERRORS, type ErrorCode } from '../../platform/errors/catalogue.ts'
import type { Context } from '../../platform/context.ts'
import { onDocumentSettled } from '../pipeline/pipeline.ts'
import { emitDocumentEvent } from './events.ts'
import { updateDocument, type DocumentRow } from '../records/documents/store.ts'

/**
 * The document could not be read: its own failure, with a code of the catalogue, and nobody else's.
 */
export async function failDocument(
  ctx: Context,
  document: Pick<DocumentRow, 'id' | 'submissionId'>,
  code: ErrorCode,
): Promise<void> {
  await updateDocument(ctx, document.id, {
    status: 'failed',
    progress: 1,
    error_code: code,
    error_message: ERRORS[code].message,
  })
  await emitDocumentEvent(ctx, 'document.failed', document.id)
  await onDocumentSettled(ctx, document.submissionId)
}

/** A code of the reader as one of the catalogue. */
export function failureCode(code: string): ErrorCode {
  return code in ERRORS ? (code as ErrorCode) : 'document_crashed'
}
