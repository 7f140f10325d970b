import { hasScope } from '../../core/values/access/actor.ts'
import { toCamel } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { editStatements } from '../pdfs/statements/edit.ts'
import { lockSubmission } from '../records/documents/store.ts'
import { takeBackCorrection, type GivenCorrection } from '../transactions/feedback/undo.ts'
import {
  findPrevious,
  getFeedback,
  holdFeedback,
  updateFeedbackStatus,
  type FeedbackRow,
} from '../records/feedback/store.ts'

/**
 * Undoes feedback: rows get their earlier values back, and what was corrected on a statement is as
 * it was read. The record stays, as undone. Throws `feedback_not_found`, `pdf_not_found`,
 * `transaction_not_found`, and `invalid_state_transition` when it was undone before.
 */
export async function undoFeedback(ctx: Context, id: string): Promise<FeedbackRow> {
  const { submissionId } = await getFeedback(ctx, id)
  // Whoever corrects the same statement holds its submission first, and then its feedback.
  if (submissionId !== null) await lockSubmission(ctx, submissionId)
  const given = await holdFeedback(ctx, id)
  if (given.status === 'undone') {
    throw new ApiError('invalid_state_transition', 'This feedback is already undone.')
  }
  if (given.status === 'applied') await takeBack(ctx, given)
  await updateFeedbackStatus(ctx, id, 'undone')
  return getFeedback(ctx, id)
}

/** Where on which statement something was corrected; `field` of a value of the whole statement. */
interface StatementPlace {
  documentId: string
  statementId: string
  field: string | null
  /** Of a row that was not read. */
  isAdded: boolean
}

async function takeBack(ctx: Context, given: FeedbackRow): Promise<void> {
  const previous = await findPrevious<GivenCorrection['previous'] | StatementPlace>(ctx, given.id)
  if ('statementId' in previous) return takeBackEdit(ctx, given, previous)
  await takeBackCorrection(ctx, { ...(given as unknown as GivenCorrection), previous })
}

async function takeBackEdit(
  ctx: Context,
  { submissionId, targetId }: FeedbackRow,
  { documentId, statementId, field, isAdded }: StatementPlace,
): Promise<void> {
  if (!hasScope(ctx.actor, 'documents:write'))
    throw new ApiError('insufficient_scope', 'The key lacks the scope documents:write.')
  const row = { id: targetId, isRemoved: isAdded }
  const back = field === null ? { rows: [row] } : { [toCamel(field)]: null }
  const ref = { id: submissionId!, pid: documentId }
  const patches = [{ id: statementId, ...back }]
  await editStatements(ctx, ref, { patches, check: async () => {} })
}
