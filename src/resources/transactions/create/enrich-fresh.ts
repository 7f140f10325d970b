import type { Context } from '../../../platform/context.ts'
import { hasStatements } from '../../documents/reading/store.ts'
import { computeFindings, type Findings } from '../enrichment/findings.ts'
import { toFresh } from '../enrichment/fresh.ts'
import { loadMaterial } from '../enrichment/material.ts'
import { countTransactions } from '../../records/transactions/store.ts'
import type { NewRow } from './item.ts'

/**
 * Enriches rows on their way in, so that they are written once. Null where the submission has more
 * rows than come in, for then a job thinks once about whatever came meanwhile, and where it has
 * statements, whose rows these may be.
 */
export async function enrichFresh(
  ctx: Context,
  submissionId: string,
  fresh: readonly NewRow[],
): Promise<Findings | null> {
  const stored = await countTransactions(ctx, submissionId)
  if (stored > fresh.length || (await hasStatements(ctx, submissionId))) return null
  const material = await loadMaterial(ctx, submissionId)
  return computeFindings(ctx.house.thread, material, fresh.map(toFresh))
}
