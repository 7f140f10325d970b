import { formatCounted } from '../../../core/values/text.ts'
import type { Context } from '../../../platform/context.ts'
import type { MatchCheck } from '../../../platform/http/respond.ts'
import { bumpData, onDocumentSettled } from '../../pipeline/pipeline.ts'
import { requireNoHold } from '../../records/submissions/hold.ts'
import { deleteEmptyAccounts, listAccountIds } from '../reading/store.ts'
import { compareDocuments } from '../settle.ts'
import {
  deleteDocument,
  hasFile,
  listFamily,
  type DocumentRow,
} from '../../records/documents/store.ts'
import { forgetCorrections } from '../../records/feedback/store.ts'
import { getLockedDocument } from './rows.ts'
import { auditDocument } from '../events.ts'

/**
 * Deletes a document with its parts, rows and file. The file's key is deleted with the row, so the
 * bytes are unreadable from the commit on; the file itself is removed right after it. Throws
 * `document_not_found`, `legal_hold`.
 */
export async function removeDocument(
  ctx: Context,
  id: string,
  check: MatchCheck<DocumentRow>,
): Promise<void> {
  const document = await getLockedDocument(ctx, id)
  await check(document)
  await requireNoHold(ctx)
  const { submissionId, transactionsCount } = document
  const family = await listFamily(ctx, id)
  const accountIds = await listAccountIds(
    ctx,
    family.map((own) => own.id),
  )
  await forgetCorrections(
    ctx,
    submissionId,
    family.map((own) => own.id),
  )
  await deleteDocument(ctx, id)
  await deleteEmptyAccounts(ctx, accountIds)
  await compareDocuments(ctx, submissionId)
  await bumpData(ctx, submissionId)
  await auditDocument(ctx, document, {
    action: 'deleted',
    summary: `Document deleted with ${formatCounted(transactionsCount, 'transaction')}`,
  })
  await onDocumentSettled(ctx, submissionId)
  for (const storageKey of new Set(family.map((own) => own.storageKey))) {
    // A part shares the file of its parent; a member of a container has its own.
    if (!(await hasFile(ctx, storageKey)))
      ctx.db.afterCommit(() => void removeFile(ctx, storageKey))
  }
}

async function removeFile({ house, environment }: Context, storageKey: string): Promise<void> {
  await house.store
    .remove(environment.id, storageKey)
    .catch((error: unknown) =>
      house.log.error({ err: error, storage_key: storageKey }, 'removing a file failed'),
    )
}
