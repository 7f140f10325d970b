import { addDays, type PlainDate } from '../../values/dates.ts'
import { onOrAfterBusinessDay } from '../../values/days/business-days.ts'
import { getExponent, type Cents } from '../../values/money.ts'
import { forecastBalances } from '../forecast/forecast.ts'
import {
  classifyAffordability,
  explainAffordability,
  explainBurden,
  offerFlows,
  weighBurden,
  withoutAdvance,
  type Burden,
  type Offer,
  type Verdict,
} from '../forecast/offer.ts'
import type { Ledger } from '../ledger.ts'
import {
  afterFunding,
  bindingLimit,
  boughtOut,
  computeCapacity,
  computeLimits,
  type AfterFunding,
  type BoughtOut,
  type Limit,
  type OfferPolicy,
} from './limits.ts'
import { computeQuote, type OfferTerms, type Quote } from './quote.ts'
import type { Frequency } from '../repayment/schedule.ts'

/** An offer with its figures, the limits it keeps and its effect on the deal. */
export interface Proposal {
  name: string
  terms: OfferTerms
  quote: Quote
  limits: Limit[]
  binding: Limit | null
  bought: BoughtOut
  /** As it is without the offer. */
  before: AfterFunding
  after: AfterFunding
  policy: OfferPolicy
  /** O19; null when the balances cannot be forecast. */
  affordability: Affordability | null
}

interface Affordability {
  added: number
  verdict: Verdict
  text: string
}

/** Days over which an offer is tried on the forecast (formulas O19). */
const HORIZON_DAYS = 90
/** Suggested advances are whole hundreds of the currency. */
const STEP = 100

/** What is offered holds against the deal as the ledger has it. */
export function buildProposal(
  ledger: Ledger,
  { name, terms, policy }: { name: string; terms: OfferTerms; policy: OfferPolicy },
): Proposal {
  const quote = computeQuote(terms)
  const capacity = computeCapacity(ledger)
  const bought = boughtOut(
    ledger,
    terms.payoffs.map(({ positionId }) => positionId),
  )
  const limits = computeLimits(capacity, policy, { ...terms, bought })
  const after = afterFunding(capacity, quote.monthlyPayment, bought)
  const isBeyondLimits = limits.some(({ amount }) => amount !== null && amount < terms.advance)
  return {
    name,
    terms,
    quote,
    limits,
    binding: bindingLimit(limits),
    bought,
    before: afterFunding(capacity, 0),
    after,
    policy,
    affordability: affordabilityOn(ledger, {
      terms,
      quote,
      burden: { coverage: after.coverage, isBeyondLimits },
    }),
  }
}

/** Indicative terms, from the lowest to the highest of each pair. */
export interface IndicativeTerms {
  factor: readonly [number, number]
  termMonths: readonly [number, number]
}

const PLACES = [
  ['short', 0],
  ['middle', 0.5],
  ['long', 1],
] as const

/** The limits for the middle of the usual terms, whether or not they leave room for an offer. */
export function middleLimits(
  ledger: Ledger,
  { terms, policy }: { terms: IndicativeTerms; policy: OfferPolicy },
): Limit[] {
  return computeLimits(computeCapacity(ledger), policy, placed(terms, 0.5))
}

/** Factor and term at a place between the least and the most of the usual. */
function placed(terms: IndicativeTerms, place: number): { factor: number; termMonths: number } {
  return {
    factor: Math.round(between(terms.factor, place) * 100) / 100,
    termMonths: Math.round(between(terms.termMonths, place)),
  }
}

/**
 * The largest advance within every limit, for the shortest, the middle and the longest term; a
 * longer term costs more. A term that leaves no room for a whole step is not among them.
 */
export function suggest(
  ledger: Ledger,
  options: { terms: IndicativeTerms; policy: OfferPolicy; frequency: Frequency },
): Proposal[] {
  const { policy, frequency } = options
  const step = STEP * 10 ** getExponent(ledger.currency)
  const startDate = fundingDate(ledger)
  if (startDate === null) return []
  return PLACES.flatMap(([name, place]) => {
    const { factor, termMonths } = placed(options.terms, place)
    const limits = computeLimits(computeCapacity(ledger), policy, { factor, termMonths })
    const advance = floorTo(bindingLimit(limits)?.amount ?? 0, step)
    if (advance < step) return []
    const terms = { advance, factor, termMonths, frequency, startDate, fees: [], payoffs: [] }
    return [buildProposal(ledger, { name, terms, policy })]
  })
}

/** The first business day after the data, or after today when nothing is known of the deal. */
export function fundingDate({ asOf, today }: Ledger): PlainDate | null {
  const last = asOf ?? today
  return last === null ? null : onOrAfterBusinessDay(addDays(last, 1))
}

function affordabilityOn(
  ledger: Ledger,
  { terms, quote, burden }: { terms: OfferTerms; quote: Quote; burden: Burden },
): Proposal['affordability'] {
  const { startDate, frequency, advance } = terms
  const { forecast: without } = forecastBalances(ledger, HORIZON_DAYS)
  if (without === null) return null
  const offer = {
    advance,
    payment: quote.payment,
    frequency,
    startDate,
    paymentsCount: quote.paymentsCount,
    fee: advance - quote.netFunded,
  }
  const chanceWith = (own: Offer): number | null => {
    const flows = offerFlows(own, without.firstDay, without.days)
    return forecastBalances(ledger, HORIZON_DAYS, flows).forecast?.bands.anyNegativeShare ?? null
  }
  const before = without.bands.anyNegativeShare
  const paying = chanceWith(withoutAdvance(offer))
  const kept = chanceWith(offer)
  if (paying === null || kept === null) return null
  return {
    added: paying - before,
    verdict: weighBurden(classifyAffordability(before, paying), burden),
    text: [explainBurden(burden), explainAffordability(before, paying, kept)].join(' ').trim(),
  }
}

function between([low, high]: readonly [number, number], place: number): number {
  return low + (high - low) * place
}

function floorTo(amount: Cents, step: Cents): Cents {
  return Math.floor(amount / step) * step
}
