import { existingDate, type PlainDate } from '../../values/dates.ts'
import type { Statement } from '../statement.ts'
import { NOTHING_TURNED } from './signs.ts'

/** Whether day and month stand as read, or change places. */
export type DateOrder = 'as_read' | 'swapped'

/**
 * The statement with day and month of its rows and daily balances exchanged; the period keeps what
 * is printed. Null when some date does not exist that way.
 */
export function setDateOrder(statement: Statement, order: DateOrder): Statement | null {
  const isSwapped = order === 'swapped'
  const turned = statement.turned ?? NOTHING_TURNED
  if (isSwapped === turned.dates) return statement
  const next = mapDates(statement, swap)
  return next && { ...next, turned: { ...turned, dates: isSwapped } }
}

/** The year in which a statement ends; null without any date. */
export function endYear({ endDate, rows }: Statement): number | null {
  const last = endDate ?? rows.map(({ date }) => date).reduce(later, '')
  return last === '' ? null : Number(last.slice(0, 4))
}

/**
 * The statement moved by whole years, so that it ends in this one. Null when it has no date, or one
 * of them is a 29 February that the year has not.
 */
export function setYear(statement: Statement, year: number): Statement | null {
  const from = endYear(statement)
  if (from === null) return null
  const shift = (date: PlainDate): PlainDate | null => {
    const { year: own, month, day } = parts(date)
    return existingDate(own + year - from, month, day)
  }
  const moved = mapDates(statement, shift)
  const period = [statement.startDate, statement.endDate].map((date) =>
    date === null ? { date } : shift(date) === null ? null : { date: shift(date) },
  )
  const [start, end] = period
  return moved && start && end ? { ...moved, startDate: start.date, endDate: end.date } : null
}

/** The year next to the wanted one in which every date exists; null when there is none near. */
export function nearestYear(statement: Statement, wanted: number): number | null {
  const near = [1, -1, 2, -2, 3, -3].map((step) => wanted + step)
  return near.find((year) => setYear(statement, year) !== null) ?? null
}

type Move = (date: PlainDate) => PlainDate | null

function mapDates(statement: Statement, move: Move): Statement | null {
  const printed = [
    ...statement.rows.flatMap(({ date, postedOn }) => (postedOn ? [date, postedOn] : [date])),
    ...statement.dailyBalances.map(({ date }) => date),
  ]
  if (printed.some((date) => move(date) === null)) return null
  return {
    ...statement,
    rows: statement.rows.map((row) => ({
      ...row,
      date: move(row.date)!,
      postedOn: row.postedOn && move(row.postedOn),
    })),
    dailyBalances: statement.dailyBalances.map((day) => ({ ...day, date: move(day.date)! })),
  }
}

function swap(date: PlainDate): PlainDate | null {
  const { year, month, day } = parts(date)
  return existingDate(year, day, month)
}

function parts(date: PlainDate): { year: number; month: number; day: number } {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

function later(left: PlainDate, right: PlainDate): PlainDate {
  return left > right ? left : right
}
