import { numberWithin, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { isRefund } from '../row.ts'
import { readLayer, visitFeatures, type Evidence } from './features.ts'

/** How surely the leaf is right, and how surely its family. */
export interface Confidence {
  leaf: number
  family: number
}

const WEIGHT = numberWithin(-20, 20)

/**
 * What each feature adds to the log-odds that a leaf, and that its family, is right. Fitted to real
 * labelled rows by `scripts/score/confidence`, which `npm run score -- confidence` runs.
 */
const WEIGHTS = new Map(
  readRows(
    new URL('weights.csv', import.meta.url),
    { feature: text, leaf: WEIGHT, family: WEIGHT },
    ['feature'],
  ).map(({ feature, ...weights }) => [feature, weights]),
)

/** Layers that no descriptor decides alone: corrections, other rows, codes and other providers. */
const OWN_CONFIDENCE = new Set([
  'feedback',
  'pair',
  'party',
  'mcc',
  'provider',
  'cadence_pattern',
  'advance_pattern',
  'confirmed_pattern',
])

/** A guess by the letters of a name ends no review. */
const GUESS_MAX = 0.59

/** A credit from a seller without a word of a refund may as well pay for what the seller bought. */
const UNSAID_MAX = 0.85

/** The confidence of a category that words decided; other layers have a constant of their own. */
export function estimateConfidence(evidence: Evidence): Confidence {
  const { candidate } = evidence
  if (candidate.source === 'tenant_rule' || OWN_CONFIDENCE.has(readLayer(candidate))) {
    return { leaf: candidate.confidence, family: candidate.confidence }
  }
  let [leaf, family] = [0, 0]
  visitFeatures(evidence, (name, value) => {
    const weights = WEIGHTS.get(name)
    if (!weights) return
    leaf += value * weights.leaf
    family += value * weights.family
  })
  const estimated = toProbability(leaf)
  const sure = Math.min(estimated, boundByEvidence(evidence))
  return { leaf: sure, family: Math.max(sure, toProbability(family)) }
}

/** The most that the kind of evidence can show, whatever the weights say. */
function boundByEvidence({ candidate, row }: Evidence): number {
  if (readLayer(candidate) === 'model') return GUESS_MAX
  return candidate.slug === 'income.vendor_refund' && !isRefund(row) ? UNSAID_MAX : 1
}

/** Two decimals; nothing that words alone say is certain. */
function toProbability(logOdds: number): number {
  const probability = 1 / (1 + Math.exp(-logOdds))
  return Math.round(Math.min(0.99, Math.max(0.02, probability)) * 100) / 100
}
