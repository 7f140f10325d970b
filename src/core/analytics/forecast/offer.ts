import { dayNumber, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { formatPercent } from '../../values/paper/figure-text.ts'
import type { Payment } from '../repayment/apr.ts'
import { paymentDate, paymentDates, type Frequency } from '../repayment/schedule.ts'

/** An offer to try on the forecast (formulas F8). */
export interface Offer {
  advance: Cents
  payment: Cents
  frequency: Frequency
  startDate: PlainDate
  /** Null when they go on beyond the forecast. */
  paymentsCount: number | null
  /** Kept back from the advance. */
  fee: Cents
}

/**
 * Probability of a negative balance up to which an offer is comfortable, or tight: what the
 * payments add (O19), and what it comes to. A business that is likely to run dry is never
 * comfortable.
 */
const COMFORTABLE = { added: 0.1, total: 0.25 }
const TIGHT = { added: 0.25, total: 0.5 }

/** The offer's flows by day from `firstDay` on: what is paid out, then payments while days last. */
export function offerFlows(offer: Offer, firstDay: number, days: number): Float64Array {
  const flows = new Float64Array(days)
  const add = (date: PlainDate, amount: Cents): void => {
    const index = dayNumber(date) - firstDay
    if (index >= 0 && index < days) flows[index]! += amount
  }
  add(offer.startDate, offer.advance - offer.fee)
  for (let count = 1; count <= (offer.paymentsCount ?? Infinity); count += 1) {
    const date = paymentDate(offer.frequency, offer.startDate, count)
    if (dayNumber(date) - firstDay >= days) break
    add(date, 0 - offer.payment)
  }
  return flows
}

/** The payments of an offer by their distance from the funding; none when their number is open. */
export function listPayments(offer: Offer): Payment[] {
  const { frequency, startDate, payment } = offer
  const start = dayNumber(startDate)
  const dates = paymentDates(frequency, startDate, offer.paymentsCount ?? 0)
  return dates.map((date) => ({ days: dayNumber(date) - start, amount: payment }))
}

export type Verdict = 'comfortable' | 'tight' | 'unaffordable'

/** What the probabilities of a negative balance mean, without and with the payments (O19). */
export function classifyAffordability(without: number, paying: number): Verdict {
  const isWithin = (limit: typeof TIGHT): boolean =>
    paying - without <= limit.added && paying <= limit.total
  if (isWithin(COMFORTABLE)) return 'comfortable'
  return isWithin(TIGHT) ? 'tight' : 'unaffordable'
}

/** What a deal carries once an offer is funded, beside its balances. */
export interface Burden {
  /** Operating cash flow over debt service, the offer included; null when unknown. */
  coverage: number | null
  /** The advance is above a limit. */
  isBeyondLimits: boolean
}

/**
 * High balances alone make no offer affordable: one whose debt service is more than the business
 * earns is not, and one beyond a limit is tight at best.
 */
export function weighBurden(byBalances: Verdict, { coverage, isBeyondLimits }: Burden): Verdict {
  if (coverage !== null && coverage < 1) return 'unaffordable'
  return isBeyondLimits && byBalances === 'comfortable' ? 'tight' : byBalances
}

/**
 * The payments of an offer alone, by which it is judged (O19): an advance is for spending, and as
 * balance it would make a larger offer look safer.
 */
export function withoutAdvance(offer: Offer): Offer {
  return { ...offer, advance: 0, fee: 0 }
}

/** What weighs on the deal apart from its balances, in words; nothing when nothing does. */
export function explainBurden({ coverage, isBeyondLimits }: Burden): string {
  const parts = [
    coverage !== null && coverage < 1
      ? `Operating cash flow is ${coverage.toFixed(2)} times the debt service with this offer: ` +
        'below 1 no offer is affordable.'
      : '',
    isBeyondLimits ? 'The advance is above a limit: tight at best.' : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** The chances behind the class, and up to where each class holds, in words. */
export function explainAffordability(without: number, paying: number, kept: number): string {
  const share = (value: number): string => formatPercent(value)
  const upTo = ({ added, total }: typeof TIGHT): string =>
    `up to ${Math.round(added * 100)} points more and ${Math.round(total * 100)} % in all`
  return (
    `The chance of a balance below zero within 90 days is ${share(without)} without this offer and ` +
    `${share(paying)} with its payments, once the advance is spent (${share(kept)} were it kept as ` +
    `balance). Comfortable: ${upTo(COMFORTABLE)}; tight: ${upTo(TIGHT)}.`
  )
}
