import { computeFeatures } from './features.ts'
import file from './weights.json' with { type: 'json' }

/** What the model makes of a name; `confidence` is how often it is right when it says as much. */
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

/** Opened when first asked for: most statements are settled by what is known. */
function model(): Model {
  return (opened ??= {
    leaves: file.leaves,
    biases: file.biases,
    scale: file.scale,
    weights: new Int8Array(Uint8Array.fromBase64(file.weights).buffer),
  })
}

/** Two layers ask for the same name, one after the other, and names come again. */
const predictions = new Map<string, Prediction | null>()
/** About a megabyte; beyond, the list starts anew. */
const NAMES_MAX = 5_000

/**
 * The likeliest leaf of who was paid, by the letters of the name: a linear model trained by
 * `scripts/registry/train.ts` on public names. Null for a name without letters. It knows outflows
 * only.
 */
export function predictLeaf(name: string): Prediction | null {
  const known = predictions.get(name)
  if (known !== undefined) return known
  const prediction = predict(name)
  if (predictions.size >= NAMES_MAX) predictions.clear()
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

/** The share of right answers among unseen names by the model's probability, linear between. */
function calibrated(probability: number): number {
  const points = file.calibration
  const at = probability * (points.length - 1)
  const low = Math.floor(at)
  const [from, to] = [points[low]!, points[Math.min(low + 1, points.length - 1)]!]
  return Math.round((from + (to - from) * (at - low)) * 100) / 100
}
