import type { SubmissionMetric } from '../../../../clients/typescript/src/index.ts'
import { formatPercent } from '../../format/values.ts'

/** From here on a balance below zero is to be expected now and then, and up to there hardly ever. */
const LIKELY = 0.25
const UNLIKELY = 0.05

/**
 * A sentence where the paper grade, which looks back, and the forecast point different ways; null
 * where they do not, or one is missing. The chance is that of a balance below zero in these days.
 */
export function describeOutlook(
  grade: string | null,
  { chance, days }: { chance: number | null; days: number },
): string | null {
  if (grade === null || chance === null) return null
  const isGood = grade <= 'B'
  const isBad = grade >= 'D'
  if (!(isGood && chance >= LIKELY) && !(isBad && chance <= UNLIKELY)) return null
  const outlook = `a balance below zero within ${days} days is ${formatPercent(chance)} likely`
  return `Grade ${grade} and the forecast differ: the grade looks back, and by the forecast ${outlook}.`
}

/** Half of the days: what is below says nothing of a month, and a zero of it is no praise. */
const COVERAGE_MIN = 0.5

type Covered = Pick<SubmissionMetric, 'name' | 'value' | 'reasons'>

/** Why a number is not graded though it has a value; null where its grade holds. */
export function findGradeObstacle(
  metric: Pick<Covered, 'reasons'>,
  metrics: readonly Covered[],
): string | null {
  const coverage = metrics.find(({ name }) => name === 'coverage_ratio')?.value
  if (typeof coverage !== 'number' || coverage >= COVERAGE_MIN) return null
  return metric.reasons.includes('coverage_gap') ? 'not enough months' : null
}
