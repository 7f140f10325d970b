import { businessDaysBetween } from '../values/days/business-days.ts'
import type { Row } from './row.ts'

/**
 * Whether `to` lies between `min` and `max` business days after `from`; negative days are before.
 * The calendar rules out most pairs before any business day is counted.
 */
export function isWithinBusinessDays(from: Row, to: Row, [min, max]: [number, number]): boolean {
  const days = to.day - from.day
  // A week has five business days and a run of holidays costs at most four days more.
  if (days > 1.4 * max + 6 || days < 1.4 * min - 6) return false
  const distance = businessDaysBetween(from.date, to.date)
  return distance >= min && distance <= max
}
