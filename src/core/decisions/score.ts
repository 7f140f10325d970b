import { LEVEL } from './compile.ts'
import type { RuleFinding } from './rule.ts'

/** From which score a decision is given; below every band it is decline. */
export interface ScoreBand {
  name: string
  minScore: number
  decision: 'approve' | 'decline' | 'review'
}

/** What is known of a score: as it stands, and with all that is not certain against or for it. */
export interface Score {
  /** Of the rules whose result is known; null when there is none. */
  score: number | null
  lowest: number
  highest: number
}

/** A near miss is worth half of its rule. */
const SHARE_OF_NEAR_MISS = 0.5

/** The share of the weight that passed, 0 to 100. Remarks of kind `info` weigh nothing. */
export function computeScore(findings: readonly RuleFinding[]): Score {
  let [passed, tentative, known, unknown] = [0, 0, 0, 0]
  for (const { compiled, level } of findings) {
    const { weight, outcome } = compiled.rule
    if (outcome === 'info') continue
    if (level === LEVEL.unknown) unknown += weight
    else known += weight
    if (level === LEVEL.tentative) tentative += weight
    if (level === LEVEL.met || level === LEVEL.tentative) passed += weight
    if (level === LEVEL.nearMiss) passed += weight * SHARE_OF_NEAR_MISS
  }
  const all = known + unknown
  return {
    score: known === 0 ? null : (100 * passed) / known,
    lowest: all === 0 ? 0 : (100 * (passed - tentative)) / all,
    highest: all === 0 ? 100 : (100 * (passed + unknown)) / all,
  }
}

/** The decision of a score; null for one that is not known. */
export function findBandDecision(
  bands: readonly ScoreBand[],
  score: number | null,
): ScoreBand['decision'] | null {
  if (score === null) return null
  const reached = bands.filter(({ minScore }) => score >= minScore)
  return reached.toSorted((left, right) => right.minScore - left.minScore)[0]?.decision ?? 'decline'
}
