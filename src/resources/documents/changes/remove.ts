import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { bumpData, onDocumentSettled } from '../../submissions/pipeline.ts'
import { markDuplicates } from '../reading/overlap.ts'
import { deleteEmptyAccounts, listAccountIds } from '../reading/store.ts'
import { assessDocuments } from '../signals/assess.ts'
import { deleteDocument, hasFile, type DocumentRow } from '../store.ts'
import { getLockedDocument } from './rows.ts'

/**
 * Deletes a document with its parts, its rows and its file. The key of the file goes with the row,
 * so
 * the bytes are noise from the commit on; they are unlinked right after it. Throws
 * `document_not_found`.
 */
export async function removeDocument(
  ctx: Context,
  id: string,
  check: (current: DocumentRow) => void,
): Promise<void> {
  const document = await getLockedDocument(ctx, id)
  check(document)
  const { submissionId, childDocumentIds, storageKey, transactionsCount } = document
  const owned = await Promise.all([id, ...childDocumentIds].map((own) => listAccountIds(ctx, own)))
  await deleteDocument(ctx, id)
  await deleteEmptyAccounts(ctx, owned.flat())
  await markDuplicates(ctx, submissionId)
  await assessDocuments(ctx, submissionId)
  await bumpData(ctx, submissionId)
  await audit(ctx, {
    action: 'deleted',
    resourceType: 'document',
    resourceId: id,
    submissionId,
    summary: `Document deleted with ${transactionsCount} transactions`,
  })
  await onDocumentSettled(ctx, submissionId)
  // A part shares the file of its parent.
  if (!(await hasFile(ctx, document))) ctx.db.afterCommit(() => void removeFile(ctx, storageKey))
}

async function removeFile({ house, environment }: Context, storageKey: string): Promise<void> {
  await house.store
    .remove(environment.id, storageKey)
    .catch((error: unknown) =>
      house.log.error({ err: error, storage_key: storageKey }, 'removing a file failed'),
    )
}
