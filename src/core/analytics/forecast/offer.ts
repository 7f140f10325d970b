import { dayNumber, type PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
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

/** Added probability of a negative balance up to which an offer is comfortable, or tight (O19). */
const COMFORTABLE = 0.1
const TIGHT = 0.25

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

/** What the added probability of a negative balance means for the business (formulas O19). */
export function classifyAffordability(added: number): 'comfortable' | 'tight' | 'unaffordable' {
  if (added <= COMFORTABLE) return 'comfortable'
  return added <= TIGHT ? 'tight' : 'unaffordable'
}
