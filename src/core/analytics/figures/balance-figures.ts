import { computeDeviation, computeMean, computeRatio } from '../arithmetic.ts'
import { remember, getTally, type Ledger } from '../ledger.ts'
import { KIND } from '../ledger/classify.ts'
import { seriesOfAccount, type DaySeries } from '../ledger/days.ts'
import { kindSum } from '../ledger/tally.ts'
import { type Scope, toScopeKey } from '../window.ts'
import { coveredDays, QUALITY_LIMITS } from './quality.ts'

/** End-of-day figures of a scope in cents (formulas B5 to B19); null when no day is known. */
export interface BalanceFigures {
  /** Days with a balance of every account. */
  dayCount: number
  average: number | null
  weekdayAverage: number | null
  minimum: number | null
  maximum: number | null
  /** Days on which at least one account is negative (B12). */
  negativeDays: number | null
  negativeBusinessDays: number | null
  /** Days on which a running balance was negative although the day closed at or above zero. */
  intradayNegativeDays: number | null
  lowDays: number | null
  longestNegativeRun: number | null
  deviation: number | null
  /** B18; null below two known days or when the balance never moves. */
  trend: number | null
}

/** Consolidated series, or the one of `scope.account`. */
export function getDaySeries(ledger: Ledger, account: number | null | undefined): DaySeries {
  if (account == null) return ledger.days
  return remember(ledger, `series:${account}`, () => seriesOfAccount(ledger.accounts[account]!))
}

/**
 * B5 to B14, B18 and the deviation of B19 over the covered days of a scope; null where the balance
 * is known on less than half of them (B2a).
 */
export function computeBalanceFigures(ledger: Ledger, scope: Scope): BalanceFigures {
  const key = `balances:${toScopeKey(scope)}`
  return remember(ledger, key, () => {
    const series = getDaySeries(ledger, scope.account)
    const figures = computeSeriesFigures(series, scope, ledger.settings.lowBalanceThreshold)
    const share = computeRatio(figures.dayCount, coveredDays(ledger, scope)) ?? 0
    return share < QUALITY_LIMITS.knownDaysForBalances ? { ...figures, ...TOO_FEW_DAYS } : figures
  })
}

/** B2a: covered days with the balance of every account over covered days; 0 without one. */
export function knownDaysRatio(ledger: Ledger, scope: Scope): number {
  return (
    computeRatio(computeBalanceFigures(ledger, scope).dayCount, coveredDays(ledger, scope)) ?? 0
  )
}

/** Mean operating outflow per covered day, in positive cents; null when nothing is covered. */
export function dailyOperatingOutflow(ledger: Ledger, scope: Scope): number | null {
  const days = coveredDays(ledger, scope)
  if (days === 0) return null
  return (0 - kindSum(getTally(ledger, scope), KIND.operatingOutflow)) / days
}

/** The closing balances of the known days of a scope, oldest first. */
export function listClosings(series: DaySeries, scope: Scope): Float64Array {
  const { firstDay, closing } = series
  const from = Math.max(0, scope.startDay - firstDay)
  const to = Math.max(from, scope.endDay - firstDay + 1)
  return closing.subarray(from, to).filter((value) => !Number.isNaN(value))
}

/** Mean closing balance by weekday, 0 = Sunday; null for a weekday without a known day. */
export function averageByWeekday(ledger: Ledger, scope: Scope): (number | null)[] {
  const byWeekday: number[][] = Array.from({ length: 7 }, () => [])
  const series = getDaySeries(ledger, scope.account)
  eachKnownDay(series, scope, (index) => {
    const day = series.firstDay + index
    byWeekday[(((day + 4) % 7) + 7) % 7]!.push(series.closing[index]!)
  })
  return byWeekday.map((values) => computeMean(values))
}

function computeSeriesFigures(
  series: DaySeries,
  scope: Scope,
  lowThreshold: number,
): BalanceFigures {
  const closings = listClosings(series, scope)
  const weekdays: number[] = []
  const indexes: number[] = []
  eachKnownDay(series, scope, (index) => {
    indexes.push(index)
    if (series.isBusinessDay[index]) weekdays.push(series.closing[index]!)
  })
  return {
    dayCount: closings.length,
    average: computeMean(closings),
    weekdayAverage: computeMean(weekdays),
    minimum: closings.length === 0 ? null : closings.reduce((a, b) => Math.min(a, b)),
    maximum: closings.length === 0 ? null : closings.reduce((a, b) => Math.max(a, b)),
    ...(closings.length === 0
      ? NO_DAYS
      : {
          ...countNegativeDays(series, scope),
          intradayNegativeDays: indexes.filter(
            (index) => series.lowIntraday[index]! < 0 && series.closing[index]! >= 0,
          ).length,
          lowDays: closings.reduce((days, value) => days + (value < lowThreshold ? 1 : 0), 0),
        }),
    deviation: computeDeviation(closings),
    trend: computeTrend(closings),
  }
}

/** Where no balance is known, it is not known on how many days one was below zero. */
const NO_DAYS = {
  negativeDays: null,
  negativeBusinessDays: null,
  intradayNegativeDays: null,
  lowDays: null,
  longestNegativeRun: null,
}

/** Where the balance is known on too few days, they stand for nothing. */
const TOO_FEW_DAYS = {
  ...NO_DAYS,
  average: null,
  weekdayAverage: null,
  minimum: null,
  maximum: null,
  deviation: null,
  trend: null,
}

function countNegativeDays(
  series: DaySeries,
  scope: Scope,
): Record<'negativeDays' | 'negativeBusinessDays' | 'longestNegativeRun', number> {
  const figures = { negativeDays: 0, negativeBusinessDays: 0, longestNegativeRun: 0 }
  const from = Math.max(0, scope.startDay - series.firstDay)
  const to = Math.min(series.anyNegative.length, scope.endDay - series.firstDay + 1)
  let run = 0
  for (let index = from; index < to; index += 1) {
    const isNegative = series.anyNegative[index]!
    run = isNegative ? run + 1 : 0
    figures.negativeDays += isNegative
    figures.negativeBusinessDays += isNegative & series.isBusinessDay[index]!
    figures.longestNegativeRun = Math.max(figures.longestNegativeRun, run)
  }
  return figures
}

/** B18: positive when the second half is higher than the first. */
function computeTrend(closings: Float64Array): number | null {
  const middle = Math.floor(closings.length / 2)
  const deviation = computeDeviation(closings)
  const before = computeMean(closings.subarray(0, middle))
  const after = computeMean(closings.subarray(closings.length - middle))
  if (before === null || after === null || deviation === null || deviation === 0) return null
  return (after - before) / deviation
}

function eachKnownDay(series: DaySeries, scope: Scope, visit: (index: number) => void): void {
  const from = Math.max(0, scope.startDay - series.firstDay)
  const to = Math.min(series.closing.length, scope.endDay - series.firstDay + 1)
  for (let index = from; index < to; index += 1) {
    if (!Number.isNaN(series.closing[index]!)) visit(index)
  }
}
