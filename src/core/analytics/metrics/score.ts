import { metric, type Metric } from '../metric.ts'
import { gradeMetrics, paperGradeOf } from '../scorecard/grading.ts'
import { valueOr } from './outcomes.ts'

/** The paper grade over these metrics (formulas section 18). */
export function scoreMetrics(graded: readonly Metric[]): readonly Metric[] {
  return [
    metric({
      name: 'paper_grade',
      label: 'Paper grade',
      group: 'score',
      unit: 'string',
      formulaId: 'scorecard',
      formula: 'Worst grade of the critical metrics; a notch lower when two others are worse',
      defaultWindow: 'latest',
      needs: [],
      compute: (ledger) => {
        const { grade, decidedBy, missing } = paperGradeOf(gradeMetrics(ledger, graded))
        const inputs = { decided_by: decidedBy, missing: missing.join(', ') }
        return valueOr(grade, 'missing_input', inputs)
      },
    }),
  ]
}
