import { addBusinessDays, onOrAfterBusinessDay } from '../../values/days/business-days.ts'
import {
  addDays,
  addMonths,
  firstOfMonth,
  lastOfMonth,
  toMonth,
  type PlainDate,
} from '../../values/dates.ts'
import { roundHalfAway, type Cents } from '../../values/money.ts'
import type { Cadence } from '../../values/position.ts'
import { nextDate, type Repetition } from '../../values/days/rhythm.ts'
import type { Coverage } from '../covered-days.ts'
import { median } from '../streams/numbers.ts'
import { sumAmounts, type Row } from '../row.ts'
import { cadenceRule } from '../streams/cadences.ts'

/** Factor rate where none is known, and its interval (formulas P13). */
export const DEFAULT_FACTOR = 1.4
const FACTOR_LOW = -0.1
const FACTOR_HIGH = 0.15

/** Payments assumed when no advance was seen (formulas P14); a year for the slower cadences. */
const ASSUMED_PAYMENTS: Partial<Record<Cadence, number>> = {
  business_daily: 120,
  daily: 120,
  percentage_split: 120,
  twice_weekly: 52,
  weekly: 26,
  biweekly: 26,
  semi_monthly: 24,
  four_weekly: 13,
  monthly: 12,
}

/** What is owed and what is left, all from the advance, the factor and the payments. */
export interface Estimate {
  rightToReceive: Cents | null
  remaining: { low: Cents; mid: Cents; high: Cents } | null
  percentPaid: number | null
  paymentsRemaining: number | null
}

/**
 * Formulas P14 to P17; all null when there is neither an advance nor a cadence. `owedCents` is what
 * a person knows is owed in all, and needs no factor.
 */
export function estimate(facts: {
  advanceCents: Cents | null
  paymentCents: Cents | null
  cadence: Cadence
  paidCents: Cents
  factor: number
  owedCents: Cents | null
}): Estimate {
  const { advanceCents, paymentCents, cadence, paidCents, factor, owedCents } = facts
  const assumed = ASSUMED_PAYMENTS[cadence]
  const expected = paymentCents !== null && assumed !== undefined ? paymentCents * assumed : null
  const base = advanceCents === null ? (expected === null ? null : expected / factor) : advanceCents
  if (base === null && owedCents === null) {
    return { rightToReceive: null, remaining: null, percentPaid: null, paymentsRemaining: null }
  }
  const owed = (rate: number): Cents => owedCents ?? roundHalfAway(base! * rate)
  const left = (rate: number): Cents => Math.max(0, owed(rate) - paidCents)
  const rightToReceive = owed(factor)
  const mid = left(factor)
  return {
    rightToReceive,
    remaining: { low: left(factor + FACTOR_LOW), mid, high: left(factor + FACTOR_HIGH) },
    percentPaid: rightToReceive === 0 ? null : Math.min(1, paidCents / rightToReceive),
    paymentsRemaining: paymentCents ? Math.ceil(mid / paymentCents) : null,
  }
}

/** Formulas P11: the median of the last five payments that were not returned. */
export function paymentAmount(kept: readonly Row[]): Cents | null {
  if (kept.length === 0) return null
  return roundHalfAway(median(kept.slice(-5).map(({ absCents }) => absCents)))
}

/** Formulas P18: the day reached after so many more payments from the last one. */
export function payoffDate(
  rhythm: Repetition | null,
  last: PlainDate,
  payments: number,
): PlainDate | null {
  if (!rhythm) return null
  if (rhythm.cadence === 'business_daily') return addBusinessDays(last, payments)
  if (rhythm.cadence === 'weekly') return onOrAfterBusinessDay(addDays(last, 7 * payments))
  let date = last
  for (let left = payments; left > 0; left -= 1) date = nextDate(rhythm, date)
  return date
}

/** Formulas P19: paid in the last full covered month, else the payment by its cadence. */
export function monthlyPayment(
  accountId: string,
  paid: { kept: readonly Row[]; paymentCents: Cents | null; cadence: Cadence },
  { coverage, asOf }: { coverage: Coverage; asOf: PlainDate },
): Cents | null {
  const { kept, paymentCents, cadence } = paid
  const thisMonth = toMonth(asOf)
  const month = lastOfMonth(thisMonth) <= asOf ? thisMonth : addMonths(thisMonth, -1)
  const isFull =
    kept.length > 0 &&
    kept[0]!.date <= lastOfMonth(month) &&
    coverage.isWhole(accountId, firstOfMonth(month), lastOfMonth(month))
  if (isFull) {
    return sumAmounts(kept.filter(({ date }) => toMonth(date) === month))
  }
  const factor = cadenceRule(cadence)?.monthlyFactor
  return paymentCents !== null && factor ? roundHalfAway(paymentCents * factor) : null
}
