import type { Ledger } from '../ledger.ts'
import {
  afterFunding, bindingLimit, capacityOf, limitsOf, policyOf, type Capacity, type Limit, type OfferPolicy,
} from './limits.ts' // prettier-ignore
import { fundingDate } from './propose.ts'
import { commissionOf, quoteOf, type Quote } from './quote.ts'
import type { Frequency } from './schedule.ts'
import { PAPER_TERMS } from '../scorecard/thresholds.ts'
import type { PlainDate } from '../../values/dates.ts'
import { exponentOf, type Cents } from '../../values/money.ts'

/** What a funder offers, as its policy or else its defaults say; null is not said. Cents. */
export interface FunderTerms {
  factor: number | null
  termMonths: number | null
  frequency: Frequency | null
  revenueShare: number | null
  targetHoldback: number | null
  minAmount: Cents | null
  maxAmount: Cents | null
  buyRate: number | null
  commissionPoints: number | null
  /** A share of the advance. */
  originationFee: number | null
  netMinimum: number | null
}

/** An offer that could be expected, with what limits it. */
export interface Estimate {
  advance: Cents
  factor: number
  termMonths: number
  frequency: Frequency
  quote: Quote
  holdback: number | null
  commission: Cents | null
  bindingLimit: Limit['name'] | 'requested'
}

/** The deal as an estimate reads it; computed once for all policies. */
export interface Borrower {
  capacity: Capacity
  requestedAmount: Cents | null
  paperGrade: string | null
  startDate: PlainDate | null
  currency: string
}

/** Advances are whole hundreds of the currency. */
const STEP = 100
/** A deal whose grade is not known, or has no usual terms, is held against the weakest. */
const WEAKEST_GRADE = 'D'
const USUAL_FREQUENCY: Frequency = 'daily'

/** What a ledger says of the one who asks. */
export function borrowerOf(ledger: Ledger, paperGrade: string | null): Borrower {
  return {
    capacity: capacityOf(ledger),
    requestedAmount: ledger.company.requestedAmount,
    paperGrade,
    startDate: fundingDate(ledger),
    currency: ledger.currency,
  }
}

/**
 * The largest advance within the limits of formulas O10 and what is asked for, at the funder's
 * factor and term. Null when the funder says neither of them, when the limits leave no room, or
 * when less than its smallest advance remains; what a funder does not say of its limits is usual
 * for the deal's paper.
 */
export function estimateOf(borrower: Borrower, terms: FunderTerms): Estimate | null {
  const { factor, termMonths, frequency } = terms
  const { capacity, requestedAmount, startDate, currency } = borrower
  if (factor === null || termMonths === null || startDate === null) return null
  const policy = policyFor(borrower, terms)
  const binding = bindingLimit(limitsOf(capacity, policy, { factor, termMonths }))
  if (binding === null) return null
  const isAsked = requestedAmount !== null && requestedAmount < binding.amount
  const step = STEP * 10 ** exponentOf(currency)
  const advance = Math.floor((isAsked ? requestedAmount : binding.amount) / step) * step
  if (advance < Math.max(step, terms.minAmount ?? 0)) return null
  const fee = { name: 'origination', amount: null, share: terms.originationFee, isDeducted: true }
  const quote = quoteOf({
    advance,
    factor,
    termMonths,
    frequency: frequency ?? USUAL_FREQUENCY,
    startDate,
    fees: terms.originationFee === null ? [] : [fee],
    payoffs: [],
  })
  if (quote.netRatio < policy.netMinimum) return null
  return {
    advance,
    factor,
    termMonths,
    frequency: frequency ?? USUAL_FREQUENCY,
    quote,
    holdback: afterFunding(capacity, quote.monthlyPayment).holdback,
    commission: commissionOf(
      { advance, factor },
      { points: terms.commissionPoints, buyRate: terms.buyRate },
    ),
    bindingLimit: isAsked ? 'requested' : binding.name,
  }
}

function policyFor({ paperGrade }: Borrower, terms: FunderTerms): OfferPolicy {
  const usual = PAPER_TERMS[paperGrade ?? WEAKEST_GRADE] ?? PAPER_TERMS[WEAKEST_GRADE]!
  const policy = policyOf(usual)
  return {
    ...policy,
    revenueShare: terms.revenueShare ?? policy.revenueShare,
    targetHoldback: terms.targetHoldback ?? policy.targetHoldback,
    maxAdvance: terms.maxAmount,
    netMinimum: terms.netMinimum ?? policy.netMinimum,
  }
}
