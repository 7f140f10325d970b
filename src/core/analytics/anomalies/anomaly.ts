import type { Input } from '../metric.ts'
import type { Ledger } from '../ledger.ts'
import type { Scope } from '../window.ts'

/** How much an anomaly matters to an underwriter. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const
/** One of them. */
export type Severity = (typeof SEVERITIES)[number]

/** Something out of the ordinary, with the rows that show it (formulas section 12). */
export interface Finding {
  severity: Severity
  /** 0 to 1: how far over the threshold. */
  score: number
  /** Made when it is read where there are thousands of a kind. */
  explanation: string | (() => string)
  /** Indexes of the rows that show it, oldest first. */
  rows: readonly number[]
  documentIds?: readonly string[]
  /** Day of it; without one, that of the last row. */
  day?: number | null
  /** What was found, what would be ordinary and where the line is. */
  amount?: Input
  expected?: Input
  threshold?: Input
}

/** One rule: its stable kind, its name, and what it finds in a scope. */
export interface Detector {
  kind: string
  title: string
  /** The one number that decides, which a tenant may move (`anomaly_thresholds`). */
  threshold?: Threshold
  /** `threshold` is the one in force; a rule that has none ignores it. */
  detect: (ledger: Ledger, scope: Scope, threshold: number) => Finding[]
}

/** Where a rule draws its line unless a tenant draws it elsewhere. */
export interface Threshold {
  default: number
  /** What the number counts, with its unit. */
  meaning: string
}

/** How far a value is over its threshold: min(1, distance / threshold). */
export function scoreOver(value: number, threshold: number): number {
  return threshold === 0 ? 1 : Math.min(1, Math.max(0, (value - threshold) / threshold))
}

/** How far a value is under its threshold. */
export function scoreUnder(value: number, threshold: number): number {
  return threshold === 0 ? 1 : Math.min(1, Math.max(0, (threshold - value) / threshold))
}
