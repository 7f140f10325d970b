import { createMemo } from '../text/memo.ts'
import { computeFeatures } from './features.ts'
import file from './weights.json' with { type: 'json' }

/** A leaf for a name; `confidence` is the share of such predictions that are right. */
export interface Prediction {
  slug: string
  confidence: number
}

interface Model {
  leaves: readonly string[]
  /** Row by feature, a column by leaf. */
  weights: Int8Array
  biases: readonly number[]
  scale: number
}

let opened: Model | null = null

/** Decoded on first use: most statements need no model. */
function model(): Model {
  return (opened ??= {
    leaves: file.leaves,
    biases: file.biases,
    scale: file.scale,
    weights: new Int8Array(Uint8Array.fromBase64(file.weights).buffer),
  })
}

/** Two layers predict the same name in turn, and names recur. About a megabyte. */
const predictions = createMemo<string, Prediction | null>(5_000)

/**
 * The likeliest leaf of a payee by the letters of its name: a linear model of outflows, trained by
 * `scripts/registry/train.ts` on public names. Null for a name without letters.
 */
export function predictLeaf(name: string): Prediction | null {
  const known = predictions.get(name)
  if (known !== undefined) return known
  const prediction = predict(name)
  predictions.set(name, prediction)
  return prediction
}

function predict(name: string): Prediction | null {
  const features = computeFeatures(name)
  if (features.length === 0) return null
  const { leaves, weights, biases, scale } = model()
  const scores = biases.slice()
  const factor = scale / Math.sqrt(features.length)
  for (const feature of features) {
    const row = feature * leaves.length
    for (let leaf = 0; leaf < leaves.length; leaf += 1) {
      scores[leaf]! += weights[row + leaf]! * factor
    }
  }
  return likeliest(scores, leaves)
}

function likeliest(scores: readonly number[], leaves: readonly string[]): Prediction {
  const top = Math.max(...scores)
  const best = scores.indexOf(top)
  const sum = scores.reduce((total, score) => total + Math.exp(score - top), 0)
  return { slug: leaves[best]!, confidence: calibrated(1 / sum) }
}

/** The measured accuracy on unseen names by the model's probability, linear between points. */
function calibrated(probability: number): number {
  const points = file.calibration
  const at = probability * (points.length - 1)
  const low = Math.floor(at)
  const [from, to] = [points[low]!, points[Math.min(low + 1, points.length - 1)]!]
  return Math.round((from + (to - from) * (at - low)) * 100) / 100
}
