import type { Context } from '../../platform/context.ts'
import { onDocumentQueued, onDocumentSettled } from '../pipeline/pipeline.ts'
import { tallyDocuments } from '../pipeline/runs/store.ts'
import { markDuplicates } from './reading/overlap.ts'
import { assessDocuments } from './signals/assess.ts'

/**
 * Called in the transaction in which a document becomes settled. What the documents of a submission
 * say is compared once, when none of them is still to be read: each comparison needs the rows of
 * all.
 */
export async function settleDocument(ctx: Context, submissionId: string): Promise<void> {
  const { unsettled, isRunning } = await tallyDocuments(ctx, submissionId)
  // No run ends while a document is unsettled.
  if (unsettled > 0) return isRunning ? undefined : onDocumentQueued(ctx, submissionId)
  await compareDocuments(ctx, submissionId)
  await onDocumentSettled(ctx, submissionId)
}

/** Finds rows and statements that two documents have, and what contradicts other documents. */
export async function compareDocuments(ctx: Context, submissionId: string): Promise<void> {
  await markDuplicates(ctx, submissionId)
  await assessDocuments(ctx, submissionId)
}
