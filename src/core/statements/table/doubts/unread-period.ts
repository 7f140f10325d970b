import { daysBetween, type PlainDate } from '../../../values/dates.ts'
import { resolveDate } from '../../print/printed-dates.ts'
import type { Doubt } from '../../statement.ts'
import type { AccountReading } from './account-reading.ts'

/** So many days lie between the first and the last day of a period. */
const LEAST_DAYS = 6
const MOST_DAYS = 100

/**
 * Where no period was read, or only its end: two full dates above the rows that hold all rows
 * between them, of which the second is that end. They may be its first and its last day, in words
 * that are not known; the days of the rows are not those.
 */
export function unreadPeriod({ statement, lines, tables, dating }: AccountReading): Doubt[] {
  const { startDate, endDate, rows } = statement
  if (startDate !== null || rows.length === 0) return []
  const days = rows.map(({ date }) => date).toSorted()
  const printed = lines
    .slice(0, Math.max(0, lines.indexOf(tables.rows[0]!.lines[0]!)))
    .flatMap((line) => line.dates)
    .filter(({ year }) => year !== null)
    .map((date) => resolveDate(date, dating.frame))
    .filter((date) => date !== null)
  const isAround = (start: PlainDate, end: PlainDate): boolean => {
    const between = daysBetween(start, end)
    if (endDate !== null && end !== endDate) return false
    return start <= days[0]! && end >= days.at(-1)! && between >= LEAST_DAYS && between <= MOST_DAYS
  }
  const found = printed.flatMap((start) =>
    printed.flatMap((end) => (isAround(start, end) ? [`${start} and ${end}`] : [])),
  )
  const message = `Two dates above its rows, ${found[0]}, may be its period, which was not read.`
  return found.length === 0 ? [] : [{ code: 'period_not_read', message }]
}
