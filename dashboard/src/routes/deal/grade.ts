import type { SubmissionMetric } from '../../../../clients/typescript/src/index.ts'

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
