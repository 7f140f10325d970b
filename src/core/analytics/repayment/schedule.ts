import {
  addBusinessDays,
  businessDaysBetween,
  onOrAfterBusinessDay,
} from '../../values/days/business-days.ts'
import {
  addDays,
  addMonths,
  dateOfDay,
  dayNumber,
  daysInMonth,
  toMonth,
} from '../../values/dates.ts'
import type { PlainDate } from '../../values/dates.ts'
import { roundHalfAway, type Cents } from '../../values/money.ts'
import type { Payment } from './apr.ts'

/** How often an offer is repaid. */
export const FREQUENCIES = ['daily', 'weekly', 'biweekly', 'monthly'] as const
/** One of them. */
export type Frequency = (typeof FREQUENCIES)[number]

/** Payments of a mean month (formulas O5: daily 21, weekly 52/12). */
export const PAYMENTS_PER_MONTH: Readonly<Record<Frequency, number>> = {
  daily: 21,
  weekly: 52 / 12,
  biweekly: 26 / 12,
  monthly: 1,
}

const STEP_DAYS = { weekly: 7, biweekly: 14 } as const

/** What is owed, in how many payments, and what each of them is. */
export interface Schedule {
  payment: Cents
  /** What is left for the last one (formulas O4). */
  lastPayment: Cents
  /** By date. */
  payments: Payment[]
}

/**
 * O3: business days from the funding to the day `months` later when payments are daily; else the
 * rounded number of weeks, of fortnights, or the months. Part of a month counts in proportion.
 */
export function paymentsCount(months: number, frequency: Frequency, startDate: PlainDate): number {
  if (frequency !== 'daily' || !Number.isInteger(months)) {
    return Math.max(1, Math.round(months * PAYMENTS_PER_MONTH[frequency]))
  }
  return Math.max(1, businessDaysBetween(startDate, sameDay(startDate, months)))
}

/**
 * The payments of `owed` over `count` dates (formulas O4): rounded half up to the cent, the last
 * one takes the remainder. A payment that would leave nothing for the last is one cent lower.
 */
export function buildSchedule(
  owed: Cents,
  { count, frequency, startDate }: { count: number; frequency: Frequency; startDate: PlainDate },
): Schedule {
  const rounded = roundHalfAway(owed / count)
  const payment = owed - rounded * (count - 1) > 0 ? rounded : Math.floor(owed / count)
  const lastPayment = owed - payment * (count - 1)
  const start = dayNumber(startDate)
  const payments = paymentDays(frequency, startDate, count).map((day, index) => ({
    days: day - start,
    amount: index === count - 1 ? lastPayment : payment,
  }))
  return { payment, lastPayment, payments }
}

/** The dates of the first `count` payments after a funding, each on a business day. */
export function paymentDates(
  frequency: Frequency,
  startDate: PlainDate,
  count: number,
): PlainDate[] {
  return paymentDays(frequency, startDate, count).map(dateOfDay)
}

/** The payment days computed last, by frequency: many offers start on one day. */
let known: { startDate: PlainDate; days: Record<Frequency, number[]> } = emptyDays('')

function emptyDays(startDate: PlainDate): typeof known {
  return { startDate, days: { daily: [], weekly: [], biweekly: [], monthly: [] } }
}

function paymentDays(frequency: Frequency, startDate: PlainDate, count: number): number[] {
  if (known.startDate !== startDate) known = emptyDays(startDate)
  const days = known.days[frequency]
  while (days.length < count) {
    const isNext = frequency === 'daily' && days.length > 0
    const from = isNext ? dateOfDay(days.at(-1)!) : startDate
    days.push(dayNumber(paymentDate(frequency, from, isNext ? 1 : days.length + 1)))
  }
  return days.slice(0, count)
}

/** The date of one payment, counted from 1. */
export function paymentDate(frequency: Frequency, startDate: PlainDate, number: number): PlainDate {
  if (frequency === 'daily') return addBusinessDays(startDate, number)
  if (frequency === 'monthly') return onOrAfterBusinessDay(sameDay(startDate, number))
  return onOrAfterBusinessDay(addDays(startDate, STEP_DAYS[frequency] * number))
}

/** The same day of the month some months later, or the last day of a shorter one. */
function sameDay(date: PlainDate, months: number): PlainDate {
  const month = addMonths(toMonth(date), months)
  const day = Math.min(Number(date.slice(8)), daysInMonth(month))
  return `${month}-${String(day).padStart(2, '0')}`
}
