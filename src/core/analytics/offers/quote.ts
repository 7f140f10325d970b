import { addDays, type PlainDate } from '../../values/dates.ts'
import { roundHalfAway, type Cents } from '../../values/money.ts'
import { sumAmounts } from '../arithmetic.ts'
import { annualRate, type AnnualRate, type Payment } from '../repayment/apr.ts'
import {
  paymentsCount,
  PAYMENTS_PER_MONTH,
  buildSchedule,
  type Frequency,
} from '../repayment/schedule.ts'

/** One fee of an offer, in cents, or as a share of the advance (formulas O6). */
export interface Fee {
  name: string
  amount: Cents | null
  share: number | null
  /** Kept back from the advance; else it is paid apart, at the funding. */
  isDeducted: boolean
}

/** A balance of the business that the advance pays off. */
export interface Payoff {
  name: string
  amount: Cents
  /** The position that ends with it; null for one that was not found in the transactions. */
  positionId: string | null
}

/** What is offered. Amounts are cents, the factor and the term are positive. */
export interface OfferTerms {
  advance: Cents
  factor: number
  termMonths: number
  frequency: Frequency
  /** The day of the funding. */
  startDate: PlainDate
  fees: readonly Fee[]
  payoffs: readonly Payoff[]
}

/** The figures of an offer (formulas O1 to O8, O11 and O12). Amounts are cents. */
export interface Quote {
  /** O1: what is owed in all. */
  purchasedAmount: Cents
  /** O2. */
  cost: Cents
  paymentsCount: number
  payment: Cents
  lastPayment: Cents
  /** Every payment by its days after the funding. */
  payments: readonly Payment[]
  /** The payment times the payments of a mean month. */
  monthlyPayment: Cents
  fees: { name: string; amount: Cents; isDeducted: boolean }[]
  feesTotal: Cents
  payoffsTotal: Cents
  /** O7; below zero when fees and payoffs are more than the advance. */
  netFunded: Cents
  /** O8: net funded over the advance. */
  netRatio: number
  /** O11: owed less what is received; balances paid off for the business are received. */
  financeCharge: Cents
  rate: AnnualRate | null
  firstPaymentDate: PlainDate
  lastPaymentDate: PlainDate
  /** O12: days from the funding to the last payment, and to the mean cent. */
  paybackDays: number
  averageTermDays: number
}

/** The quote of an offer; the same terms give the same quote. */
export function computeQuote(terms: OfferTerms): Quote {
  const { advance, frequency, startDate } = terms
  const purchasedAmount = roundHalfAway(advance * terms.factor)
  const count = paymentsCount(terms.termMonths, frequency, startDate)
  const schedule = buildSchedule(purchasedAmount, { count, frequency, startDate })
  const fees = terms.fees.map((fee) => ({
    name: fee.name,
    amount: fee.amount ?? roundHalfAway(advance * (fee.share ?? 0)),
    isDeducted: fee.isDeducted,
  }))
  const feesTotal = sumAmounts(fees)
  const payoffsTotal = sumAmounts(terms.payoffs)
  const netFunded = advance - sumAmounts(fees.filter(({ isDeducted }) => isDeducted)) - payoffsTotal
  const received = advance - feesTotal
  const paybackDays = schedule.payments.at(-1)!.days
  const weighted = schedule.payments.reduce((sum, { days, amount }) => sum + days * amount, 0)
  return {
    purchasedAmount,
    cost: purchasedAmount - advance,
    paymentsCount: count,
    payment: schedule.payment,
    lastPayment: schedule.lastPayment,
    payments: schedule.payments,
    monthlyPayment: roundHalfAway(schedule.payment * PAYMENTS_PER_MONTH[frequency]),
    fees,
    feesTotal,
    payoffsTotal,
    netFunded,
    netRatio: netFunded / advance,
    financeCharge: purchasedAmount - received,
    rate: annualRate(received, schedule.payments),
    firstPaymentDate: addDays(startDate, schedule.payments[0]!.days),
    lastPaymentDate: addDays(startDate, paybackDays),
    paybackDays,
    averageTermDays: weighted / purchasedAmount,
  }
}

const FACTOR_MAX = 10
const FACTOR_PRECISION = 1e-7

/**
 * O18: the factor at which an offer has this nominal annual rate, by bisection; null when even a
 * factor of 1 is dearer (its fees are), or a factor of 10 is not.
 */
export function factorForRate(terms: Omit<OfferTerms, 'factor'>, nominal: number): number | null {
  const rateAt = (factor: number): number | null =>
    computeQuote({ ...terms, factor }).rate?.nominal ?? null
  const least = rateAt(1)
  if (least === null || least > nominal || (rateAt(FACTOR_MAX) ?? 0) < nominal) return null
  let [low, high] = [1, FACTOR_MAX]
  while (high - low > FACTOR_PRECISION) {
    const middle = (low + high) / 2
    if ((rateAt(middle) ?? 0) < nominal) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** O9: what the broker gets: points of the advance, or what was sold above the buy rate. */
export function computeCommission(
  { advance, factor }: Pick<OfferTerms, 'advance' | 'factor'>,
  options: { points: number | null; buyRate: number | null },
): Cents | null {
  if (options.points !== null) return roundHalfAway(advance * options.points)
  if (options.buyRate === null) return null
  return Math.max(0, roundHalfAway(advance * (factor - options.buyRate)))
}
