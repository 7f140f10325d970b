import { changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { json } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { changeDocument } from '../documents/changes/change.ts'
import { isParsed } from '../records/documents/lifecycle.ts'
import { getDocument, updateDocument, type DocumentRow } from '../records/documents/store.ts'
import { bumpData, onDocumentSettled } from '../pipeline/pipeline.ts'
import { listContradictions } from '../records/documents/contradictions.ts'
import { listParsedStatements } from '../documents/parsed/store.ts'
import { addReason } from '../records/notes/add.ts'
import { endDecisions } from '../records/notes/store.ts'
import { holdPdf, type PdfRef } from './find.ts'
import type { PdfReview } from './schemas.ts'
import { auditDocument } from '../documents/events.ts'

/**
 * Records a person's review: approved rows count although they do not reconcile, rejected ones are
 * excluded. Throws `pdf_not_found`, `invalid_state_transition`, and `missing_field` where what is
 * accepted needs a reason.
 */
export async function reviewPdf(
  ctx: Context,
  ref: PdfRef,
  { review, check }: { review: PdfReview; check: MatchCheck<DocumentRow> },
): Promise<DocumentRow> {
  const before = await holdPdf(ctx, ref)
  await check(before)
  refuseContradiction(review)
  await requireReason(ctx, before, review)
  const changes = toDocumentPatch(review)
  if (Object.values(changes).some((value) => value !== undefined)) {
    await changeDocument(ctx, before.id, { patch: changes, check: async () => {} })
  }
  if (review.status !== undefined || review.notes !== undefined) await note(ctx, before.id, review)
  if (review.status !== undefined) await keepReason(ctx, before, review)
  const after = await getDocument(ctx, before.id)
  await auditDocument(ctx, before, {
    action: review.status === undefined ? 'updated' : 'overridden',
    summary: review.status === undefined ? 'Document changed' : SUMMARIES[review.status],
    changes: changesBetween(before, after, ['status', 'isIncluded']),
  })
  return after
}

const SUMMARIES = {
  approved: 'Document accepted as it is',
  rejected: 'Document excluded from the numbers',
  needs_review: 'Document to be looked at',
}

function refuseContradiction({ status, isIncluded }: PdfReview): void {
  if (status === undefined || isIncluded === undefined) return
  if (isIncluded === (status !== 'rejected')) return
  const message = `A PDF that is ${status} must be ${isIncluded ? 'excluded' : 'included'}.`
  throw new ApiError('invalid_state_transition', message, { param: 'is_included' })
}

/**
 * A person accepts what speaks against a document for a reason; programs have theirs elsewhere.
 * Throws `missing_field`.
 */
async function requireReason(
  ctx: Context,
  { id, authenticity }: DocumentRow,
  { status, notes }: PdfReview,
): Promise<void> {
  if (ctx.actor.userId === null || status !== 'approved' || notes != null) return
  const isDoubted = authenticity !== null && authenticity.level !== 'trusted'
  const statements = isDoubted ? [] : await listParsedStatements(ctx, [id])
  const isContradicted = statements.some(
    ({ overrides }) => listContradictions(overrides).length > 0,
  )
  if (!isDoubted && !isContradicted) return
  const why = isDoubted
    ? `its authenticity is ${authenticity.score} of 100, level ${authenticity.level}`
    : 'a person set figures that the page has otherwise'
  const message = `Say in notes why the document is accepted: ${why}.`
  throw new ApiError('missing_field', message, { param: 'notes' })
}

/** Kept apart from the review, which the next one replaces. */
async function keepReason(
  ctx: Context,
  { id: documentId, submissionId }: DocumentRow,
  { status, notes }: PdfReview,
): Promise<void> {
  await endDecisions(ctx, { submissionId, documentId })
  if (status === 'needs_review' || notes == null) return
  const decision = status === 'approved' ? 'document_accepted' : 'document_left_out'
  await addReason(ctx, submissionId, { decision, documentId, text: notes })
}

/** A rejected PDF is excluded; any other review status includes it. */
function toDocumentPatch({ status, displayName, isIncluded }: PdfReview) {
  const wanted = isIncluded ?? (status === undefined ? undefined : status !== 'rejected')
  return { displayName, isIncluded: wanted }
}

async function note(ctx: Context, id: string, { status, notes }: PdfReview): Promise<void> {
  const document = await getDocument(ctx, id)
  const { review, reconciliation, submissionId } = document
  const word = status ?? review?.status ?? null
  if (status !== undefined && status !== 'rejected') requireRead(document, status)
  const kept = {
    status: word,
    notes: notes === undefined ? (review?.notes ?? null) : notes,
    by: ctx.actor.name,
    at: new Date(ctx.house.now()).toISOString(),
    difference:
      status === undefined ? (review?.difference ?? null) : (reconciliation?.difference ?? null),
  }
  await updateDocument(ctx, id, { review: json(kept), ...statusColumn(status) })
  if (status === undefined || status === 'rejected') return
  await bumpData(ctx, submissionId)
  await onDocumentSettled(ctx, submissionId)
}

function statusColumn(status: PdfReview['status']): { status?: string } {
  if (status === 'approved') return { status: 'processed' }
  return status === 'needs_review' ? { status: 'review_required' } : {}
}

function requireRead({ status }: DocumentRow, wanted: string): void {
  if (isParsed(status)) return
  const message = `The PDF is ${status}; only one that was read can be ${wanted}.`
  throw new ApiError('invalid_state_transition', message, { param: 'status' })
}
