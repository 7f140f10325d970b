import {
  addDays,
  dateOfDay,
  dayNumber,
  daysInMonth,
  plainDate,
  toWeekday,
  toYear,
  type PlainDate,
} from '../dates.ts'

/**
 * US federal holidays as the Federal Reserve observes them (formulas C14): a fixed holiday on a
 * Sunday moves to Monday, one on a Saturday does not move. Juneteenth since 2021.
 */
export function federalHolidays(year: number): PlainDate[] {
  const fixed = [
    plainDate(year, 1, 1),
    plainDate(year, 7, 4),
    plainDate(year, 11, 11),
    plainDate(year, 12, 25),
  ]
  if (year >= 2021) fixed.push(plainDate(year, 6, 19))
  return [
    ...fixed.map((date) => (toWeekday(date) === 0 ? addDays(date, 1) : date)),
    nthWeekday(year, 1, { weekday: 1, nth: 3 }), // Martin Luther King Jr. Day
    nthWeekday(year, 2, { weekday: 1, nth: 3 }), // Washington's Birthday
    lastMonday(year, 5), // Memorial Day
    nthWeekday(year, 9, { weekday: 1, nth: 1 }), // Labor Day
    nthWeekday(year, 10, { weekday: 1, nth: 2 }), // Columbus Day
    nthWeekday(year, 11, { weekday: 4, nth: 4 }), // Thanksgiving
  ]
}

function nthWeekday(
  year: number,
  month: number,
  { weekday, nth }: { weekday: number; nth: number },
): PlainDate {
  const first = plainDate(year, month, 1)
  return addDays(first, ((weekday - toWeekday(first) + 7) % 7) + 7 * (nth - 1))
}

function lastMonday(year: number, month: number): PlainDate {
  const last = plainDate(year, month, daysInMonth(plainDate(year, month, 1).slice(0, 7)))
  return addDays(last, -((toWeekday(last) + 6) % 7))
}

/** The business days of one year by day of the year, counted from its first day on. */
interface YearTable {
  firstDay: number
  /** How many there are before the day; one entry more than the year has days. */
  countBefore: Uint16Array
}

const tables = new Map<number, YearTable>()

function getYearTable(year: number): YearTable {
  let table = tables.get(year)
  if (!table) tables.set(year, (table = computeTable(year)))
  return table
}

function computeTable(year: number): YearTable {
  const firstDay = dayNumber(plainDate(year, 1, 1))
  const length = dayNumber(plainDate(year + 1, 1, 1)) - firstDay
  const holidays = new Set(federalHolidays(year).map(dayNumber))
  const countBefore = new Uint16Array(length + 1)
  for (let index = 0; index < length; index += 1) {
    const day = firstDay + index
    const isOff = isWeekend(day) || holidays.has(day)
    countBefore[index + 1] = countBefore[index]! + (isOff ? 0 : 1)
  }
  return { firstDay, countBefore }
}

/** Day 0 is a Thursday, so Saturday and Sunday follow two days later. */
function isWeekend(day: number): boolean {
  return (((day - 2) % 7) + 7) % 7 < 2
}

/** Monday to Friday and not a federal holiday. */
export function isBusinessDay(date: PlainDate): boolean {
  const { firstDay, countBefore } = getYearTable(toYear(date))
  const index = dayNumber(date) - firstDay
  return countBefore[index + 1]! > countBefore[index]!
}

/** Whether a business day lies between two days, both included, besides those left out. */
export function hasBusinessDay(
  [first, last]: readonly [number, number],
  isLeftOut: (day: number) => boolean = () => false,
): boolean {
  for (let day = first; day <= last; day += 1) {
    if (!isLeftOut(day) && isBusinessDay(dateOfDay(day))) return true
  }
  return false
}

/** The date itself when it is a business day, else the next one. */
export function onOrAfterBusinessDay(date: PlainDate): PlainDate {
  let day = date
  while (!isBusinessDay(day)) day = addDays(day, 1)
  return day
}

/** The business day `count` business days after (or, negative, before) `date`. */
export function addBusinessDays(date: PlainDate, count: number): PlainDate {
  const step = Math.sign(count)
  let day = date
  for (let left = Math.abs(count); left > 0;) {
    day = addDays(day, step)
    if (isBusinessDay(day)) left -= 1
  }
  return day
}

/** Business days after `from` up to and including `to`; negative when `to` is earlier. */
export function businessDaysBetween(from: PlainDate, to: PlainDate): number {
  if (to < from) return -businessDaysBetween(to, from)
  let count = countUpTo(to) - countUpTo(from)
  for (let year = toYear(from); year < toYear(to); year += 1) {
    count += getYearTable(year).countBefore.at(-1)!
  }
  return count
}

/** Business days of the year up to and including the date. */
function countUpTo(date: PlainDate): number {
  const { firstDay, countBefore } = getYearTable(toYear(date))
  return countBefore[dayNumber(date) - firstDay + 1]!
}
