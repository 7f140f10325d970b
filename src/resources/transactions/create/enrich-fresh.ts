import type { Context } from '../../../platform/context.ts'
import { hasStatements } from '../../documents/reading/store.ts'
import { computeFindings, type Findings } from '../enrichment/findings.ts'
import { toFresh } from '../enrichment/fresh.ts'
import { loadMaterial } from '../enrichment/material.ts'
import { countTransactions } from '../../records/transactions/store.ts'
import type { NewRow } from './item.ts'

/**
 * Enriches rows before they are inserted, so that they are written once. Null when the submission
 * has more stored rows than new ones, since a job then enriches all of them together, and when it
 * has statements, of which the rows may be duplicates.
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
