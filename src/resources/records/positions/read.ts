import { toPosition, unfoundPosition } from '../../../core/enrichment/positions/figures.ts'
import type { Position } from '../../../core/values/position.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { getSubmissionForUpdate } from '../submissions/store.ts'
import { findPosition, listPositions, type PositionRow } from './store.ts'

/** A position with its record. */
export interface StoredPosition {
  position: Position
  row: PositionRow
}

/** Every position of a submission, rejected ones too. */
export async function readPositions(ctx: Context, submissionId: string): Promise<StoredPosition[]> {
  return (await listPositions(ctx, submissionId)).map(toStored)
}

/** The positions that numbers are computed from. */
export async function readStanding(ctx: Context, submissionId: string): Promise<Position[]> {
  const positions = await readPositions(ctx, submissionId)
  return positions
    .map(({ position }) => position)
    .filter(({ status }) => status !== 'rejected')
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
}

/** Throws `position_not_found`. */
export async function readPosition(ctx: Context, id: string): Promise<StoredPosition> {
  const row = await findPosition(ctx, id)
  if (!row) throw new ApiError('position_not_found')
  return toStored(row)
}

/** The position, with its submission locked. */
export async function holdPosition(ctx: Context, id: string): Promise<StoredPosition> {
  const { row } = await readPosition(ctx, id)
  await getSubmissionForUpdate(ctx, row.submissionId)
  return readPosition(ctx, id)
}

function toStored(row: PositionRow): StoredPosition {
  const { id, body, decision, createdAt } = row
  const found = body ?? unfoundPosition(id, decision!, createdAt.slice(0, 10))
  return { position: toPosition(found, decision), row }
}
