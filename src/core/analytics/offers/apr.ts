import type { Cents } from '../../values/money.ts'

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

const PRECISION = 1e-12
const DAYS_PER_YEAR = 365

/**
 * The rate at which the payments are worth what was received: net = sum(payment / (1 + i)^days),
 * by bisection. Null when nothing was received or less comes back than went out.
 */
export function annualRate(net: Cents, payments: readonly Payment[]): AnnualRate | null {
  const total = payments.reduce((sum, { amount }) => sum + amount, 0)
  if (net <= 0 || total < net) return null
  const worth = (rate: number): number =>
    payments.reduce((sum, { days, amount }) => sum + amount / (1 + rate) ** days, 0)
  let [low, high] = [0, 1]
  while (worth(high) > net) high *= 2
  while (high - low > PRECISION) {
    const middle = (low + high) / 2
    if (worth(middle) > net) low = middle
    else high = middle
  }
  const daily = (low + high) / 2
  return {
    daily,
    nominal: daily * DAYS_PER_YEAR,
    effective: (1 + daily) ** DAYS_PER_YEAR - 1,
  }
}
