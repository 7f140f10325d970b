import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { deleteDataSource } from '../../records/data-sources/store.ts'
import { markDuplicates } from '../reading/overlap.ts'
import { deleteEmptyAccounts, deleteStatements, listAccountIds } from '../reading/store.ts'
import { assessDocuments } from '../signals/assess.ts'
import { deleteSignals } from '../../records/documents/signals/store.ts'
import {
  findLocked,
  getDocument,
  updateDocument,
  type DocumentRow,
} from '../../records/documents/store.ts'

/** The document with its submission locked before it. Throws `document_not_found`. */
export async function getLockedDocument(ctx: Context, id: string): Promise<DocumentRow> {
  const document = await findLocked(ctx, await getDocument(ctx, id))
  if (!document) throw new ApiError('document_not_found')
  return document
}

/**
 * Deletes what was read from a document: statements, rows, and accounts left without any.
 */
export async function dropRows(ctx: Context, document: DocumentRow): Promise<void> {
  const { id, submissionId } = document
  const accountIds = await listAccountIds(ctx, [id])
  await deleteStatements(ctx, id)
  await deleteDataSource(ctx, id)
  await deleteEmptyAccounts(ctx, accountIds)
  await deleteSignals(ctx, id)
  await markDuplicates(ctx, submissionId)
  await updateDocument(ctx, id, {
    statements_count: 0,
    transactions_count: 0,
    reconciliation: null,
    authenticity: null,
    period_start: null,
    period_end: null,
    parsed_at: null,
  })
  await assessDocuments(ctx, submissionId)
}
