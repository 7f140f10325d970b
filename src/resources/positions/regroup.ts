import { formatCounted } from '../../core/values/text.ts'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { enrichAgain } from '../transactions/enrich.ts'
import { assignRows } from './assign.ts'
import { presentChanged } from './list.ts'
import { holdPosition, readPosition } from '../records/positions/read.ts'
import { deleteDecisions, upsertDecision } from '../records/positions/store.ts'

/**
 * Makes several positions one: the rows of the others become its rows. Throws
 * `position_not_found`, `invalid_currency`, `invalid_state_transition`.
 */
export async function mergePositions(
  ctx: Context,
  id: string,
  otherIds: readonly string[],
): Promise<object> {
  const { position, row } = await holdPosition(ctx, id)
  const { submissionId } = row
  const others = []
  for (const otherId of new Set(otherIds)) {
    const other = await readPosition(ctx, otherId)
    refuseOther({ position, row }, other)
    others.push(other.position)
  }
  // Enrichment recognizes the target by its own rows; the others have none left.
  await upsertDecision(ctx, row, row.decision ?? {})
  await deleteDecisions(ctx, otherIds)
  const ids = others.flatMap(({ transactionIds }) => transactionIds)
  await assignRows(ctx, { submissionId, positionId: id, ids })
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'position',
    resourceId: id,
    submissionId,
    summary: `Merged with ${others.length} other positions`,
    changes: [{ field: 'mergedPositionIds', from: null, to: [...otherIds] }],
  })
  await enrichAgain(ctx, submissionId)
  return presentChanged(ctx, id)
}

function refuseOther(
  target: { position: { id: string; currency: string }; row: { submissionId: string } },
  { position, row }: { position: { id: string; currency: string }; row: { submissionId: string } },
): void {
  const param = 'position_ids'
  if (row.submissionId !== target.row.submissionId) {
    throw new ApiError('position_not_found', undefined, { param })
  }
  if (position.id === target.position.id) {
    throw new ApiError('invalid_state_transition', 'A position cannot be merged with itself.', {
      param,
    })
  }
  if (position.currency === target.position.currency) return
  const message = `Positions in ${position.currency} and ${target.position.currency} cannot be merged.`
  throw new ApiError('invalid_currency', message, { param })
}

/**
 * Takes rows out of a position and makes another one of them. Throws `position_not_found`,
 * `transaction_not_found`, `invalid_state_transition`.
 */
export async function splitPosition(
  ctx: Context,
  id: string,
  ids: readonly string[],
): Promise<object> {
  const { position, row } = await holdPosition(ctx, id)
  const { submissionId } = row
  const own = new Set(position.transactionIds)
  const param = 'transaction_ids'
  if (ids.some((one) => !own.has(one))) {
    const message = 'The position has no such transaction.'
    throw new ApiError('transaction_not_found', message, { param })
  }
  if (new Set(ids).size === own.size) {
    const message = 'At least one transaction must stay.'
    throw new ApiError('invalid_state_transition', message, { param })
  }
  const newId = randomUUIDv7()
  const { funderId, funderName, productType, currency } = position
  const manual = { currency, paymentAmount: null, cadence: 'irregular' as const }
  await upsertDecision(ctx, row, row.decision ?? {})
  const decision = { funderId, funderName, productType, manual }
  await upsertDecision(ctx, { id: newId, submissionId }, decision)
  await assignRows(ctx, { submissionId, positionId: newId, ids })
  await audit(ctx, {
    action: 'overridden',
    resourceType: 'position',
    resourceId: id,
    submissionId,
    summary: `Split: ${formatCounted(ids.length, 'transaction')} moved to another position`,
    changes: [{ field: 'splitOffPositionId', from: null, to: newId }],
  })
  await enrichAgain(ctx, submissionId)
  return { position: await presentChanged(ctx, id), splitOff: await presentChanged(ctx, newId) }
}
