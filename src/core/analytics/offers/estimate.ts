import { formatCents, formatPercent } from '../../values/paper/figure-text.ts'
import type { Ledger } from '../ledger.ts'
import {
  afterFunding,
  bindingLimit,
  computeCapacity,
  computeLimits,
  buildOfferPolicy,
  type Capacity,
  type Limit,
  type OfferPolicy,
} from './limits.ts'
import { fundingDate } from './propose.ts'
import { computeCommission, computeQuote, type Quote } from './quote.ts'
import type { Frequency } from '../repayment/schedule.ts'
import { PAPER_TERMS } from '../settings/grade-thresholds.ts'
import type { PlainDate } from '../../values/dates.ts'
import { getExponent, type Cents } from '../../values/money.ts'

/** What a funder offers by its policy, else by its defaults; null = not stated. Cents. */
export interface FunderTerms {
  factor: number | null
  termMonths: number | null
  frequency: Frequency | null
  revenueShare: number | null
  targetHoldback: number | null
  /** 0 when the funder sets no such limit. */
  targetCoverage: number | null
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
/** A deal without a grade, or with one that has no usual terms, gets those of the weakest. */
const WEAKEST_GRADE = 'D'
const USUAL_FREQUENCY: Frequency = 'daily'

/** The borrower as its ledger shows it. */
export function buildBorrower(ledger: Ledger, paperGrade: string | null): Borrower {
  return {
    capacity: computeCapacity(ledger),
    requestedAmount: ledger.company.requestedAmount,
    paperGrade,
    startDate: fundingDate(ledger),
    currency: ledger.currency,
  }
}

/** What could be offered, or why nothing can be. */
export interface Estimated {
  offer: Estimate | null
  /** Every bound of the advance, known or not; empty when the terms are not known. */
  limits: readonly Limit[]
  /** A sentence; null when there is an offer. */
  refusal: string | null
}

/**
 * The largest advance within the limits of formulas O10 and the requested amount, at the funder's
 * factor and term. There is none when the funder states neither of them, when the limits leave no
 * room, or when less than its smallest advance remains. A limit that the funder does not state is
 * the usual one for the deal's paper grade.
 */
export function estimateOffer(borrower: Borrower, terms: FunderTerms): Estimated {
  const { factor, termMonths } = terms
  const { capacity, startDate } = borrower
  if (factor === null || termMonths === null) {
    return refused([], 'Neither the policy nor the funder states a factor and a term.')
  }
  if (startDate === null) return refused([], 'There are no transactions to estimate an offer from.')
  const policy = policyFor(borrower, terms)
  const limits = computeLimits(capacity, policy, { factor, termMonths })
  const binding = bindingLimit(limits)
  if (binding === null) return refused(limits, 'No limit on the advance can be computed.')
  return within(borrower, { ...terms, factor, termMonths }, { limits, binding, policy, startDate })
}

type Stated = FunderTerms & { factor: number; termMonths: number }

interface Bounds {
  limits: readonly Limit[]
  binding: Limit & { amount: Cents }
  policy: OfferPolicy
  startDate: PlainDate
}

/** The offer at its largest within known bounds. */
function within(
  { capacity, requestedAmount, currency }: Borrower,
  terms: Stated,
  { limits, binding, policy, startDate }: Bounds,
): Estimated {
  const { factor, termMonths, frequency } = terms
  const isBoundByRequest = requestedAmount !== null && requestedAmount < binding.amount
  const boundBy: Estimate['bindingLimit'] = isBoundByRequest ? 'requested' : binding.name
  const room = isBoundByRequest ? requestedAmount : binding.amount
  const step = STEP * 10 ** getExponent(currency)
  const advance = Math.floor(room / step) * step
  const least = Math.max(step, terms.minAmount ?? 0)
  if (advance < least) {
    const text = (cents: Cents): string => formatCents(cents, currency)
    return refused(
      limits,
      room === 0
        ? `${BECAUSE[boundBy]} leaves no room for an advance.`
        : `${BECAUSE[boundBy]} allows ${text(room)}, less than the minimum advance of ${text(least)}.`,
    )
  }
  const fee = { name: 'origination', amount: null, share: terms.originationFee, isDeducted: true }
  const quote = computeQuote({
    advance,
    factor,
    termMonths,
    frequency: frequency ?? USUAL_FREQUENCY,
    startDate,
    fees: terms.originationFee === null ? [] : [fee],
    payoffs: [],
  })
  if (quote.netRatio < policy.netMinimum) {
    const [share, needed] = [quote.netRatio, policy.netMinimum].map((each) => formatPercent(each))
    return refused(
      limits,
      `Net funding is ${share} of the advance; at least ${needed} is required.`,
    )
  }
  const offer = {
    advance,
    factor,
    termMonths,
    frequency: frequency ?? USUAL_FREQUENCY,
    quote,
    holdback: afterFunding(capacity, quote.monthlyPayment).holdback,
    commission: computeCommission(
      { advance, factor },
      { points: terms.commissionPoints, buyRate: terms.buyRate },
    ),
    bindingLimit: boundBy,
  }
  return { offer, limits, refusal: null }
}

/** What keeps an advance from being larger, as the beginning of a sentence. */
const BECAUSE: Record<Estimate['bindingLimit'], string> = {
  revenue: 'The revenue limit (share of monthly true revenue)',
  balance: 'The balance limit (multiple of the average daily balance)',
  holdback: 'The holdback limit (target holdback less current MCA payments)',
  coverage: 'The debt service coverage limit',
  policy: 'The maximum advance of the policy',
  requested: 'The requested amount',
}

function refused(limits: readonly Limit[], refusal: string): Estimated {
  return { offer: null, limits, refusal }
}

function policyFor({ paperGrade }: Borrower, terms: FunderTerms): OfferPolicy {
  const usual = PAPER_TERMS[paperGrade ?? WEAKEST_GRADE] ?? PAPER_TERMS[WEAKEST_GRADE]!
  const policy = buildOfferPolicy(usual)
  return {
    ...policy,
    revenueShare: terms.revenueShare ?? policy.revenueShare,
    targetHoldback: terms.targetHoldback ?? policy.targetHoldback,
    targetCoverage: terms.targetCoverage ?? policy.targetCoverage,
    maxAdvance: terms.maxAmount,
    netMinimum: terms.netMinimum ?? policy.netMinimum,
  }
}
