import { roundNumber } from '../arithmetic.ts'
import { Type, type Static } from 'typebox'
import { addDays, dateOfDay, dayNumber } from '../../values/dates.ts'
import { roundHalfAway, toCents } from '../../values/money.ts'
import type { Problem } from '../../values/problem.ts'
import { annualRate } from '../repayment/apr.ts'
import { forecastBalances, type Forecast } from '../forecast/forecast.ts'
import {
  classifyAffordability,
  listPayments,
  offerFlows,
  weighBurden,
  withoutAdvance,
  type Offer,
  type Verdict,
} from '../forecast/offer.ts'
import { historicalProjection, revenueAhead, revenueOfNext } from '../forecast/revenue-forecast.ts'
import { summarize } from '../forecast/summary.ts'
import type { Reason } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { afterFunding, computeCapacity } from '../offers/limits.ts'
import { FREQUENCIES, PAYMENTS_PER_MONTH, type Frequency } from '../repayment/schedule.ts'
import { toAmount } from '../metric.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Nullable, Shape, Text } from '../schemas.ts'
import { countDays, emptyWindow, isAhead, toWindow, type Window } from '../window.ts'
import { buildQuerySchema } from './paging.ts'
import { forecastText } from '../text/outlook-text.ts'

const Day = Shape({
  date: Type.String(),
  predicted_balance: Type.Number(),
  lower_80: Type.Number(),
  upper_80: Type.Number(),
  lower_95: Type.Number(),
  upper_95: Type.Number(),
  predicted_inflow: Type.Number(),
  predicted_outflow: Type.Number(),
  probability_negative: Type.Number(),
  scheduled: Type.Array(Type.String()),
})

const Summary = Shape({
  min_balance: Figure,
  min_balance_date: Text,
  average_balance: Figure,
  probability_negative: Figure,
  expected_nsf_days: Figure,
  runway_days: Figure,
  is_runway_beyond_horizon: Nullable(Type.Boolean()),
  predicted_inflow: Figure,
  predicted_outflow: Figure,
})

const Delta = Shape({
  min_balance: Figure,
  average_balance: Figure,
  probability_negative: Figure,
  expected_nsf_days: Figure,
})
type Delta = Static<typeof Delta>

const OfferBody = Shape({
  advance_amount: Type.Number(),
  payment_amount: Type.Number(),
  payment_frequency: Type.Enum(FREQUENCIES),
  start_date: Type.String(),
  payments_count: Nullable(Type.Integer()),
  fee_amount: Type.Number(),
  /** Null without a number of payments: what it costs depends on how long it is paid. */
  estimated_apr: Figure,
  effective_rate: Figure,
})

const schema = reportSchema({
  horizon_days: Type.Integer(),
  model: Text,
  mase: Figure,
  models: Type.Array(Shape({ name: Type.String(), mase: Figure })),
  start_balance: Figure,
  daily: Type.Array(Day),
  summary: Summary,
  scheduled: Type.Array(
    Shape({
      id: Type.String(),
      kind: Type.Enum(['stream', 'position']),
      name: Type.String(),
      amount: Type.Number(),
      dates: Type.Array(Type.String()),
    }),
  ),
  revenue: Type.Array(
    Shape({
      month: Type.String(),
      predicted: Type.Number(),
      lower_80: Type.Number(),
      upper_80: Type.Number(),
    }),
  ),
  predicted_revenue: Shape({ next_30_days: Figure, next_60_days: Figure, next_90_days: Figure }),
  projection: Nullable(
    Shape({ method: Type.String(), monthly_revenue: Figure, months: Type.Integer() }),
  ),
  scenario: Nullable(
    Shape({
      offer: OfferBody,
      with_offer: Summary,
      delta: Delta,
      affordability: Nullable(Type.Enum(['comfortable', 'tight', 'unaffordable'])),
    }),
  ),
})

/** Balances of the days ahead with intervals, and what an offer would do to them. */
export const forecast: Report = {
  name: 'forecast',
  title: 'Forecast',
  description:
    'Forecast balances with 80 and 95 % intervals, scheduled payments, forecast revenue and a trial offer.',
  defaultWindow: 'next_30_days',
  query: buildQuerySchema({
    horizon: Type.Optional(Type.Integer({ minimum: 1, maximum: 180, default: 30 })),
    advance_amount: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000_000 })),
    payment_amount: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000_000 })),
    payment_frequency: Type.Optional(Type.Enum(FREQUENCIES, { default: 'daily' })),
    start_date: Type.Optional(Type.String({ format: 'date', errorCode: 'invalid_date' })),
    payments_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1500 })),
    fee_amount: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000_000 })),
    projection_method: Type.Optional(Type.Enum(['model', 'ca_historical'], { default: 'model' })),
  }),
  schema,
  check: checkOptions,
  toText: forecastText,
  compute: computeForecast,
}

function checkOptions(options: ReportRequest['options']): Problem | null {
  const { advance_amount: advance, payment_amount: payment } = options
  if ((advance === undefined) === (payment === undefined)) return null
  const missing = advance === undefined ? 'advance_amount' : 'payment_amount'
  const message = 'A trial offer needs advance_amount and payment_amount.'
  return { code: 'invalid_parameter', where: missing, message }
}

/** The report as data. */
export function computeForecast(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const horizon = (request.options['horizon'] as number | undefined) ?? 30
  const window = request.window ?? windowAhead(ledger, horizon)
  const isWindowAhead = isAhead(window.name)
  const days = isWindowAhead ? countDays(window) || horizon : horizon
  const { forecast: found, reasons } = isWindowAhead ? forecastBalances(ledger, days) : NOT_AHEAD
  const { currency } = ledger
  const amount = (cents: number | null): number | null => toAmount(cents, currency)
  return {
    ...buildReportHead(ledger, request, { window, isKnown: found !== null, reasons }),
    horizon_days: days,
    model: found?.choice.model.name ?? null,
    mase: roundNumber(found?.choice.mase ?? null, 4),
    models: (found?.choice.ratings ?? []).map(({ model, mase }) => ({
      name: model.name,
      mase: roundNumber(mase, 4),
    })),
    start_balance: amount(found?.start ?? null),
    daily: found === null ? [] : buildDays(ledger, found),
    summary: found === null ? NO_SUMMARY : buildSummary(ledger, found),
    scheduled: (found?.scheduled ?? []).map((flow) => ({
      id: flow.id,
      kind: flow.kind,
      name: flow.name,
      amount: amount(flow.amount)!,
      dates: flow.days.map(dateOfDay),
    })),
    revenue: found === null ? [] : revenueBody(ledger, days),
    predicted_revenue: revenueSums(ledger, found !== null),
    projection: found === null ? null : computeProjection(ledger, request),
    scenario: found === null ? null : computeScenario(ledger, found, request),
  }
}

/** The next days by name, whatever their number. */
function windowAhead({ asOf }: Ledger, days: number): Window {
  const name = `next_${days}_days`
  return asOf === null ? emptyWindow(name) : toWindow(name, addDays(asOf, 1), addDays(asOf, days))
}

const NOT_AHEAD: { forecast: null; reasons: Reason[] } = { forecast: null, reasons: ['not_ahead'] }
const NO_SUMMARY: Static<typeof Summary> = {
  min_balance: null,
  min_balance_date: null,
  average_balance: null,
  probability_negative: null,
  expected_nsf_days: null,
  runway_days: null,
  is_runway_beyond_horizon: null,
  predicted_inflow: null,
  predicted_outflow: null,
}

function buildDays(ledger: Ledger, found: Forecast): Static<typeof Day>[] {
  const { balances, bands, firstDay, inflows, outflows, scheduled } = found
  const amount = (cents: number): number => toAmount(cents, ledger.currency)!
  return [...balances].map((balance, index) => ({
    date: dateOfDay(firstDay + index),
    predicted_balance: amount(balance),
    lower_80: amount(bands.lower80[index]!),
    upper_80: amount(bands.upper80[index]!),
    lower_95: amount(bands.lower95[index]!),
    upper_95: amount(bands.upper95[index]!),
    predicted_inflow: amount(inflows[index]!),
    predicted_outflow: amount(outflows[index]!),
    probability_negative: roundNumber(bands.negativeShare[index]!, 4)!,
    scheduled: scheduled.filter(({ days }) => days.includes(firstDay + index)).map(({ id }) => id),
  }))
}

function buildSummary(ledger: Ledger, found: Forecast): Static<typeof Summary> {
  const summary = summarize(found)
  const amount = (cents: number): number | null => toAmount(cents, ledger.currency)
  return {
    min_balance: amount(summary.minBalance),
    min_balance_date: dateOfDay(summary.minBalanceDay),
    average_balance: amount(summary.averageBalance),
    probability_negative: roundNumber(summary.probabilityNegative, 4),
    expected_nsf_days: roundNumber(summary.expectedNegativeDays, 1),
    runway_days: summary.runwayDays,
    is_runway_beyond_horizon: summary.isRunwayOpen,
    predicted_inflow: amount(summary.inflow),
    predicted_outflow: amount(summary.outflow),
  }
}

function revenueBody(ledger: Ledger, days: number): Static<typeof schema>['revenue'] {
  const amount = (cents: number): number => toAmount(cents, ledger.currency)!
  return revenueAhead(ledger, Math.max(1, Math.round(days / 30))).map((each) => ({
    month: each.month,
    predicted: amount(each.predicted),
    lower_80: amount(each.lower),
    upper_80: amount(each.upper),
  }))
}

function revenueSums(ledger: Ledger, isKnown: boolean): Static<typeof schema>['predicted_revenue'] {
  const next = (days: number): number | null =>
    isKnown ? toAmount(revenueOfNext(ledger, days), ledger.currency) : null
  return { next_30_days: next(30), next_60_days: next(60), next_90_days: next(90) }
}

/** Monthly revenue by the requested method; California prescribes one for its disclosures. */
function computeProjection(
  ledger: Ledger,
  { options }: ReportRequest,
): Static<typeof schema>['projection'] {
  if (options['projection_method'] === 'ca_historical') {
    const past = historicalProjection(ledger)
    const monthly_revenue = toAmount(past?.monthly ?? null, ledger.currency)
    return { method: 'ca_historical', monthly_revenue, months: past?.months ?? 0 }
  }
  const predicted = revenueAhead(ledger, 1)[0]?.predicted ?? null
  return { method: 'model', monthly_revenue: toAmount(predicted, ledger.currency), months: 1 }
}

function computeScenario(
  ledger: Ledger,
  found: Forecast,
  request: ReportRequest,
): Static<typeof schema>['scenario'] {
  const offer = readOffer(ledger, request)
  if (offer === null) return null
  const forecastWith = (own: Offer): Forecast | null =>
    forecastBalances(ledger, found.days, offerFlows(own, found.firstDay, found.days)).forecast
  const tried = forecastWith(offer)
  const paying = forecastWith(withoutAdvance(offer))
  if (tried === null || paying === null) return null
  const [before, after] = [buildSummary(ledger, found), buildSummary(ledger, tried)]
  const change = (key: keyof Delta): number | null => roundNumber(after[key]! - before[key]!, 4)
  return {
    offer: offerBody(ledger, offer),
    with_offer: after,
    delta: {
      min_balance: change('min_balance'),
      average_balance: change('average_balance'),
      probability_negative: change('probability_negative'),
      expected_nsf_days: change('expected_nsf_days'),
    },
    affordability: judgeOffer(ledger, offer, { found, paying }),
  }
}

/** By the balances and by what debt service leaves; the limits of the house are the offers' own. */
function judgeOffer(
  ledger: Ledger,
  { payment, frequency }: Offer,
  { found, paying }: { found: Forecast; paying: Forecast },
): Verdict {
  const monthly = roundHalfAway(payment * PAYMENTS_PER_MONTH[frequency])
  const { coverage } = afterFunding(computeCapacity(ledger), monthly)
  const byBalances = classifyAffordability(
    found.bands.anyNegativeShare,
    paying.bands.anyNegativeShare,
  )
  return weighBurden(byBalances, { coverage, isBeyondLimits: false })
}

function offerBody(ledger: Ledger, offer: Offer): Static<typeof OfferBody> {
  const rate = annualRate(offer.advance - offer.fee, listPayments(offer))
  return {
    advance_amount: toAmount(offer.advance, ledger.currency)!,
    payment_amount: toAmount(offer.payment, ledger.currency)!,
    payment_frequency: offer.frequency,
    start_date: offer.startDate,
    payments_count: offer.paymentsCount,
    fee_amount: toAmount(offer.fee, ledger.currency)!,
    estimated_apr: roundNumber(rate?.nominal ?? null, 4),
    effective_rate: roundNumber(rate?.effective ?? null, 4),
  }
}

function readOffer(ledger: Ledger, { options }: ReportRequest): Offer | null {
  const { advance_amount: advance, payment_amount: payment, start_date: date } = options
  if (advance === undefined || payment === undefined || ledger.asOf === null) return null
  const cents = (major: unknown): number =>
    toCents(major as number, ledger.currency) ?? Math.round((major as number) * 100)
  const earliest = addDays(ledger.asOf, 1)
  const startDate = (date as string | undefined) ?? earliest
  return {
    advance: cents(advance),
    payment: cents(payment),
    frequency: (options['payment_frequency'] as Frequency | undefined) ?? 'daily',
    startDate: dayNumber(startDate) < dayNumber(earliest) ? earliest : startDate,
    paymentsCount: (options['payments_count'] as number | undefined) ?? null,
    fee: cents(options['fee_amount'] ?? 0),
  }
}
