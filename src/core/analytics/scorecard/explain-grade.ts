import { formatMetricValue, labelInSentence } from '../metric/text.ts'

/** The parts of a scorecard on the wire that its grade follows from. */
export interface GradedCard {
  paper_grade: string | null
  decided_by: { metric: string; lowered_by: readonly string[] } | null
  sections: readonly { metrics: readonly GradedFigure[] }[]
  currency: string
}

interface GradedFigure {
  name: string
  label: string
  unit: string
  value: unknown
  grade: string | null
}

/**
 * `Grade C: holdback 9.3 % (B), lowered one grade by debt service coverage 0.35× (F) and …`; null
 * without a grade.
 */
export function explainGrade(card: GradedCard): string | null {
  const { paper_grade: grade, decided_by: decided, currency } = card
  if (grade === null || decided === null) return null
  const describe = (name: string): string => describeMetric(findMetric(card, name)!, currency)
  const lowered = decided.lowered_by.map(describe).join(' and ')
  const suffix = lowered === '' ? '' : `, lowered one grade by ${lowered}`
  return `Grade ${grade}: ${describe(decided.metric)}${suffix}`
}

/** A metric of a card; undefined where the table of thresholds leaves it out. */
export function findMetric(
  { sections }: Pick<GradedCard, 'sections'>,
  name: string,
): GradedFigure | undefined {
  return sections.flatMap(({ metrics }) => metrics).find((metric) => metric.name === name)
}

function describeMetric(metric: GradedFigure, currency: string): string {
  return `${labelInSentence(metric)} ${formatMetricValue(metric, currency)} (${metric.grade})`
}
