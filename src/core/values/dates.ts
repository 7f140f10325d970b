/** A local calendar date, `YYYY-MM-DD`, without time zone. */
export type PlainDate = string
/** A calendar month, `YYYY-MM`. */
export type Month = string

const PLAIN_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Days since 1970-01-01 of a civil date (Howard Hinnant's days_from_civil). */
export function dayNumber(date: PlainDate): number {
  const year = toYear(date)
  const month = readTwoDigits(date, 5)
  const day = readTwoDigits(date, 8)
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return (
    era * 146097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719468
  )
}

/** Two digits of a date as a number; reading them singly spares a text for each part. */
function readTwoDigits(date: PlainDate, at: number): number {
  return (date.charCodeAt(at) - 48) * 10 + date.charCodeAt(at + 1) - 48
}

/** Dates by day number; a deal needs the same few hundred again and again. */
const dates: (PlainDate | undefined)[] = []
/** Day numbers of 1970 to 2099 are kept. */
const KEPT_DAYS = 47_482

/** The date of a day number; inverse of `dayNumber`. */
export function dateOfDay(days: number): PlainDate {
  if (days < 0 || days >= KEPT_DAYS) return civilDate(days)
  return (dates[days] ??= civilDate(days))
}

/** Howard Hinnant's civil_from_days. */
function civilDate(days: number): PlainDate {
  const z = days + 719468
  const era = Math.floor(z / 146097)
  const dayOfEra = z - era * 146097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36524) -
      Math.floor(dayOfEra / 146096)) /
      365,
  )
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const mp = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * mp + 2) / 5) + 1
  const month = mp < 10 ? mp + 3 : mp - 9
  return plainDate(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

/** `YYYY-MM-DD` of its parts; the parts are not checked. */
export function plainDate(year: number, month: number, day: number): PlainDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Whether the text is a date that exists, year 1900 to 2199. */
export function isPlainDate(text: string): boolean {
  const match = PLAIN_DATE.exec(text)
  if (!match) return false
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  return (
    year >= 1900 &&
    year <= 2199 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(text.slice(0, 7))
  )
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return dateOfDay(dayNumber(date) + days)
}

/** The day of these numbers; null when there is no such day. */
export function existingDate(year: number, month: number, day: number): PlainDate | null {
  const date = plainDate(year, month, day)
  return isPlainDate(date) ? date : null
}

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** 0 = Sunday … 6 = Saturday. */
export function toWeekday(date: PlainDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}

export function toYear(date: PlainDate): number {
  return readTwoDigits(date, 0) * 100 + readTwoDigits(date, 2)
}

export function toMonth(date: PlainDate): Month {
  return date.slice(0, 7)
}

/** Months by day number. */
const months: (Month | undefined)[] = []

/** The month of a day number. */
export function monthOfDay(day: number): Month {
  if (day < 0 || day >= KEPT_DAYS) return toMonth(civilDate(day))
  return (months[day] ??= toMonth(dateOfDay(day)))
}

export function addMonths(month: Month, count: number): Month {
  const index = toYear(month) * 12 + readTwoDigits(month, 5) - 1 + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export function daysInMonth(month: Month): number {
  const year = toYear(month)
  const number = readTwoDigits(month, 5)
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return number === 2 && isLeap ? 29 : MONTH_LENGTHS[number - 1]!
}

export function firstOfMonth(month: Month): PlainDate {
  return `${month}-01`
}

export function lastOfMonth(month: Month): PlainDate {
  return `${month}-${daysInMonth(month)}`
}

/** Every date from `from` to `to`, both included. */
export function eachDay(from: PlainDate, to: PlainDate): PlainDate[] {
  const start = dayNumber(from)
  return Array.from({ length: Math.max(0, dayNumber(to) - start + 1) }, (_, index) =>
    dateOfDay(start + index),
  )
}

/** Complete months from a day to another; never below zero. */
export function monthsBetween(from: PlainDate, to: PlainDate): number {
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    (Number(to.slice(5, 7)) - Number(from.slice(5, 7)))
  return Math.max(0, to.slice(8) < from.slice(8) ? months - 1 : months)
}
