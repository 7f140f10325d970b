import type { Cents } from '../../values/money.ts'
import { sumAmounts } from '../arithmetic.ts'

/** One payment of an offer, days after the funding. */
export interface Payment {
  days: number
  amount: Cents
}

/** What an offer costs a year (formulas O11). */
export interface AnnualRate {
  /** Interest a day. */
  daily: number
  /** Daily rate times 365. */
  nominal: number
  /** Compounded daily over 365 days. */
  effective: number
}

const PRECISION = 1e-15
const STEPS_MAX = 100
const DAYS_PER_YEAR = 365
/** Payments are days or weeks apart; longer gaps are computed one by one. */
const GAPS_MAX = 64

/**
 * The rate at which the payments are worth what was received: net = sum(payment / (1 + i)^days).
 * Null when nothing was received or less comes back than went out. Solved for x = ln(1 + i), of
 * which the logarithm of the worth is convex and nearly a line: Newton's steps from 0 come up to
 * the root from below, and four or five of them are exact.
 */
export function annualRate(net: Cents, payments: readonly Payment[]): AnnualRate | null {
  const total = sumAmounts(payments)
  if (net <= 0 || total < net) return null
  let exponent = 0
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const { worth, slope } = worthAt(exponent, payments)
    const change = (Math.log(worth / net) * worth) / slope
    exponent += change
    if (!(change > PRECISION)) break
  }
  const daily = Math.expm1(exponent)
  return { daily, nominal: daily * DAYS_PER_YEAR, effective: Math.expm1(exponent * DAYS_PER_YEAR) }
}

/** Of each gap at the rate that is tried, 0 where it was not met yet. */
const discounts = new Float64Array(GAPS_MAX)

/** What payments are worth at e^-x a day, and how much less they are for more of it. */
function worthAt(exponent: number, payments: readonly Payment[]): { worth: number; slope: number } {
  discounts.fill(0)
  let [worth, slope, discount, last] = [0, 0, 1, 0]
  for (const { days, amount } of payments) {
    const gap = days - last
    if (gap < 0 || gap >= GAPS_MAX) discount *= Math.exp(-exponent * gap)
    else discount *= discounts[gap] ||= Math.exp(-exponent * gap)
    worth += amount * discount
    slope += amount * discount * days
    last = days
  }
  return { worth, slope }
}
