import { ERRORS, type ErrorCode } from '../../platform/errors/catalogue.ts'
import type { Context } from '../../platform/context.ts'
import { TryLater } from '../../platform/jobs/job.ts'
import { emitDocumentEvent } from './events.ts'
import { settleDocument } from './settle.ts'
import { findDocument, updateDocument, type DocumentRow } from '../records/documents/store.ts'

/**
 * Marks a document as failed; the other documents of the submission go on.
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
  await settleDocument(ctx, document.submissionId)
}

/** The reader's failure code as an error code of the API. */
export function failureCode(code: string): ErrorCode {
  return code in ERRORS ? (code as ErrorCode) : 'document_crashed'
}

/**
 * Options of the jobs of a document: after the last attempt it counts as crashed, or as delayed
 * when the machine was busy each time, which says nothing of the document.
 */
export const DOCUMENT_JOB = {
  attempts: 3,
  // oxlint-disable-next-line max-params -- as the list of jobs calls it
  exhausted: async (
    ctx: Context,
    { documentId }: { documentId: string },
    error: Error,
  ): Promise<void> => {
    const document = await findDocument(ctx, documentId, true)
    const code = error instanceof TryLater ? 'document_delayed' : 'document_crashed'
    if (document) await failDocument(ctx, document, code)
  },
}
