import { Type, type Static } from 'typebox'
import { buildNotice, noticeRule, REASONS_MAX } from '../adverse-action/notice.ts'
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
import { REASON_STATEMENTS, reasonNamed, type ReasonCode } from '../settings/reasons.ts'
import { MetricValue, Nullable, ReasonText, Shape, Text } from '../schemas.ts'
import { buildQuerySchema } from './paging.ts'

const CODES = Object.keys(REASON_STATEMENTS) as ReasonCode[]

const schema = reportSchema({
  reasons: Type.Array(ReasonText),
  principal_reasons: Type.Array(
    Shape({
      code: Type.String(),
      text: Type.String(),
      source: Type.Enum(['score', 'caller']),
      factor: Text,
      lost_points: Nullable(Type.Number()),
      /** The number behind the reason, with its rows; null for what no metric shows. */
      metric: Nullable(MetricValue),
    }),
  ),
  notice_rule: Type.String(),
  creditor_fields: Shape({
    applicant_name: Text,
    creditor_name: Text,
    creditor_address: Text,
    creditor_phone: Text,
    creditor_agency: Text,
    notice_date: Text,
  }),
  notice_text: Text,
  missing_fields: Type.Array(Type.String()),
})

/** Why a deal would be declined, and the draft of its notice (12 CFR 1002.9). */
export const adverseAction: Report = {
  name: 'adverse-action',
  title: 'Adverse action',
  description:
    'At most four specific reasons of the risk score, or the ones that `reasons` names, each ' +
    'with its figure and transactions, and a draft of the notice once every field of it is known. ' +
    'Whether to decline, and what a notice must contain, is for the creditor to decide.',
  defaultWindow: 'all',
  isAdditive: true,
  query: buildQuerySchema({
    reasons: Type.Optional(
      Type.Array(Type.Enum(CODES), { minItems: 1, maxItems: REASONS_MAX, uniqueItems: true }),
    ),
  }),
  schema,
  compute: computeAdverseAction,
}

type Principal = Static<typeof schema>['principal_reasons'][number]

function computeAdverseAction(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? windowNamed(ledger, 'all')
  const { blocks, weakens } = judge(ledger, window, REVENUE)
  const isKnown = blocks.length === 0
  const requestedCodes = request.options['reasons'] as ReasonCode[] | undefined
  const principal_reasons =
    isKnown || requestedCodes ? principalReasons(ledger, requestedCodes) : []
  const fields = {
    applicant: ledger.company.name,
    creditor: ledger.settings.creditor,
    date: request.computedAt.slice(0, 10),
  }
  const statements = [...new Set(principal_reasons.map(({ text }) => text))]
  const { text, missing } = buildNotice({ ...fields, statements })
  const reasons = isKnown ? weakens : blocks
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons }),
    reasons: reasonTexts(reasons),
    principal_reasons,
    notice_rule: noticeRule(computeExact(ledger, findMetric('annualized_true_revenue')!)),
    creditor_fields: {
      applicant_name: fields.applicant,
      creditor_name: fields.creditor.name,
      creditor_address: fields.creditor.address,
      creditor_phone: fields.creditor.phone,
      creditor_agency: fields.creditor.agency,
      notice_date: fields.date,
    },
    notice_text: text,
    missing_fields: missing,
  }
}

/** Caps come first, then the factors that cost most; a caller's own choice replaces them. */
function principalReasons(ledger: Ledger, requestedCodes: ReasonCode[] | undefined): Principal[] {
  const scored = computeRisk(ledger, METRICS)
  const found = scored.reasons.map(({ code, statement: text, factor, lost }): Principal => {
    const metric = factor === null ? null : computeFactorMetric(ledger, factor)
    return { code, text, source: 'score', factor, lost_points: lost, metric }
  })
  const own = requestedCodes?.map(
    (code) => found.find((each) => each.code === code) ?? buildCallerReason(ledger, code),
  )
  return (own ?? found.filter(isFirstOfItsCode)).slice(0, REASONS_MAX).map(rounded)
}

/** A reason that the score does not give; its factor still shows the number, if one has it. */
function buildCallerReason(ledger: Ledger, code: ReasonCode): Principal {
  const factor = computeRisk(ledger, METRICS).factors.find((each) => each.factor.code === code)
  const name = factor?.factor.name ?? null
  const metric = name === null ? null : computeFactorMetric(ledger, name)
  return { ...reasonNamed(code), source: 'caller', factor: name, lost_points: null, metric }
}

function computeFactorMetric(ledger: Ledger, factor: string): Static<typeof MetricValue> {
  return toMetricValue(computeMetric(ledger, findMetric(METRIC_OF_FACTOR[factor]!)!), ledger)
}

function isFirstOfItsCode({ code }: Principal, index: number, all: Principal[]): boolean {
  return all.findIndex((each) => each.code === code) === index
}

function rounded(reason: Principal): Principal {
  const lost = reason.lost_points
  return { ...reason, lost_points: lost === null ? null : Math.round(lost * 100) / 100 }
}
