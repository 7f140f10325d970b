import { Type, type Static } from 'typebox'
import { judge, windowNamed, type Reason } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { computeMetric, toAmount } from '../metric.ts'
import { labelInSentence } from '../metric/text.ts'
import { toMetricValue } from '../metric/value.ts'
import { findMetric, METRICS } from '../metrics/index.ts'
import { MONTHLY } from '../metric/outcomes.ts'
import { limitBody, LimitShape, offerBody, OfferShape } from '../offers/body.ts'
import { bindingLimit, buildOfferPolicy, type Limit, type OfferPolicy } from '../offers/limits.ts'
import { settlementBody, SettlementShapes, type SettlementInput } from '../offers/settlement.ts'
import { middleLimits, buildProposal, suggest } from '../offers/propose.ts'
import { computeCommission, type OfferTerms } from '../offers/quote.ts'
import type { Frequency } from '../repayment/schedule.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Grade, MetricValue, Nullable, ReasonText, Shape, Text } from '../schemas.ts'
import { gradeMetrics, computePaperGrade } from '../scorecard/grading.ts'
import { PAPER_TERMS, type PaperTerms } from '../settings/grade-thresholds.ts'
import { buildQuerySchema } from './paging.ts'

const Policy = Shape({
  revenue_share: Type.Number(),
  balance_multiple: Type.Number(),
  target_holdback: Type.Number(),
  target_coverage: Type.Number(),
  max_advance: Figure,
  net_minimum: Type.Number(),
})

const common = {
  paper_grade: Nullable(Grade),
  requested_amount: Figure,
  policy: Nullable(Policy),
  /** What the limits rest on, each with the rows behind it. */
  metrics: Type.Array(MetricValue),
}

const schema = reportSchema({
  ...common,
  offers: Type.Array(OfferShape),
  /** For the middle of the terms, also when they leave no room. */
  limits: Type.Array(LimitShape),
  /** Why nothing is suggested; empty when something is. */
  refusals: Type.Array(ReasonText),
})

/** What could be offered: the largest advance within every limit, for three terms. */
export const offers: Report = {
  name: 'offers',
  title: 'Suggested offers',
  description:
    'Advance, payment, holdback, annual rate and net funding for three terms of the paper ' +
    'grade, with every limit of the advance and the binding one. Indicative terms from ' +
    'public guides, not a commitment.',
  defaultWindow: 'last_3_full_calendar_months',
  query: buildQuerySchema({}),
  isAdditive: true,
  schema,
  compute: computeOffers,
}

/** An offer to simulate, in cents; null = not stated. */
export interface OfferInput {
  terms: OfferTerms
  commissionPoints: number | null
  buyRate: number | null
  settlement: SettlementInput
}

const simulationSchema = reportSchema({
  ...common,
  offer: OfferShape,
  commission: Figure,
  ...SettlementShapes,
  decided_by: Text,
})

/** An offer of the caller's own, held against the same limits. */
export const offerSimulation: Report = {
  name: 'offers/simulated',
  title: 'Simulate an offer',
  description:
    'The cost of an offer by its actual cash flows, the limits it keeps and its effect on the ' +
    'forecast balances. The payments of a balance that it pays off stay in the forecast, so ' +
    'the added probability is an upper bound in that case.',
  defaultWindow: 'last_3_full_calendar_months',
  query: buildQuerySchema({ input: Type.Unknown() }),
  isAdditive: true,
  schema: simulationSchema,
  compute: computeSimulation,
}

/** Market practice: better paper pays weekly, weaker paper daily. */
const FREQUENCY_OF_GRADE: Readonly<Record<string, Frequency>> = {
  A: 'weekly',
  B: 'weekly',
  C: 'daily',
  D: 'daily',
}

const METRIC_NAMES = [
  'monthly_true_revenue',
  'average_daily_balance',
  'monthly_mca_payments',
  'holdback_ratio',
  'monthly_debt_service',
  'debt_service_coverage_ratio',
]

/** Without a grade, a simulation uses the terms of the middle of the market. */
const GRADE_OF_UNKNOWN = 'B'

export function computeOffers(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const facts = buildFacts(ledger, request)
  const { grade, terms, policy } = facts
  const hasTerms = facts.isKnown && terms !== null && policy !== null
  const limits = hasTerms ? middleLimits(ledger, { terms, policy }) : []
  const binding = bindingLimit(limits)
  const found = hasTerms
    ? suggest(ledger, { terms, policy, frequency: FREQUENCY_OF_GRADE[grade!]! })
    : []
  return {
    ...facts.head,
    ...facts.common,
    offers: found.map((proposal) => offerBody(ledger, proposal)),
    limits: limits.map((limit) => limitBody(ledger, limit, { binding, advance: 0 })),
    refusals: facts.isKnown && found.length === 0 ? [buildRefusal(facts, binding)] : [],
  }
}

function computeSimulation(
  ledger: Ledger,
  request: ReportRequest,
): Static<typeof simulationSchema> {
  const facts = buildFacts(ledger, request)
  const input = request.options['input'] as OfferInput
  const policy = facts.policy ?? buildOfferPolicy(PAPER_TERMS[GRADE_OF_UNKNOWN]!)
  const proposal = buildProposal(ledger, { name: 'simulated', terms: input.terms, policy })
  const commission = computeCommission(input.terms, {
    points: input.commissionPoints,
    buyRate: input.buyRate,
  })
  return {
    ...facts.head,
    ...facts.common,
    policy: policyBody(ledger, policy),
    offer: offerBody(ledger, proposal),
    commission: toAmount(commission, ledger.currency),
    ...settlementBody(ledger, { ...input, quote: proposal.quote, commission }),
    decided_by: facts.decidedBy,
  }
}

interface Facts {
  head: ReturnType<typeof buildReportHead>
  common: { [Key in keyof typeof common]: Static<(typeof common)[Key]> }
  isKnown: boolean
  grade: string | null
  decidedBy: string | null
  terms: PaperTerms | null
  policy: OfferPolicy | null
}

function buildFacts(ledger: Ledger, request: ReportRequest): Facts {
  const window = request.window ?? windowNamed(ledger, 'last_3_full_calendar_months')
  const { blocks, weakens } = judge(ledger, window, MONTHLY)
  const isKnown = blocks.length === 0
  const paper = isKnown ? computePaperGrade(gradeMetrics(ledger, METRICS, null)) : null
  const grade = paper?.grade ?? null
  const terms = grade === null ? null : (PAPER_TERMS[grade] ?? null)
  const policy = terms === null ? null : buildOfferPolicy(terms)
  const reasons: readonly Reason[] = isKnown ? weakens : blocks
  const values = METRIC_NAMES.map((name) => computeMetric(ledger, findMetric(name)!))
  return {
    head: buildReportHead(ledger, request, { window, isKnown, reasons }),
    common: {
      paper_grade: grade,
      requested_amount: toAmount(ledger.company.requestedAmount, ledger.currency),
      policy: policy && policyBody(ledger, policy),
      metrics: values.map((value) => toMetricValue(value, ledger)),
    },
    isKnown,
    grade,
    decidedBy: paper?.decidedBy ?? null,
    terms,
    policy,
  }
}

const LIMIT_NAMES: Readonly<Record<Limit['name'], string>> = {
  revenue: 'revenue',
  balance: 'balance',
  holdback: 'holdback',
  coverage: 'debt service coverage',
  policy: 'maximum advance',
}

function buildRefusal(
  { grade, decidedBy, terms }: Facts,
  binding: Limit | null,
): Static<typeof ReasonText> {
  if (grade === null) {
    return {
      code: 'no_grade',
      text: 'There is too little data for a paper grade, so there are no terms.',
    }
  }
  if (terms === null) {
    return {
      code: 'grade_below_terms',
      text: `There are no terms for paper grade ${grade}, set by ${labelInSentence(findMetric(decidedBy!)!)}.`,
    }
  }
  const subject = binding === null ? 'There is' : `The ${LIMIT_NAMES[binding.name]} limit leaves`
  return { code: 'no_room', text: `${subject} no room for another advance.` }
}

function policyBody(ledger: Ledger, policy: OfferPolicy): Static<typeof Policy> {
  return {
    revenue_share: policy.revenueShare,
    balance_multiple: policy.balanceMultiple,
    target_holdback: policy.targetHoldback,
    target_coverage: policy.targetCoverage,
    max_advance: toAmount(policy.maxAdvance, ledger.currency),
    net_minimum: policy.netMinimum,
  }
}
