import { addMonths, dateOfDay, toMonth, type Month } from '../../values/dates.ts'
import { computeDeviation, computeMean, computeMedian, theilSenSlope } from '../arithmetic.ts'
import { DAYS_PER_MONTH, fullMonths, monthlyMean } from '../figures/monthly.ts'
import { computeTrueRevenue } from '../figures/revenue-figures.ts'
import { windowNamed } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'

/** True revenue of a month ahead with its 80 % interval, in cents. */
export interface RevenueMonth {
  month: Month
  predicted: number
  lower: number
  upper: number
}

const DAMPING = 0.9
const NORMAL_80 = 1.2816
const TREND_MONTHS = 3
const SEASON_MONTHS = 24
/** A longer past is a poor guide to the current trend. */
const TREND_MONTHS_MAX = 11
const LOOK_BACK = { least: 4, most: 12 }

/**
 * F5: a fading Theil-Sen trend over up to eleven full months, times a seasonal index once there are
 * 24 of them; below three the mean. Empty when nothing is covered.
 */
export function revenueAhead(ledger: Ledger, count: number): RevenueMonth[] {
  const all = windowNamed(ledger, 'all')
  const months = fullMonths(ledger, all)
  const values = months.map((month) => computeTrueRevenue(ledger, month))
  const first = addMonths(toMonth(dateOfDay(ledger.lastDay + 1)), 0)
  const ahead = Array.from({ length: count }, (_, index) => addMonths(first, index))
  if (values.length < TREND_MONTHS) {
    const { value } = monthlyMean(ledger, all, (scope) => computeTrueRevenue(ledger, scope))
    return value === null
      ? []
      : ahead.map((month) => ({ month, predicted: value, lower: value, upper: value }))
  }
  const index = seasonalIndex(
    months.map(({ month }) => month),
    values,
  )
  const adjusted = values.map((value, at) => value / (index.get(months[at]!.month.slice(5)) ?? 1))
  const recent = adjusted.slice(-TREND_MONTHS_MAX)
  const slope = theilSenSlope(recent)!
  const level = computeMedian(recent.map((value, at) => value + slope * (recent.length - 1 - at)))!
  const misses = recent.map((value, at) => value - (level - slope * (recent.length - 1 - at)))
  const spread = (computeDeviation(misses) ?? 0) * Math.sqrt(1 + 1 / recent.length) * NORMAL_80
  return ahead.map((month, at) => {
    const faded = (DAMPING * (1 - DAMPING ** (at + 1))) / (1 - DAMPING)
    const season = index.get(month.slice(5)) ?? 1
    const predicted = Math.max(0, (level + slope * faded) * season)
    const width = spread * season
    return { month, predicted, lower: Math.max(0, predicted - width), upper: predicted + width }
  })
}

/** Revenue of the next days, month by month; null when nothing is known. */
export function revenueOfNext(ledger: Ledger, days: number): number | null {
  const months = revenueAhead(ledger, Math.ceil(days / DAYS_PER_MONTH))
  if (months.length === 0) return null
  let [left, sum] = [days, 0]
  for (const { predicted } of months) {
    const taken = Math.min(left, DAYS_PER_MONTH)
    sum += (predicted * taken) / DAYS_PER_MONTH
    left -= taken
  }
  return sum
}

/**
 * F9: the historical method of California, the mean of the last 4 to 12 full months (10 CCR 930);
 * null with fewer than four.
 */
export function historicalProjection(ledger: Ledger): { monthly: number; months: number } | null {
  const months = fullMonths(ledger, windowNamed(ledger, 'all')).slice(-LOOK_BACK.most)
  if (months.length < LOOK_BACK.least) return null
  const monthly = computeMean(months.map((month) => computeTrueRevenue(ledger, month)))!
  return { monthly, months: months.length }
}

/** Each calendar month over the mean; empty below two years. */
function seasonalIndex(months: readonly Month[], values: readonly number[]): Map<string, number> {
  const mean = computeMean(values) ?? 0
  if (months.length < SEASON_MONTHS || mean <= 0) return new Map()
  const byName = Map.groupBy(
    months.map((month, index) => ({ name: month.slice(5), value: values[index]! })),
    ({ name }) => name,
  )
  return new Map(
    [...byName].map(([name, own]) => [
      name,
      Math.max(0.05, computeMean(own.map(({ value }) => value))! / mean),
    ]),
  )
}
