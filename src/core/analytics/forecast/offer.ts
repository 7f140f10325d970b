import { addBusinessDays, onOrAfterBusinessDay } from '../../values/business-days.ts'
import {
  addDays,
  addMonths,
  daysInMonth,
  dayNumber,
  monthOf,
  type PlainDate,
} from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import type { Payment } from './apr.ts'

/** How often an offer is repaid. */
export const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly'] as const
/** One of them. */
export type Frequency = (typeof FREQUENCIES)[number]

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
    const date = paymentDate(offer, count)
    if (dayNumber(date) - firstDay >= days) break
    add(date, 0 - offer.payment)
  }
  return flows
}

/** The payments of an offer by their distance from the funding; none when their number is open. */
export function paymentsOf(offer: Offer): Payment[] {
  const start = dayNumber(offer.startDate)
  return Array.from({ length: offer.paymentsCount ?? 0 }, (_, index) => ({
    days: dayNumber(paymentDate(offer, index + 1)) - start,
    amount: offer.payment,
  }))
}

/** What the added probability of a negative balance means for the business (formulas O19). */
export function affordabilityOf(added: number): 'comfortable' | 'tight' | 'unaffordable' {
  if (added <= COMFORTABLE) return 'comfortable'
  return added <= TIGHT ? 'tight' : 'unaffordable'
}

function paymentDate({ frequency, startDate }: Offer, count: number): PlainDate {
  if (frequency === 'daily') return addBusinessDays(startDate, count)
  if (frequency !== 'monthly') {
    const step = frequency === 'weekly' ? 7 : 14
    return onOrAfterBusinessDay(addDays(startDate, step * count))
  }
  const month = addMonths(monthOf(startDate), count)
  const day = Math.min(Number(startDate.slice(8)), daysInMonth(month))
  return onOrAfterBusinessDay(`${month}-${String(day).padStart(2, '0')}`)
}
