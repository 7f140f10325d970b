import { toPosition } from '../../core/enrichment/positions/figures.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import { readPositions, type StoredPosition } from '../records/positions/read.ts'
import { computeFindings } from '../transactions/enrichment/findings.ts'
import { loadMaterial } from '../transactions/enrichment/material.ts'

/**
 * The positions of a submission as they stood on a day: found anew in the rows up to then, with the
 * corrections of today. What is known of a manual one is of no day, so it stays as it is.
 */
export async function computePositionsAt(
  ctx: Context,
  submissionId: string,
  asOf: PlainDate,
): Promise<StoredPosition[]> {
  const stored = await readPositions(ctx, submissionId)
  const material = await loadMaterial(ctx, submissionId)
  const transactions = material.transactions.filter(({ date }) => date <= asOf)
  const periods = material.periods.filter(({ startDate }) => startDate <= asOf)
  const past = { ...material, transactions, periods, asOf }
  const { positions } = await computeFindings(ctx.house.thread, past)
  const found = new Map(positions.map((position) => [position.id, position]))
  return stored.flatMap((each) => {
    const { id, body, decision } = each.row
    if (body === null) return [each]
    const then = found.get(id)
    return then ? [{ ...each, position: toPosition(then, decision) }] : []
  })
}
