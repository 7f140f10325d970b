import type { Ledger } from '../ledger.ts'
import { metric, type Metric, type MetricOutcome } from '../metric.ts'
import { computeRisk } from '../risk/inputs.ts'
import { COVERAGE, type RiskScore } from '../risk/score.ts'
import { gradeMetrics, computePaperGrade } from '../scorecard/grading.ts'
import { valueOr } from '../metric/outcomes.ts'

/** The paper grade and the risk score over these metrics (formulas sections 18 and 19). */
export function scoreMetrics(graded: readonly Metric[]): readonly Metric[] {
  return [
    metric({
      name: 'risk_score',
      label: 'Risk score',
      group: 'score',
      unit: 'score',
      formulaId: 'risk',
      formula: '100 x sum(weight x share) / sum(weight) over the known factors, capped',
      defaultWindow: 'latest',
      isHigherBetter: true,
      needs: ['rows'],
      compute: (ledger) => riskOutcome(ledger, graded, ({ score }) => score),
    }),
    metric({
      name: 'risk_grade',
      label: 'Risk grade',
      group: 'score',
      unit: 'string',
      formulaId: 'risk',
      formula: 'A from a score of 80, B from 65, C from 50, D from 35, else F',
      defaultWindow: 'latest',
      needs: ['rows'],
      compute: (ledger) => riskOutcome(ledger, graded, ({ grade }) => grade),
    }),
    metric({
      name: 'paper_grade',
      label: 'Paper grade',
      group: 'score',
      unit: 'string',
      formulaId: 'scorecard',
      formula:
        'Worst grade of the critical metrics; one grade lower when two other metrics are worse',
      defaultWindow: 'latest',
      needs: [],
      compute: (ledger) => {
        const { grade, decidedBy, missing } = computePaperGrade(gradeMetrics(ledger, graded))
        const inputs = { decided_by: decidedBy, missing: missing.join(', ') }
        return valueOr(grade, 'missing_input', inputs)
      },
    }),
  ]
}

function riskOutcome(
  ledger: Ledger,
  metrics: readonly Metric[],
  read: (risk: RiskScore) => number | string | null,
): MetricOutcome {
  const risk = computeRisk(ledger, metrics)
  const value = read(risk)
  const { coverage, points, weight } = risk
  const inputs = { coverage, points, weight, caps: risk.caps.map(({ name }) => name).join(', ') }
  const isWeak = coverage < COVERAGE.weak
  return { value, reasons: isWeak || value === null ? ['missing_input'] : [], inputs }
}
