import { explain } from '../../../core/enrichment/enrich.ts'
import type { LayerExplanation } from '../../../core/enrichment/rules/explain.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { getTransaction } from '../../records/transactions/store.ts'
import { areOpinionsEnabled } from '../opinions/request.ts'
import { findOpinion } from '../opinions/store.ts'
import { loadMaterial } from './material.ts'

interface Explanation {
  transactionId: string
  normalizedDescription: string | null
  category: string
  isRevenue: boolean
  exclusionReason: string | null
  flags: string[]
  layers: Layer[]
}

type Layer = Omit<LayerExplanation, 'slug' | 'source'> & {
  category: string | null
  source: LayerExplanation['source'] | typeof SECOND_OPINION
}

const SECOND_OPINION = 'second_opinion'

/**
 * Why a row has its category: the result of every layer today. Revenue and flags are the stored
 * ones. A second opinion comes last and is never chosen.
 */
export async function explainTransaction(ctx: Context, id: string): Promise<Explanation> {
  const row = await getTransaction(ctx, id)
  const material = await loadMaterial(ctx, row.submissionId)
  const layers = explain({ ...material, asOf: null }, id)
  const chosen = layers?.find((layer) => layer.chosen)
  if (!layers || !chosen?.slug) throw new ApiError('transaction_not_found')
  return {
    transactionId: row.id,
    normalizedDescription: row.normalizedDescription,
    category: chosen.slug,
    isRevenue: row.isRevenue,
    exclusionReason: row.exclusionReason,
    flags: row.flags,
    layers: [
      ...layers.map(({ slug, ...rest }) => ({ ...rest, category: slug })),
      ...(await secondOpinion(ctx, id)),
    ],
  }
}

/** A suggestion for the reviewer of the row, if there is one. */
async function secondOpinion(ctx: Context, id: string): Promise<Layer[]> {
  const opinion = (await areOpinionsEnabled(ctx)) ? await findOpinion(ctx, id) : null
  if (opinion === null) return []
  const { categorySlug: category, confidence, model } = opinion
  const ruleId = `${SECOND_OPINION}:${model}`
  const suggestion = { category, source: SECOND_OPINION, ruleId, cue: null, confidence } as const
  return [{ layer: SECOND_OPINION, matched: true, ...suggestion, chosen: false }]
}
