import { Type, type Static } from 'typebox'
import { toCents } from '../../values/money.ts'
import type { Problem } from '../../values/problem.ts'
import { disclosedFields } from '../disclosures/fields.ts'
import {
  findLaw,
  isCovered,
  PRODUCTS,
  type DisclosureLaw,
  type Product,
} from '../disclosures/states.ts'
import { historicalProjection } from '../forecast/revenue-forecast.ts'
import { judge, windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { toAmount } from '../metric.ts'
import { METRICS } from '../metrics/index.ts'
import { MONTHLY } from '../metric/outcomes.ts'
import { offerBody, OfferShape } from '../offers/body.ts'
import { buildOfferPolicy } from '../offers/limits.ts'
import { fundingDate, buildProposal, suggest, type Proposal } from '../offers/propose.ts'
import { computeCommission } from '../offers/quote.ts'
import { FREQUENCIES, type Frequency } from '../repayment/schedule.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Nullable, Shape, Text } from '../schemas.ts'
import { gradeMetrics, computePaperGrade } from '../scorecard/grading.ts'
import { PAPER_TERMS } from '../settings/grade-thresholds.ts'
import { buildQuerySchema } from './paging.ts'

const schema = reportSchema({
  state: Text,
  product: Type.Enum(PRODUCTS),
  law: Nullable(
    Shape({
      name: Type.String(),
      since: Text,
      amount_max: Figure,
      is_apr_required: Type.Boolean(),
      projection_method: Text,
      notes: Type.Array(Type.String()),
      /** Held against the text of the law; else counsel must check it before it is relied on. */
      is_checked: Type.Boolean(),
    }),
  ),
  /** Whether the law covers this offer; null without a law or an offer. */
  is_covered: Nullable(Type.Boolean()),
  fields: Type.Array(
    Shape({
      key: Type.String(),
      label: Type.String(),
      value: Nullable(Type.Union([Type.Number(), Type.String()])),
      unit: Type.String(),
      formula_id: Text,
    }),
  ),
  missing_fields: Type.Array(Type.String()),
  projection: Nullable(
    Shape({ method: Type.String(), monthly_revenue: Figure, months: Type.Integer() }),
  ),
  offer: Nullable(OfferShape),
})

const AMOUNT_MAX = 1_000_000_000

/** The fields of an offer that a state requires to be disclosed (formulas section 21). */
export const disclosures: Report = {
  name: 'disclosures',
  title: 'State disclosures',
  description:
    'The fields of an offer that a state law on commercial financing requires to be disclosed, ' +
    'computed. Not legal advice. The offer is the one of the query, else the middle one of ' +
    'the suggested; the state is the one of the query, else the company’s.',
  defaultWindow: 'last_3_full_calendar_months',
  isAdditive: true,
  query: buildQuerySchema({
    state: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    product: Type.Optional(Type.Enum(PRODUCTS, { default: 'sales_based' })),
    advance: Type.Optional(Type.Number({ minimum: 1, maximum: AMOUNT_MAX })),
    factor: Type.Optional(Type.Number({ minimum: 1, maximum: 10 })),
    term: Type.Optional(Type.Number({ minimum: 0.25, maximum: 60 })),
    frequency: Type.Optional(Type.Enum(FREQUENCIES, { default: 'daily' })),
    fee_amount: Type.Optional(Type.Number({ minimum: 0, maximum: AMOUNT_MAX })),
    commission_points: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  }),
  schema,
  check: checkOffer,
  compute: computeDisclosures,
}

const PARTS = ['advance', 'factor', 'term'] as const

function checkOffer(options: ReportRequest['options']): Problem | null {
  const missing = PARTS.filter((name) => options[name] === undefined)
  if (missing.length === 0 || missing.length === PARTS.length) return null
  const message = 'An offer needs advance, factor and term.'
  return { code: 'invalid_parameter', where: missing[0]!, message }
}

function computeDisclosures(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const { options } = request
  const window = request.window ?? windowNamed(ledger, 'last_3_full_calendar_months')
  const { blocks, weakens } = judge(ledger, window, MONTHLY)
  const state = (options['state'] as string | undefined) ?? ledger.company.state
  const product = (options['product'] as Product | undefined) ?? 'sales_based'
  const law = state === null ? null : findLaw(state)
  const proposal = blocks.length > 0 ? null : resolveProposal(ledger, options)
  const isMissing = blocks.length === 0 && (proposal === null || state === null)
  const reasons = blocks.length > 0 ? blocks : isMissing ? (['missing_input'] as const) : weakens
  const fields =
    law === null || proposal === null
      ? []
      : disclosedFields(law.fields, {
          ledger,
          proposal,
          product,
          commission: resolveCommission(proposal, options),
        })
  const past = law?.projection === 'historical' ? historicalProjection(ledger) : null
  return {
    ...buildReportHead(ledger, request, {
      window,
      isKnown: proposal !== null && state !== null,
      reasons,
    }),
    state,
    product,
    law: law && lawBody(law),
    is_covered:
      law &&
      proposal &&
      isCovered(law, product, toAmount(proposal.terms.advance, ledger.currency)!),
    fields,
    missing_fields: fields.filter(({ value }) => value === null).map(({ key }) => key),
    projection: past && {
      method: 'ca_historical',
      monthly_revenue: toAmount(past.monthly, ledger.currency),
      months: past.months,
    },
    offer: proposal && offerBody(ledger, proposal),
  }
}

/** The offer of the query, else the middle one of the suggested; null when there is none. */
function resolveProposal(ledger: Ledger, options: ReportRequest['options']): Proposal | null {
  const { grade } = computePaperGrade(gradeMetrics(ledger, METRICS, null))
  const terms = PAPER_TERMS[grade ?? 'B'] ?? PAPER_TERMS['D']!
  const policy = buildOfferPolicy(terms)
  const frequency = (options['frequency'] as Frequency | undefined) ?? 'daily'
  const startDate = fundingDate(ledger)
  if (options['advance'] === undefined || startDate === null) {
    if (grade === null || !(grade in PAPER_TERMS)) return null
    const found = suggest(ledger, { terms, policy, frequency })
    return found.find(({ name }) => name === 'middle') ?? found[0] ?? null
  }
  const cents = (major: unknown): number =>
    toCents(major as number, ledger.currency) ?? Math.round((major as number) * 100)
  const fee = cents(options['fee_amount'] ?? 0)
  const offerTerms = {
    advance: cents(options['advance']),
    factor: options['factor'] as number,
    termMonths: options['term'] as number,
    frequency,
    startDate,
    fees: fee === 0 ? [] : [{ name: 'Fees', amount: fee, share: null, isDeducted: true }],
    payoffs: [],
  }
  return buildProposal(ledger, { name: 'requested', terms: offerTerms, policy })
}

function resolveCommission({ terms }: Proposal, options: ReportRequest['options']): number | null {
  const points = (options['commission_points'] as number | undefined) ?? null
  return computeCommission(terms, { points, buyRate: null })
}

function lawBody(law: DisclosureLaw): NonNullable<Static<typeof schema>['law']> {
  return {
    name: law.law,
    since: law.since,
    amount_max: law.amountMax,
    is_apr_required: law.isAprRequired,
    projection_method: law.projection === null ? null : 'ca_historical',
    notes: [...law.notes],
    is_checked: law.isChecked,
  }
}
