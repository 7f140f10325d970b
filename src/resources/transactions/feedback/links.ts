import { findFunder } from '../../../core/enrichment/descriptor/lexicon.ts'
import type { TransactionOverride } from '../../../core/values/transaction.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { findPosition } from '../../records/positions/store.ts'
import type { Feedback } from '../schemas.ts'
import { listTransactionsByIds, type TransactionRow } from '../../records/transactions/store.ts'
import { updateOverrides, keepCorrections } from '../../records/transactions/feedback/store.ts'

/**
 * Checks the links of a correction: position, funder, other side of a transfer. Throws
 * `position_not_found`, `funder_not_found`, `transaction_not_found`, `invalid_state_transition`.
 */
export async function resolveLinks(
  ctx: Context,
  row: TransactionRow,
  input: Feedback,
): Promise<TransactionOverride> {
  const { positionId, funderId, matchedTransactionId } = input
  if (positionId != null) await requirePosition(ctx, row, positionId)
  if (funderId != null && !findFunder(funderId)) {
    throw new ApiError('funder_not_found', undefined, { param: 'funder_id' })
  }
  if (matchedTransactionId === undefined) return {}
  if (input.applyTo !== undefined && input.applyTo !== 'this') {
    const message = 'A transfer links exactly two rows; send apply_to: this.'
    throw new ApiError('invalid_state_transition', message, { param: 'apply_to' })
  }
  if (matchedTransactionId !== null) await requireOtherSide(ctx, row, matchedTransactionId)
  return { isInternalTransfer: matchedTransactionId !== null }
}

/** The row that a correction links to this one or unlinks from it. */
export function listOtherSideIds(
  row: TransactionRow,
  { matchedTransactionId }: TransactionOverride,
): string[] {
  if (matchedTransactionId === undefined) return []
  return [matchedTransactionId ?? row.matchedTransactionId].filter((id) => id !== null)
}

/** Corrects the other side too, so that the link survives a new reading of either. */
export async function linkOtherSide(
  ctx: Context,
  row: TransactionRow,
  correction: TransactionOverride,
): Promise<void> {
  const ids = listOtherSideIds(row, correction)
  if (ids.length === 0) return
  const isLinked = correction.matchedTransactionId !== null
  const override = { matchedTransactionId: isLinked ? row.id : null, isInternalTransfer: isLinked }
  const at = new Date(ctx.house.now()).toISOString()
  const feedback = { ...override, apply_to: 'this', by: ctx.actor.name, at }
  await updateOverrides(ctx, ids, { override, feedback })
  await keepCorrections(ctx, ids)
}

async function requirePosition(ctx: Context, row: TransactionRow, id: string): Promise<void> {
  const position = await findPosition(ctx, id)
  if (position?.submissionId === row.submissionId) return
  throw new ApiError('position_not_found', undefined, { param: 'position_id' })
}

async function requireOtherSide(ctx: Context, row: TransactionRow, id: string): Promise<void> {
  const param = 'matched_transaction_id'
  const [other] = await listTransactionsByIds(ctx, [id])
  if (other?.submissionId !== row.submissionId) {
    throw new ApiError('transaction_not_found', undefined, { param })
  }
  const isOther = other.accountId !== row.accountId && other.amount < 0 !== row.amount < 0
  if (isOther && other.currency === row.currency) return
  const message =
    'The other side must have the opposite sign, in another account of the same currency.'
  throw new ApiError('invalid_state_transition', message, { param })
}
