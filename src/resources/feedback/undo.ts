import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { takeBackCorrection, type GivenCorrection } from '../transactions/feedback/undo.ts'
import {
  findPrevious,
  getFeedback,
  holdFeedback,
  updateFeedbackStatus,
  type FeedbackRow,
} from '../records/feedback/store.ts'

/**
 * Undoes feedback: rows get their earlier values back. The record stays, as undone.
 * Throws `feedback_not_found`, `invalid_state_transition` when it was undone before.
 */
export async function undoFeedback(ctx: Context, id: string): Promise<FeedbackRow> {
  const given = await holdFeedback(ctx, id)
  if (given.status === 'undone') {
    throw new ApiError('invalid_state_transition', 'This feedback is already undone.')
  }
  if (given.status === 'applied') {
    const previous = await findPrevious<GivenCorrection['previous']>(ctx, id)
    await takeBackCorrection(ctx, { ...(given as unknown as GivenCorrection), previous })
  }
  await updateFeedbackStatus(ctx, id, 'undone')
  return getFeedback(ctx, id)
}
