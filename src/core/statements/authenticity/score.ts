import { GROUPS, type Severity, type Signal } from './signal.ts'

export const LEVELS = ['trusted', 'review', 'suspicious', 'high_risk'] as const
export type AuthenticityLevel = (typeof LEVELS)[number]

/** The lowest score of each level (formulas section 15). */
export const LEVEL_FLOORS: Record<AuthenticityLevel, number> = {
  trusted: 85,
  review: 60,
  suspicious: 30,
  high_risk: 0,
}
/** Metadata alone cannot bring the score below this. */
export const METADATA_FLOOR = 60
/** Signals that need a person whatever the score is (formulas section 15: no processing). */
export const STOPPING: ReadonlySet<string> = new Set(['js_or_launch_action'])
/** Signals that the document itself lists; the full list is separate. */
const TOP_SIGNALS = 3

export interface Authenticity {
  score: number
  level: AuthenticityLevel
  signalsCount: number
  topSignals: { code: string; severity: Severity; points: number }[]
}

export type WeighedSignal = Pick<Signal, 'code' | 'group' | 'severity' | 'points'>

/**
 * `max(0, 100 − sum of penalties)`, where the heaviest signal of each group is its penalty
 * (formulas section 15). `isProven`: opening balance and rows of every statement add up to its
 * closing balance; without it the level is `review` at best. Pass only signals that nobody
 * dismissed.
 */
export function weigh(signals: readonly WeighedSignal[], isProven: boolean): Authenticity {
  const penalties = GROUPS.map(({ name }) => ({ name, points: heaviest(signals, name) }))
  const total = penalties.reduce((sum, { points }) => sum + points, 0)
  const isMetadataAlone = penalties.every(({ name, points }) => name === 'metadata' || points === 0)
  const score = Math.max(isMetadataAlone ? METADATA_FLOOR : 0, 100 - total)
  const level = toLevel(score)
  return {
    score,
    level: level === 'trusted' && !isProven ? 'review' : level,
    signalsCount: signals.length,
    topSignals: signals
      .toSorted((left, right) => getSortWeight(right) - getSortWeight(left))
      .filter(({ code }, at, all) => all.findIndex((other) => other.code === code) === at)
      .slice(0, TOP_SIGNALS)
      .map(({ code, severity, points }) => ({ code, severity, points })),
  }
}

/** Signals that stop a document are listed first. */
function getSortWeight({ code, points }: WeighedSignal): number {
  return STOPPING.has(code) ? Infinity : points
}

function heaviest(signals: readonly WeighedSignal[], group: string): number {
  const own = signals.filter((signal) => signal.group === group)
  return Math.max(0, ...own.map(({ points }) => points))
}

function toLevel(score: number): AuthenticityLevel {
  return LEVELS.find((level) => score >= LEVEL_FLOORS[level])!
}
