import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { updateOverrides, keepCorrections } from '../records/transactions/feedback/store.ts'
import { listTransactionsByIds } from '../records/transactions/store.ts'

/** Rows of the submission that a person links with a position. */
interface Assignment {
  submissionId: string
  positionId: string
  ids: readonly string[]
}

/** Moves rows to a position, whatever they are taken for. Throws `transaction_not_found`. */
export async function assignRows(
  ctx: Context,
  { submissionId, positionId, ids }: Assignment,
): Promise<void> {
  const rows = await listTransactionsByIds(ctx, ids)
  const own = rows.filter((row) => row.submissionId === submissionId)
  if (own.length < new Set(ids).size) {
    throw new ApiError('transaction_not_found', undefined, { param: 'transaction_ids' })
  }
  const feedback = {
    position_id: positionId,
    by: ctx.actor.name,
    at: new Date(ctx.house.now()).toISOString(),
  }
  await updateOverrides(ctx, ids, { override: { positionId }, feedback })
  await keepCorrections(ctx, ids)
}
