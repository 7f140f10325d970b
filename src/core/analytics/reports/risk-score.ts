import { roundNumber } from '../arithmetic.ts'
import { Type, type Static } from 'typebox'
import { noticeRule } from '../adverse-action/notice.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { computeMetric, computeExact } from '../metric.ts'
import { toMetricValue } from '../metric/value.ts'
import { findMetric, METRICS } from '../metrics/index.ts'
import { REVENUE } from '../metric/outcomes.ts'
import {
  buildReportHead,
  reasonTexts,
  reportSchema,
  type Report,
  type ReportRequest,
} from '../report.ts'
import { METRIC_OF_FACTOR, computeRisk } from '../risk/inputs.ts'
import { DEFAULT_RISK_MODEL } from '../settings/risk-model.ts'
import { COVERAGE, type RiskScore, type ScoredFactor } from '../risk/score.ts'
import { EvidenceNote, Figure, Grade, Nullable, Shape, Text } from '../schemas.ts'
import { gradeMetrics, computePaperGrade } from '../scorecard/grading.ts'
import { buildQuerySchema } from './paging.ts'
import { riskText } from '../text/outlook-text.ts'

const Factor = Shape({
  name: Type.String(),
  label: Type.String(),
  metric: Type.String(),
  weight: Type.Number(),
  input: Figure,
  share: Figure,
  points: Type.Number(),
  lost_points: Type.Number(),
  knots: Type.Array(Type.Array(Type.Number())),
  evidence: EvidenceNote,
})

const Reason = Shape({
  code: Type.String(),
  text: Type.String(),
  factor: Text,
  lost_points: Type.Number(),
})

const schema = reportSchema({
  reasons: Type.Array(Reason),
  score: Figure,
  grade: Nullable(Grade),
  paper_grade: Nullable(Grade),
  coverage: Type.Number(),
  points: Type.Number(),
  points_possible: Type.Number(),
  model: Shape({ id: Type.String(), version: Type.String(), name: Type.String() }),
  grade_cuts: Shape({ A: Type.Number(), B: Type.Number(), C: Type.Number(), D: Type.Number() }),
  factors: Type.Array(Factor),
  caps: Type.Array(
    Shape({ name: Type.String(), limit: Type.Number(), code: Type.String(), text: Type.String() }),
  ),
  calibration: Type.Null(),
  adverse_action: Shape({
    statements: Type.Array(Type.String()),
    notice_rule: Type.String(),
    creditor_fields: Shape({
      applicant_name: Text,
      creditor_name: Text,
      creditor_address: Text,
      notice_date: Text,
    }),
  }),
})

const MODEL_NAMES = ['default', 'tenant'] as const

/** Points, weights, knots, caps and reasons: the computation can be redone by hand. */
export const riskScore: Report = {
  name: 'risk-score',
  title: 'Risk score',
  description:
    'A points score from 0 to 100 with every weight and input. It is not a probability of default.',
  defaultWindow: 'latest',
  query: buildQuerySchema({ model: Type.Optional(Type.Enum(MODEL_NAMES, { default: 'tenant' })) }),
  schema,
  toText: riskText,
  compute: computeRiskScore,
}

const GRADE_CUTS = { A: 80, B: 65, C: 50, D: 35 }

export function computeRiskScore(
  givenLedger: Ledger,
  request: ReportRequest,
): Static<typeof schema> {
  const ledger =
    request.options['model'] === 'default' ? withDefaultModel(givenLedger) : givenLedger
  const window = request.window ?? windowNamed(ledger, 'latest')
  const { blocks, weakens } = judge(ledger, windowNamed(ledger, 'all'), REVENUE)
  const risk = computeRisk(ledger, METRICS)
  const isKnown = blocks.length === 0 && window.endDay >= ledger.firstDay && risk.score !== null
  const missing = risk.coverage < COVERAGE.weak ? (['missing_input'] as const) : []
  const reasons =
    blocks.length > 0
      ? blocks
      : isKnown
        ? [...weakens, ...missing]
        : (['no_transactions', ...missing] as const)
  const { id, version, name } = ledger.settings.riskModel ?? DEFAULT_RISK_MODEL
  const paper = computePaperGrade(gradeMetrics(ledger, METRICS, null))
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons }),
    reasons: [
      ...reasonTexts([...new Set(reasons)]).map((each) => ({
        ...each,
        factor: null,
        lost_points: 0,
      })),
      ...(isKnown ? listReasons(risk) : []),
    ],
    score: isKnown ? roundNumber(risk.score, 1) : null,
    grade: isKnown ? risk.grade : null,
    paper_grade: isKnown ? paper.grade : null,
    coverage: roundNumber(risk.coverage, 4)!,
    points: roundNumber(risk.points, 4)!,
    points_possible: risk.weight,
    model: { id, version, name },
    grade_cuts: GRADE_CUTS,
    factors: risk.factors.map((factor) => factorBody(ledger, factor)),
    caps: risk.caps.map(({ name: cap, limit, code, statement }) => ({
      name: cap,
      limit,
      code,
      text: statement,
    })),
    calibration: null,
    adverse_action: adverseAction(ledger, isKnown ? listReasons(risk) : []),
  }
}

function withDefaultModel(ledger: Ledger): Ledger {
  return { ...ledger, settings: { ...ledger.settings, riskModel: null }, memo: new Map() }
}

function factorBody(ledger: Ledger, scored: ScoredFactor): Static<typeof Factor> {
  const { factor, input, share, points, lost } = scored
  const metric = METRIC_OF_FACTOR[factor.name]!
  const { evidence } = toMetricValue(computeMetric(ledger, findMetric(metric)!), ledger)
  return {
    name: factor.name,
    label: factor.label,
    metric,
    weight: factor.weight,
    input: roundNumber(input, 6),
    share: roundNumber(share, 6),
    points: roundNumber(points, 4)!,
    lost_points: roundNumber(lost, 4)!,
    knots: factor.knots.map((knot) => [...knot]),
    evidence,
  }
}

function listReasons({ reasons }: RiskScore): Static<typeof Reason>[] {
  return reasons.map(({ code, statement, factor, lost }) => ({
    code,
    text: statement,
    factor,
    lost_points: roundNumber(lost, 2)!,
  }))
}

/** What a notice of adverse action needs (12 CFR 1002.9); the creditor completes it. */
function adverseAction(
  ledger: Ledger,
  reasons: readonly Static<typeof Reason>[],
): Static<typeof schema>['adverse_action'] {
  const { creditor } = ledger.settings
  return {
    statements: [...new Set(reasons.map(({ text }) => text))],
    notice_rule: noticeRule(computeExact(ledger, findMetric('annualized_true_revenue')!)),
    creditor_fields: {
      applicant_name: ledger.company.name,
      creditor_name: creditor.name,
      creditor_address: creditor.address,
      notice_date: null,
    },
  }
}
