import { LAYERS } from './layers.ts'
import type { Context, Row } from '../row.ts'
import type { CategorySource } from '../../values/transaction.ts'

/** What one layer says of a row; all of the answer is null where it knows nothing. */
export interface LayerExplanation {
  layer: string
  matched: boolean
  slug: string | null
  source: CategorySource | null
  ruleId: string | null
  /** The words that it went by: `RENT` of `cue:RENT`. */
  cue: string | null
  confidence: number | null
  /** True for the first that answers, whose category the row has. */
  chosen: boolean
}

/** Every layer asked about the row, in their order. Exactly one is chosen. */
export function explainRow(row: Row, context: Context): LayerExplanation[] {
  let isSettled = false
  return LAYERS.map(({ name, classify }) => {
    const candidate = classify(row, context)
    const chosen = candidate !== null && !isSettled
    isSettled ||= chosen
    return {
      layer: name,
      matched: candidate !== null,
      slug: candidate?.slug ?? null,
      source: candidate?.source ?? null,
      ruleId: candidate?.ruleId ?? null,
      cue: candidate === null ? null : parseCue(candidate.ruleId),
      confidence: candidate?.confidence ?? null,
      chosen,
    }
  })
}

/** `merchant:square` went by square; a rule of one word went by no words. */
function parseCue(ruleId: string): string | null {
  const at = ruleId.indexOf(':')
  return at < 0 ? null : ruleId.slice(at + 1)
}
