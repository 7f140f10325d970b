import { businessDaysBetween } from '../../../values/days/business-days.ts'
import { daysBetween, toWeekday, type PlainDate } from '../../../values/dates.ts'
import { mode } from '../../../values/days/rhythm.ts'
import type { Coverage } from '../../covered-days.ts'
import { median } from '../../streams/numbers.ts'
import { detectRhythm, keptDays, type Rhythm } from '../../streams/cadence.ts'
import { isFixed } from '../../streams/series.ts'
import type { Contract } from './contract.ts'

/** Share of the business days between first and last payment that carry one (formulas 9.2). */
const DAILY_SHARE = 0.7
/** Share of payments on one weekday (formulas 9.2). */
const WEEKDAY_SHARE = 0.7
const MIN_DAILY = 5
const MIN_WEEKLY = 3

/**
 * How the payments of a contract repeat: as any stream does, else by the looser tests of formulas
 * 9.2, which forgive the days that were missed; null when they fit nothing.
 */
export function detectContractRhythm({ payments }: Contract, coverage: Coverage): Rhythm | null {
  const [first] = payments
  if (!first) return null
  const dates = [...new Set(payments.map(({ date }) => date))]
  const isGapCovered = (from: PlainDate, to: PlainDate): boolean =>
    coverage.isWhole(first.tx.accountId, from, to)
  return detectRhythm(dates, { isGapCovered, isFixed: isFixed(payments) }) ?? looseRhythm(dates)
}

function looseRhythm(dates: readonly PlainDate[]): Rhythm | null {
  const days = businessDaysBetween(dates[0]!, dates.at(-1)!) + 1
  const share = dates.length / days
  if (dates.length >= MIN_DAILY && share >= DAILY_SHARE) {
    const fit = Math.min(1, share)
    return {
      cadence: 'business_daily',
      fitShare: fit,
      regularity: fit,
      ...keptDays('business_daily', dates),
    }
  }
  const weekday = mode(dates.map(toWeekday))
  const gaps = dates.slice(1).map((date, index) => daysBetween(dates[index]!, date))
  if (dates.length < MIN_WEEKLY || !weekday || weekday.share < WEEKDAY_SHARE) return null
  const gap = median(gaps)
  if (gap < 5 || gap > 9) return null
  const { share: fit } = weekday
  return { cadence: 'weekly', fitShare: fit, regularity: fit, ...keptDays('weekly', dates) }
}
