import { Type, type Static } from 'typebox'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { roundValue, toAmount, computeExact, computeRounded } from '../metric.ts'
import { gravestFirst, standingAnomalies } from '../anomalies/index.ts'
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
import {
  gradeMetrics,
  isHigherBetter,
  computePaperGrade,
  toRank,
  type PaperGrade,
  sectionGrade,
  getThresholds,
  type GradedMetric,
} from '../scorecard/grading.ts'
import { reasonNamed } from '../settings/reasons.ts'
import { policySummary, PolicySummary } from '../scorecard/policies.ts'
import { positionsSummary, PositionsSummary } from './positions-summary.ts'
import {
  DEFAULT_THRESHOLDS,
  PAPER_TERMS,
  REASON_CODES,
  SECTIONS,
} from '../settings/grade-thresholds.ts'
import { Figure, Grade, GradedMetricValue, Nullable, ReasonText, Shape, Text } from '../schemas.ts'
import type { GradeThresholds } from '../settings.ts'
import { supportsReason } from '../adverse-action/supported.ts'
import { listQualityNotes } from '../scorecard/quality-notes.ts'
import { labelInSentence } from '../metric/text.ts'
import { computeRisk } from '../risk/inputs.ts'
import { qualityChecks, QualityCheck } from './quality-checks.ts'
import { scorecardText } from '../text/scorecard-text.ts'

const Highlight = Shape({
  metric: Type.String(),
  label: Type.String(),
  grade: Grade,
  value: Nullable(Type.Union([Type.Number(), Type.String(), Type.Boolean()])),
  unit: Type.String(),
})

const SuggestedTerms = Shape({
  factor_min: Type.Number(),
  factor_max: Type.Number(),
  term_min: Type.Number(),
  term_max: Type.Number(),
  advance_min: Figure,
  advance_max: Figure,
  holdback: Type.Number(),
})

const Company = Shape({
  name: Text,
  /** Where the name is from: the application, or the holder that the statements print. */
  name_source: Nullable(Type.Enum(['application', 'account_holder'])),
  entity_type: Text,
  naics_code: Text,
  state: Text,
  business_start_date: Text,
  time_in_business_months: Figure,
  owner_fico: Figure,
  requested_amount: Figure,
})

const ThresholdRow = Shape({
  metric: Type.String(),
  section: Type.String(),
  critical: Type.Boolean(),
  higher_is_better: Type.Boolean(),
  A: Type.Number(),
  B: Type.Number(),
  C: Type.Number(),
  D: Type.Number(),
})

const DecidedBy = Shape({
  metric: Type.String(),
  lowered_by: Type.Array(Type.String()),
  missing: Type.Array(Type.String()),
})

const AnomaliesSummary = Shape({
  total: Type.Integer(),
  by_severity: Type.Record(Type.String(), Type.Integer()),
  gravest: Type.Array(
    Shape({ kind: Type.String(), severity: Type.String(), title: Type.String(), date: Text }),
  ),
})

const schema = reportSchema({
  reasons: Type.Array(ReasonText),
  paper_grade: Nullable(Grade),
  decided_by: Nullable(DecidedBy),
  overall_score: Figure,
  risk_grade: Nullable(Grade),
  /** Why the paper grade and the risk grade differ. */
  grade_note: Text,
  sections: Type.Array(
    Shape({
      name: Type.String(),
      label: Type.String(),
      grade: Nullable(Grade),
      metrics: Type.Array(GradedMetricValue),
    }),
  ),
  top_positives: Type.Array(Highlight),
  top_negatives: Type.Array(Highlight),
  suggested_terms: Nullable(SuggestedTerms),
  policy_summary: PolicySummary,
  company: Company,
  positions_summary: PositionsSummary,
  anomalies_summary: Nullable(AnomaliesSummary),
  data_quality: Shape({
    score: Figure,
    review_required: Type.Boolean(),
    /** What the data lacks although its numbers are right. */
    notes: Type.Array(Type.String()),
    checks: Type.Array(QualityCheck),
  }),
  thresholds: Shape({ default: Type.Array(ThresholdRow), used: Type.Array(ThresholdRow) }),
})

const HIGHLIGHT_LIMIT = 5

/** The same ledger graded by the thresholds that come with the service. */
function withStandardGrades(ledger: Ledger): Ledger {
  if (ledger.settings.scorecardThresholds === null) return ledger
  const settings = { ...ledger.settings, scorecardThresholds: null }
  // What was computed by the other thresholds does not hold for these.
  return { ...ledger, settings, memo: new Map() }
}

/** The scorecard (resources 9.1): graded metrics, paper grade and what it is based on. */
export const scorecard: Report = {
  name: 'scorecard',
  title: 'Scorecard',
  description: 'Graded metrics by section, the paper grade and the data quality behind them.',
  defaultWindow: 'last_90_days',
  query: Type.Object(
    {
      profile: Type.Optional(
        Type.Enum(['tenant', 'standard'], {
          description: "The thresholds: the tenant's, or those that come with the service.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  schema,
  needsPolicies: true,
  toText: scorecardText,
  compute: computeScorecard,
}

export function computeScorecard(stored: Ledger, request: ReportRequest): Static<typeof schema> {
  const ledger = request.options['profile'] === 'standard' ? withStandardGrades(stored) : stored
  const window = request.window ?? windowNamed(ledger, 'last_90_days')
  const graded = gradeMetrics(ledger, METRICS, request.window)
  const paper = computePaperGrade(graded)
  const { blocks, weakens } = judge(ledger, window, REVENUE)
  const isKnown = blocks.length === 0
  const reasons = isKnown ? weakens : blocks
  const score = computeRounded(ledger, findMetric('risk_score')!)
  const riskGrade = computeRisk(ledger, METRICS).grade
  const head = buildReportHead(ledger, request, { window, isKnown, reasons })
  const { decidedBy: metric, loweredBy: lowered_by, missing } = paper
  return {
    ...head,
    reasons: [...reasonTexts(reasons), ...gradeReasons(ledger, graded)],
    paper_grade: isKnown ? paper.grade : null,
    decided_by: metric === null ? null : { metric, lowered_by, missing },
    overall_score: isKnown ? score : null,
    risk_grade: isKnown ? riskGrade : null,
    grade_note: isKnown ? explainDifference(paper, riskGrade, score) : null,
    sections: SECTIONS.map((section) => buildSection(ledger, section, graded)),
    top_positives: highlights(
      ledger,
      graded.filter((each) => toRank(each) === 0),
      () => 0,
    ),
    top_negatives: highlights(
      ledger,
      graded.filter((each) => toRank(each) >= 3),
      (a, b) => toRank(b) - toRank(a),
    ),
    suggested_terms: isKnown ? suggestedTerms(ledger, paper.grade) : null,
    policy_summary: policySummary(request.policies ?? [], request.analyticsVersion),
    company: buildCompany(ledger),
    positions_summary: positionsSummary(ledger),
    anomalies_summary: isKnown ? anomaliesSummary(ledger) : null,
    data_quality: dataQuality(ledger),
    thresholds: {
      default: DEFAULT_THRESHOLDS.map(thresholdRow),
      used: getThresholds(ledger).map(thresholdRow),
    },
  }
}

/** Reason codes of the metrics that are graded D or F, worst first, each code once. */
function gradeReasons(
  ledger: Ledger,
  graded: readonly GradedMetric[],
): { code: string; text: string }[] {
  const worst = graded.filter((each) => toRank(each) >= 3).sort((a, b) => toRank(b) - toRank(a))
  const known = worst.flatMap(({ result }) => {
    const code = REASON_CODES[result.metric.name]
    return code !== undefined && supportsReason(ledger, code, result) ? [code] : []
  })
  return [...new Set(known)].map(reasonNamed)
}

/** Why the two grades differ; null where they do not, or one is missing. */
function explainDifference(
  paper: PaperGrade,
  riskGrade: unknown,
  score: number | null,
): string | null {
  if (paper.grade === null || paper.decidedBy === null || score === null) return null
  if (riskGrade === paper.grade) return null
  const label = labelInSentence(findMetric(paper.decidedBy)!)
  return (
    `Paper grade ${paper.grade} is that of the worst critical metric (${label}); ` +
    `risk grade ${String(riskGrade)} weighs all factors against each other (${score} of 100).`
  )
}

function buildSection(
  ledger: Ledger,
  section: { name: string; label: string },
  graded: readonly GradedMetric[],
): Static<typeof schema>['sections'][number] {
  const own = graded.filter(({ thresholds }) => thresholds.section === section.name)
  const metrics = own.map(({ result, thresholds, grade }) => {
    const cuts = { A: thresholds.A, B: thresholds.B, C: thresholds.C, D: thresholds.D }
    const value = toMetricValue(result, ledger)
    const critical = thresholds.isCritical
    return { ...value, grade, threshold: cuts, critical, thresholds: cuts }
  })
  return { ...section, grade: sectionGrade(own), metrics }
}

/** The first few of these metrics; within a grade critical ones come first. */
function highlights(
  ledger: Ledger,
  graded: readonly GradedMetric[],
  isBefore: (a: GradedMetric, b: GradedMetric) => number,
): Static<typeof Highlight>[] {
  const weight = ({ thresholds }: GradedMetric): number => (thresholds.isCritical ? 0 : 1)
  return [...graded]
    .sort((a, b) => isBefore(a, b) || weight(a) - weight(b))
    .slice(0, HIGHLIGHT_LIMIT)
    .map(({ result, grade }) => ({
      metric: result.metric.name,
      label: result.metric.label,
      grade: grade!,
      value: roundValue(result.exact as number, result.metric, ledger.currency),
      unit: result.metric.unit,
    }))
}

function suggestedTerms(
  ledger: Ledger,
  grade: string | null,
): Static<typeof SuggestedTerms> | null {
  const terms = grade === null ? undefined : PAPER_TERMS[grade]
  if (!terms) return null
  const revenue = computeExact(ledger, findMetric('monthly_true_revenue')!)
  const advance = (share: number): number | null =>
    revenue === null ? null : Math.round(revenue * share * 100) / 100
  return {
    factor_min: terms.factor[0],
    factor_max: terms.factor[1],
    term_min: terms.termMonths[0],
    term_max: terms.termMonths[1],
    advance_min: advance(terms.advanceShare[0]),
    advance_max: advance(terms.advanceShare[1]),
    holdback: terms.holdback[1],
  }
}

/** Over all data, whatever the window: what happened once does not go away. */
function anomaliesSummary(ledger: Ledger): Static<typeof AnomaliesSummary> {
  const standing = standingAnomalies(ledger, windowNamed(ledger, 'all'))
  const found = gravestFirst(standing, HIGHLIGHT_LIMIT)
  const groups = Map.groupBy(found, ({ severity }) => severity)
  return {
    total: found.length,
    by_severity: Object.fromEntries([...groups].map(([name, own]) => [name, own.length])),
    gravest: found
      .slice(0, HIGHLIGHT_LIMIT)
      .map(({ kind, severity, title, date }) => ({ kind, severity, title, date })),
  }
}

function buildCompany(ledger: Ledger): Static<typeof Company> {
  const { company, currency } = ledger
  return {
    name: company.name,
    name_source: company.name === null ? null : (company.nameSource ?? 'application'),
    entity_type: company.entityType,
    naics_code: company.naicsCode,
    state: company.state,
    business_start_date: company.businessStartDate,
    time_in_business_months: computeExact(ledger, findMetric('time_in_business_months')!),
    owner_fico: company.ownerFico,
    requested_amount: toAmount(company.requestedAmount, currency),
  }
}

function dataQuality(ledger: Ledger): Static<typeof schema>['data_quality'] {
  const checks = qualityChecks(ledger)
  const review_required = checks.some(({ is_passed }) => is_passed === false)
  return {
    score: computeRounded(ledger, findMetric('data_quality_score')!),
    review_required,
    notes: listQualityNotes(ledger),
    checks,
  }
}

function thresholdRow(row: GradeThresholds): Static<typeof ThresholdRow> {
  const { metric, section, A, B, C, D } = row
  return {
    metric,
    section,
    critical: row.isCritical,
    higher_is_better: isHigherBetter(row),
    A,
    B,
    C,
    D,
  }
}
