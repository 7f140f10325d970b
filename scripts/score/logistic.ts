/** A row of features with the share of its being right: 1, 0, or between where it is in doubt. */
export interface Example {
  features: Readonly<Record<string, number>>
  target: number
}

export type Weights = ReadonlyMap<string, number>

const STEPS = 4000
const RATE = 0.5

/**
 * The weights of a logistic model by gradient descent, with a ridge that keeps those of rare
 * features small. The same examples give the same weights.
 */
export function fitLogistic(examples: readonly Example[], ridge: number): Weights {
  const names = [...new Set(examples.flatMap(({ features }) => Object.keys(features)))]
  const place = new Map(names.map((name, at) => [name, at]))
  const rows = examples.map(({ features, target }) => ({
    target,
    cells: Object.entries(features)
      .filter(([, value]) => value !== 0)
      .map(([name, value]) => [place.get(name)!, value] as const),
  }))
  const weights = new Float64Array(names.length)
  const bias = place.get('bias')!
  for (let step = 0; step < STEPS; step += 1) {
    const slope = weights.map((weight, at) => (at === bias ? 0 : ridge * weight))
    for (const { cells, target } of rows) {
      const error = predict(cells, weights) - target
      for (const [at, value] of cells) slope[at]! += error * value
    }
    for (let at = 0; at < weights.length; at += 1) {
      weights[at]! -= (RATE * slope[at]!) / Math.sqrt(rows.length) / 8
    }
  }
  return new Map(names.map((name, at) => [name, weights[at]!]))
}

function predict(cells: readonly (readonly [number, number])[], weights: Float64Array): number {
  const sum = cells.reduce((total, [at, value]) => total + value * weights[at]!, 0)
  return 1 / (1 + Math.exp(-sum))
}

/** The probability that a model gives features. */
export function probability(features: Example['features'], weights: Weights): number {
  const logOdds = Object.entries(features).reduce(
    (total, [name, value]) => total + value * (weights.get(name) ?? 0),
    0,
  )
  return 1 / (1 + Math.exp(-logOdds))
}
