import { DIMENSIONS, computeFeatures } from '../../src/core/enrichment/model/features.ts'
import { seeded } from '../../fixtures/model/random.ts'
import type { Lesson } from './names.ts'

/** What `model/weights.json` holds. */
interface ModelFile {
  leaves: string[]
  biases: number[]
  scale: number
  calibration: number[]
  weights: string
}

const EPOCHS = 12
const RATE = 0.6
const DECAY = 2e-6
/** One name in ten is held out to measure how often the model is right. */
const HELD_OUT = 10
const CALIBRATION_POINTS = 10

interface Example {
  features: number[]
  leaf: number
}

interface Linear {
  weights: Float32Array
  biases: Float32Array
  leaves: number
}

/** Softmax regression by stochastic descent in a fixed order, so that the same names give the same file. */
export function trainModel(lessons: readonly Lesson[]): { file: ModelFile; report: string } {
  const leaves = [...new Set(lessons.map(({ slug }) => slug))].toSorted()
  const examples = lessons.flatMap(({ name, slug }): Example[] => {
    const features = computeFeatures(name)
    return features.length === 0 ? [] : [{ features, leaf: leaves.indexOf(slug) }]
  })
  const random = seeded('model')
  const isHeldOut = examples.map(() => random.integer(1, HELD_OUT) === 1)
  const model = learn(
    examples.filter((_, at) => !isHeldOut[at]),
    leaves.length,
  )
  const { quantized, scale } = quantize(model)
  const judged = examples
    .filter((_, at) => isHeldOut[at])
    .map((example) => judge(example, { ...model, weights: quantized }, scale))
  const right = judged.filter(({ isRight }) => isRight).length
  return {
    file: {
      leaves,
      biases: [...model.biases].map((bias) => Math.round(bias * 1000) / 1000),
      scale,
      calibration: calibrate(judged),
      weights: Uint8Array.from(quantized, (weight) => weight & 255).toBase64(),
    },
    report: `${examples.length} names of ${leaves.length} leaves; of ${judged.length} unseen, ${(
      (right / judged.length) *
      100
    ).toFixed(1)} % right`,
  }
}

function learn(examples: readonly Example[], leaves: number): Linear {
  const model = {
    weights: new Float32Array(DIMENSIONS * leaves),
    biases: new Float32Array(leaves),
    leaves,
  }
  const random = seeded('order')
  const order = examples.map((_, at) => at)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = random.integer(0, at)
      ;[order[at], order[other]] = [order[other]!, order[at]!]
    }
    const rate = RATE * (1 - epoch / EPOCHS)
    for (const at of order) descend(model, examples[at]!, rate)
  }
  return model
}

function descend(model: Linear, { features, leaf }: Example, rate: number): void {
  const shares = computeShares(model, features, 1)
  const step = rate / Math.sqrt(features.length)
  for (let at = 0; at < model.leaves; at += 1) {
    const error = shares[at]! - (at === leaf ? 1 : 0)
    model.biases[at]! -= rate * 0.05 * error
    for (const feature of features) {
      const place = feature * model.leaves + at
      model.weights[place]! -= step * error + DECAY * model.weights[place]!
    }
  }
}

function computeShares(model: Linear, features: readonly number[], scale: number): Float64Array {
  const scores = Float64Array.from(model.biases)
  const factor = scale / Math.sqrt(features.length)
  for (const feature of features) {
    for (let at = 0; at < model.leaves; at += 1) {
      scores[at]! += model.weights[feature * model.leaves + at]! * factor
    }
  }
  const top = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - top))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/** Weights as whole numbers from -127 to 127, and what one of them is worth. */
function quantize({ weights }: Linear): { quantized: Float32Array; scale: number } {
  const sizes = weights.map(Math.abs).toSorted()
  const limit = sizes[Math.floor(sizes.length * 0.9999)]!
  const scale = limit / 127
  return {
    scale,
    quantized: weights.map((weight) => Math.max(-127, Math.min(127, Math.round(weight / scale)))),
  }
}

interface Judgement {
  probability: number
  isRight: boolean
}

function judge({ features, leaf }: Example, model: Linear, scale: number): Judgement {
  const shares = computeShares(model, features, scale)
  const probability = Math.max(...shares)
  return { probability, isRight: shares.indexOf(probability) === leaf }
}

/** The measured accuracy around each tenth of probability, never falling. */
function calibrate(judged: readonly Judgement[]): number[] {
  let last = 0
  return Array.from({ length: CALIBRATION_POINTS + 1 }, (_, at) => {
    const center = at / CALIBRATION_POINTS
    const near = judged.filter(({ probability }) => Math.abs(probability - center) <= 0.05)
    const right = near.filter(({ isRight }) => isRight).length
    last = Math.max(last, near.length < 20 ? last : right / near.length)
    return Math.round(last * 1000) / 1000
  })
}
