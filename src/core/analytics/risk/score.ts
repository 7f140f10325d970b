import {
  DEFAULT_RISK_MODEL,
  INDUSTRY_SHARES,
  LATE_PENALTY,
  type Knot,
  type RiskFactor,
  type RiskModel,
} from '../settings/risk-model.ts'

/** Inputs by factor; null = unknown, and the factor's weight is left out. */
export type RiskInputs = Readonly<Record<string, number | null>>

/** A ceiling over the score, whatever the points. */
export interface RiskCap {
  name: string
  limit: number
  code: string
  statement: string
}

/** One factor with its input and what it gained and lost. */
export interface ScoredFactor {
  factor: RiskFactor
  input: number | null
  /** 0 to 1; null without an input. */
  share: number | null
  points: number
  lost: number
}

/** Why the score is not higher (Regulation B: specific principal reasons). */
export interface RiskReason {
  code: string
  statement: string
  /** Null for a cap. */
  factor: string | null
  lost: number
}

/** The score and how it came about; it is no probability of default. */
export interface RiskScore {
  /** 0 to 100, unrounded; null below a coverage of 0.35. */
  score: number | null
  grade: 'A' | 'B' | 'C' | 'D' | 'F' | null
  /** Available weight over the weight of the model. */
  coverage: number
  points: number
  weight: number
  factors: ScoredFactor[]
  /** The caps that apply, whether or not they lower the score. */
  caps: RiskCap[]
  reasons: RiskReason[]
}

/** Coverage below which a score is weak, and below which there is none (formulas section 19). */
export const COVERAGE = { weak: 0.6, none: 0.35 } as const

const CUTS = [
  ['A', 80],
  ['B', 65],
  ['C', 50],
  ['D', 35],
] as const
const REASONS_MAX = 4
const LOST_MIN = 1

/** Scores inputs by a model (formulas section 19). `latePositions` lowers `active_positions`. */
export function scoreRisk(
  inputs: RiskInputs,
  more: {
    model?: RiskModel
    caps?: readonly RiskCap[]
    latePositions?: number
    /** Whether the data supports the statement of a factor. */
    isSupported?: (factor: RiskFactor) => boolean
  } = {},
): RiskScore {
  const { model = DEFAULT_RISK_MODEL, caps = [], latePositions = 0, isSupported } = more
  const factors = model.factors.map((factor) => {
    const penalty = factor.name === 'active_positions' ? LATE_PENALTY * latePositions : 0
    return scoreFactor(factor, inputs[factor.name] ?? null, penalty)
  })
  const known = factors.filter(({ share }) => share !== null)
  const weight = sum(known.map(({ factor }) => factor.weight))
  const points = sum(known.map((each) => each.points))
  const coverage = weight / sum(model.factors.map((factor) => factor.weight))
  const limit = Math.min(100, ...caps.map((cap) => cap.limit))
  const score = coverage < COVERAGE.none ? null : Math.min(limit, (100 * points) / weight)
  return {
    score,
    grade: score === null ? null : (CUTS.find(([, cut]) => score >= cut)?.[0] ?? 'F'),
    coverage,
    points,
    weight,
    factors,
    caps: [...caps],
    reasons: [
      ...caps.map(reasonOfCap),
      ...listReasons(factors.filter(({ factor }) => isSupported?.(factor) ?? true)),
    ],
  }
}

/** The share of a weight at an input: linear between knots, flat outside of them. */
export function shareAt(knots: readonly Knot[], input: number): number {
  const [first, last] = [knots[0]!, knots.at(-1)!]
  if (input <= first[0]) return first[1]
  if (input >= last[0]) return last[1]
  const index = knots.findIndex(([at]) => at >= input)
  const [left, right] = [knots[index - 1]!, knots[index]!]
  return left[1] + ((input - left[0]) / (right[0] - left[0])) * (right[1] - left[1])
}

function scoreFactor(factor: RiskFactor, input: number | null, penalty: number): ScoredFactor {
  if (input === null) return { factor, input, share: null, points: 0, lost: 0 }
  const share = Math.max(0, shareAt(factor.knots, input) - penalty)
  return { factor, input, share, points: factor.weight * share, lost: factor.weight * (1 - share) }
}

/**
 * What must be so for the statement of a factor to be true: revenue that stands still loses points
 * and does not decline. A reason that is given must be accurate (12 CFR 1002.9).
 */
const IS_TRUE: Readonly<Record<string, (input: number) => boolean>> = {
  revenue_trend: (slope) => slope < 0,
  industry: (share) => share <= INDUSTRY_SHARES['high']!,
}

function listReasons(factors: readonly ScoredFactor[]): RiskReason[] {
  return factors
    .filter(
      ({ lost, factor, input }) => lost >= LOST_MIN && (IS_TRUE[factor.name]?.(input!) ?? true),
    )
    .toSorted((a, b) => b.lost - a.lost)
    .slice(0, REASONS_MAX)
    .map(({ factor: { code, statement, name }, lost }) => ({ code, statement, factor: name, lost }))
}

function reasonOfCap({ code, statement }: RiskCap): RiskReason {
  return { code, statement, factor: null, lost: 0 }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
