import { computeMean } from '../arithmetic.ts'
import { remember, type Ledger } from '../ledger.ts'
import { computeMetric, type Metric, type MetricResult } from '../metric.ts'
import type { GradeThresholds } from '../settings.ts'
import { type Window, toScopeKey } from '../window.ts'
import { DEFAULT_THRESHOLDS } from '../settings/grade-thresholds.ts'

/** Paper grades from best to worst. */
export const GRADES = ['A', 'B', 'C', 'D', 'F'] as const
/** One of them. */
export type Grade = (typeof GRADES)[number]

/** A metric of the scorecard with its cut-offs; the grade is null when it cannot be given. */
export interface GradedMetric {
  result: MetricResult
  thresholds: GradeThresholds
  grade: Grade | null
}

/** The overall grade and how it came about (formulas section 18). */
export interface PaperGrade {
  grade: Grade | null
  /** The metric whose grade is the worst of the critical ones. */
  decidedBy: string | null
  /** Non-critical metrics that cost one more notch; empty when none did. */
  loweredBy: string[]
  /** Critical metrics without a grade; three or more leave the overall grade null. */
  missing: string[]
}

const MISSING_LIMIT = 3
const LOWERING_COUNT = 2

/** The threshold table in use: the tenant's, else the default. */
export function getThresholds(ledger: Ledger): readonly GradeThresholds[] {
  return ledger.settings.scorecardThresholds ?? DEFAULT_THRESHOLDS
}

/** The direction of a row of the table. */
export function isHigherBetter({ A, D }: GradeThresholds): boolean {
  return A > D
}

/** Grade of an unrounded value in wire units (formulas C3, section 18). */
export function gradeValue(value: number, thresholds: GradeThresholds): Grade {
  const isUp = isHigherBetter(thresholds)
  const passes = (limit: number): boolean => (isUp ? value >= limit : value <= limit)
  return GRADES.slice(0, -1).find((grade) => passes(thresholds[grade as 'A'])) ?? 'F'
}

/** Every metric of the threshold table, computed and graded. */
export function gradeMetrics(
  ledger: Ledger,
  metrics: readonly Metric[],
  window: Window | null = null,
): GradedMetric[] {
  const key = `grades:${window === null ? '' : toScopeKey(window)}`
  return remember(ledger, key, () =>
    getThresholds(ledger).flatMap((thresholds) => {
      const metric = metrics.find(({ name }) => name === thresholds.metric)
      if (!metric) return []
      const result = computeMetric(ledger, metric, { window })
      const grade = gradeResult(result, thresholds)
      return [{ result, thresholds, grade }]
    }),
  )
}

/**
 * A count of payments in a few weeks, and what is left while costs are paid elsewhere, can only get
 * worse as more is known: such a figure earns a bad grade and no good one.
 */
function gradeResult({ exact, reasons, metric }: MetricResult, at: GradeThresholds): Grade | null {
  const grade = typeof exact === 'number' ? gradeValue(exact, at) : null
  const isBestCase =
    reasons.includes('missing_account') ||
    (metric.needs.includes('recurrence') && reasons.includes('insufficient_history'))
  return isBestCase && grade !== null && GRADES.indexOf(grade) < BAD_FROM ? null : grade
}

const BAD_FROM = GRADES.indexOf('D')

/** Worst grade of the critical metrics, one notch lower when two others are worse still. */
export function computePaperGrade(graded: readonly GradedMetric[]): PaperGrade {
  const critical = graded.filter(({ thresholds }) => thresholds.isCritical)
  const missing = critical.filter(({ grade }) => grade === null).map(getMetricName)
  const known = critical.filter(({ grade }) => grade !== null)
  const worst = known.reduce((rank, each) => Math.max(rank, toRank(each)), -1)
  if (missing.length >= MISSING_LIMIT || worst < 0) {
    return { grade: null, decidedBy: null, loweredBy: [], missing }
  }
  const decidedBy = getMetricName(known.find((each) => toRank(each) === worst)!)
  const worse = graded.filter((each) => !each.thresholds.isCritical && toRank(each) > worst)
  const loweredBy = worse.length >= LOWERING_COUNT ? worse.map(getMetricName) : []
  const rank = Math.min(GRADES.length - 1, worst + (loweredBy.length > 0 ? 1 : 0))
  return { grade: GRADES[rank]!, decidedBy, loweredBy, missing }
}

/**
 * Letter of a section: mean of its grades, A = 4 to F = 0, cut at 3.5, 2.5, 1.5 and 0.5; null where
 * fewer than half of its metrics are graded.
 */
export function sectionGrade(graded: readonly GradedMetric[]): Grade | null {
  const points = graded.filter(({ grade }) => grade !== null).map((each) => 4 - toRank(each))
  const mean = computeMean(points)
  if (mean === null || 2 * points.length < graded.length) return null
  return GRADES[[3.5, 2.5, 1.5, 0.5].filter((cut) => mean < cut).length]!
}

/** 0 for an A up to 4 for an F; -1 without a grade. */
export function toRank({ grade }: GradedMetric): number {
  return grade === null ? -1 : GRADES.indexOf(grade)
}

function getMetricName({ result }: GradedMetric): string {
  return result.metric.name
}
