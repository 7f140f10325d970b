import type { Context } from '../../../../platform/context.ts'
import { ApiError } from '../../../../platform/errors/api-error.ts'
import { addReason } from '../../../records/notes/add.ts'
import type { SubmissionRow } from '../../../records/submissions/store.ts'

const TURNED_DOWN: ReadonlySet<string | null> = new Set(['declined', 'withdrawn'])

/**
 * A person sends a deal that was turned down for a reason, which is kept as a note; programs have
 * theirs elsewhere. Throws `missing_field`.
 */
export async function requireReasonToSend(
  ctx: Context,
  { id, dealStage }: Pick<SubmissionRow, 'id' | 'dealStage'>,
  reason: string | undefined,
): Promise<void> {
  if (!TURNED_DOWN.has(dealStage)) return
  if (reason !== undefined)
    return addReason(ctx, id, { decision: 'sent_to_funder', documentId: null, text: reason })
  if (ctx.actor.userId === null) return
  const message = `The deal is ${dealStage}; say in reason why it is sent all the same.`
  throw new ApiError('missing_field', message, { param: 'reason' })
}
