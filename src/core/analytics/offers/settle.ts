import { addDays, type PlainDate } from '../../values/dates.ts'
import { roundHalfAway, type Cents } from '../../values/money.ts'
import { computeRatio } from '../arithmetic.ts'
import type { Payment } from '../repayment/apr.ts'

/** What it takes to settle an offer on a day (formulas O13). Amounts are cents. */
export interface EarlyPayoff {
  days: number
  date: PlainDate
  factor: number
  /** What is owed in all when it is settled by then. */
  owed: Cents
  /** Paid by schedule until then. */
  paid: Cents
  /** What is left to pay on that day, never below zero. */
  payoff: Cents
  /** What is not owed any more against the whole term. */
  saving: Cents
}

/** O13: one line for each step of an early payoff table, the first day first. */
export function computeEarlyPayoffs(
  offer: { advance: Cents; purchasedAmount: Cents; startDate: PlainDate },
  payments: readonly Payment[],
  steps: readonly { days: number; factor: number }[],
): EarlyPayoff[] {
  return steps
    .toSorted((left, right) => left.days - right.days)
    .map(({ days, factor }) => {
      const owed = Math.min(offer.purchasedAmount, roundHalfAway(offer.advance * factor))
      const paid = payments.reduce((sum, each) => (each.days <= days ? sum + each.amount : sum), 0)
      const payoff = Math.max(0, owed - paid)
      const saving = Math.max(0, offer.purchasedAmount - Math.max(owed, paid))
      return { days, date: addDays(offer.startDate, days), factor, owed, paid, payoff, saving }
    })
}

/** The figures of a renewal: a new advance pays off one that is still owed (formulas O14). */
export interface Renewal {
  /** Still owed of the old one. */
  balance: Cents
  /** What reaches the business of the new advance. */
  net: Cents
  /** Cost of the old one that is still unpaid, and is now paid with borrowed money. */
  doubleDipCost: Cents
  /** That as a share of the whole cost of the old one; null when it cost nothing. */
  doubleDipShare: number | null
  /** What the new factor adds to the old cost. */
  costOnCost: Cents
}

/** O14: cost is paid evenly with the principal, so the unpaid balance holds its share of it. */
export function computeRenewal(
  old: { advance: Cents; rightToReceive: Cents; paid: Cents },
  offer: { advance: Cents; factor: number; feesDeducted: Cents },
): Renewal {
  const balance = Math.max(0, old.rightToReceive - old.paid)
  const cost = Math.max(0, old.rightToReceive - old.advance)
  const doubleDipCost = roundHalfAway((balance * cost) / old.rightToReceive)
  return {
    balance,
    net: offer.advance - balance - offer.feesDeducted,
    doubleDipCost,
    doubleDipShare: computeRatio(doubleDipCost, cost),
    costOnCost: roundHalfAway(doubleDipCost * (offer.factor - 1)),
  }
}

/** O16: what may be collected of what was received, and what was collected beyond it. */
export function computeTrueUp(facts: {
  specifiedPercentage: number
  receipts: Cents
  collected: Cents
}): { allowed: Cents; refund: Cents } {
  const allowed = roundHalfAway(facts.specifiedPercentage * facts.receipts)
  return { allowed, refund: Math.max(0, facts.collected - allowed) }
}

/** What an investor puts in and gets back (formulas O17). Amounts are cents. */
export interface Syndicated {
  funded: Cents
  cashBack: Cents
  totalBack: Cents
  profit: Cents
}

/** O17: a share of the advance and its commission for a share of the payments, less the fee. */
export function computeSyndication(
  { share, managementFee }: { share: number; managementFee: number },
  offer: { advance: Cents; commission: Cents; payment: Cents; purchasedAmount: Cents },
): Syndicated {
  const funded = roundHalfAway(share * (offer.advance + offer.commission))
  const totalBack = roundHalfAway(share * offer.purchasedAmount * (1 - managementFee))
  return {
    funded,
    cashBack: roundHalfAway(share * offer.payment * (1 - managementFee)),
    totalBack,
    profit: totalBack - funded,
  }
}
