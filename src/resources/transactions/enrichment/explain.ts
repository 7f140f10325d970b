import { explain } from '../../../core/enrichment/enrich.ts'
import type { LayerAnswer } from '../../../core/enrichment/rules/explain.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { getTransaction } from '../store.ts'
import { loadMaterial } from './material.ts'

interface Explanation {
  transactionId: string
  normalizedDescription: string | null
  category: string
  isRevenue: boolean
  exclusionReason: string | null
  flags: string[]
  layers: (Omit<LayerAnswer, 'slug'> & { category: string | null })[]
}

/**
 * Why a row has its category: what every layer says of it today, among the rows around it. Revenue
 * and flags are those that are stored.
 */
export async function explainTransaction(ctx: Context, id: string): Promise<Explanation> {
  const row = await getTransaction(ctx, id)
  const material = await loadMaterial(ctx, row.submissionId)
  const answers = explain({ ...material, asOf: null }, id)
  const chosen = answers?.find((answer) => answer.chosen)
  if (!answers || !chosen?.slug) throw new ApiError('transaction_not_found')
  return {
    transactionId: row.id,
    normalizedDescription: row.normalizedDescription,
    category: chosen.slug,
    isRevenue: row.isRevenue,
    exclusionReason: row.exclusionReason,
    flags: row.flags,
    layers: answers.map(({ slug, ...answer }) => ({ ...answer, category: slug })),
  }
}
