import { estimateConfidence } from '../confidence/estimate.ts'
import { collectCandidates } from './classify.ts'
import { LAYERS } from './layers.ts'
import type { Context, Row } from '../row.ts'
import type { CategorySource } from '../../values/transaction.ts'

/** The category that one layer gives a row; all fields of it are null where it gives none. */
export interface LayerExplanation {
  layer: string
  matched: boolean
  slug: string | null
  source: CategorySource | null
  ruleId: string | null
  /** The words that matched: `RENT` of `cue:RENT`. */
  cue: string | null
  confidence: number | null
  /** True for the first layer with a category, which the row has. */
  chosen: boolean
}

/** Every layer on the row, in their order. Exactly one is chosen. */
export function explainRow(row: Row, context: Context): LayerExplanation[] {
  let isSettled = false
  const [first, second = null] = collectCandidates(row, context)
  return LAYERS.map(({ name, classify }) => {
    const candidate = classify(row, context)
    const chosen = candidate !== null && !isSettled
    isSettled ||= chosen
    const runnerUp = chosen ? second : first!
    return {
      layer: name,
      matched: candidate !== null,
      slug: candidate?.slug ?? null,
      source: candidate?.source ?? null,
      ruleId: candidate?.ruleId ?? null,
      cue: candidate === null ? null : parseCue(candidate.ruleId),
      confidence: candidate && estimateConfidence({ candidate, runnerUp, row }).leaf,
      chosen,
    }
  })
}

/** `merchant:square` matched square; a rule without a colon has no words. */
function parseCue(ruleId: string): string | null {
  const at = ruleId.indexOf(':')
  return at < 0 ? null : ruleId.slice(at + 1)
}
