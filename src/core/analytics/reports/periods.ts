import { addMonths, dateOfDay, dayNumber, firstOfMonth, toMonth } from '../../values/dates.ts'
import type { Scope } from '../window.ts'

/** How a report cuts its window. */
export type Granularity = 'day' | 'month' | 'week' | 'quarter' | 'total'

/** A piece of a window, and the calendar period it is a piece of. */
export interface Period extends Scope {
  calendarStart: number
  calendarEnd: number
}

/** The window in calendar pieces, oldest first; the first and the last may be cut. */
export function cutPeriods(scope: Scope, granularity: Granularity): Period[] {
  if (granularity === 'total') {
    return [{ ...scope, calendarStart: scope.startDay, calendarEnd: scope.endDay }]
  }
  const periods: Period[] = []
  for (let day = scope.startDay; day <= scope.endDay;) {
    const calendarStart = toPeriodStart(day, granularity)
    const calendarEnd = nextStart(calendarStart, granularity) - 1
    const endDay = Math.min(calendarEnd, scope.endDay)
    periods.push({ ...scope, startDay: day, endDay, calendarStart, calendarEnd })
    day = endDay + 1
  }
  return periods
}

/** First day of the month, quarter or week (from Monday) of a day. */
function toPeriodStart(day: number, granularity: Granularity): number {
  if (granularity === 'day') return day
  if (granularity === 'week') return day - ((((day + 3) % 7) + 7) % 7)
  const month = toMonth(dateOfDay(day))
  const intoQuarter = (Number(month.slice(5)) - 1) % 3
  const first = granularity === 'quarter' ? addMonths(month, -intoQuarter) : month
  return dayNumber(firstOfMonth(first))
}

function nextStart(start: number, granularity: Granularity): number {
  if (granularity === 'day') return start + 1
  if (granularity === 'week') return start + 7
  const months = granularity === 'quarter' ? 3 : 1
  return dayNumber(firstOfMonth(addMonths(toMonth(dateOfDay(start)), months)))
}
