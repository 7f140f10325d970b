import { dayNumber, existingDate, type PlainDate } from '../../../../values/dates.ts'
import { DATE_FILLERS, monthOfName } from '../words/month-names.ts'

export type DateOrder = 'mdy' | 'dmy' | 'ymd'

/** How the three numbers of a table's dates are to be read, and how sure that is. */
export interface DateReading {
  order: DateOrder
  /** False when another order reads every date as well. */
  isCertain: boolean
  /** Why this order was chosen, for `choices`; null when no date needed it. */
  reason: string | null
}

const ORDERS: readonly DateOrder[] = ['mdy', 'dmy', 'ymd']

type ScannedDate = { fixed: PlainDate } | { numbers: [string, string, string]; isDotted: boolean }

/**
 * The date in a cell: ISO and compact dates (`2024-08-01T10:00`, `20240801`) and dates with a month
 * name (`1. März 2024`, `Aug 1, 2024`) in one way, three numbers (`01/04/2025`) by `order`.
 * A time after the date is dropped. Null when there is no date or it does not exist.
 */
export function parseDate(text: string, order: DateOrder): PlainDate | null {
  const scanned = scanDate(text)
  return scanned && dateIn(scanned, order)
}

export function looksLikeDate(text: string): boolean {
  const scanned = scanDate(text)
  return scanned !== null && ORDERS.some((order) => dateIn(scanned, order) !== null)
}

/**
 * The last day of its month for a day that no month has (`31.02.2026`), as banks that count thirty
 * days to a month write it; null for any other text.
 */
export function clampDate(text: string, order: DateOrder): PlainDate | null {
  const numbers = numbersIn(text.trim())
  if (numbers === null) return null
  const ordered: DateOrder = numbers[0].length === 4 ? 'ymd' : order
  const [year, month, day] = (['y', 'm', 'd'] as const).map(
    (unit) => numbers[ordered.indexOf(unit)]!,
  ) as [string, string, string]
  if ((year.length !== 2 && year.length !== 4) || Number(day) > 31 || Number(day) < 29) return null
  for (let last = Number(day) - 1; last >= 28; last -= 1) {
    const date = existingDate(fullYear(year), Number(month), last)
    if (date !== null) return date
  }
  return null
}

/** `31.02.2026`, `2026-02-30` */
function numbersIn(text: string): [string, string, string] | null {
  const match = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:[ T,].*)?$/.exec(text)
  return match && [match[1]!, match[3]!, match[4]!]
}

/**
 * The order that reads most of the cells. When several read all of them, the one that puts the rows
 * in order of time wins, then the one with the shortest span (an export covers weeks; in the wrong
 * order its days become months), then the custom of the country.
 */
export function decideDateOrder(
  cells: readonly string[],
  isMonthFirstCountry: boolean,
): DateReading {
  const custom: DateOrder[] = isMonthFirstCountry ? ['mdy', 'dmy', 'ymd'] : ['dmy', 'mdy', 'ymd']
  const scanned = cells.map(scanDate).filter((date) => date !== null)
  const readings = custom.map((order) => readAll(scanned, order))
  const most = Math.max(...readings.map((reading) => reading.days.length))
  const [first, ...others] = withoutFarYears(
    readings.filter((reading) => reading.days.length === most),
  )
  const rivals = others.filter((other) => other.days.some((day, at) => day !== first!.days[at]))
  if (rivals.length === 0) {
    const isNeeded = readings.some((reading) => reading.days.length < most)
    return {
      order: first!.order,
      isCertain: true,
      reason: isNeeded ? 'the other order makes dates that do not exist' : null,
    }
  }
  const all = [first!, ...rivals]
  const best = all.reduce((left, right) => (isBetter(right, left) ? right : left))
  return { order: best.order, isCertain: false, reason: whyBest(best, all) }
}

/** A two-digit year is rarely written first: it counts only when it shortens the span much. */
function withoutFarYears(readings: readonly OrderedDays[]): OrderedDays[] {
  const usual = readings.filter((reading) => reading.order !== 'ymd')
  const closest = usual.reduce((span, reading) => Math.min(span, reading.spanDays), Infinity)
  return readings.filter(
    (reading) => reading.order !== 'ymd' || usual.length === 0 || reading.spanDays * 10 < closest,
  )
}

interface OrderedDays {
  order: DateOrder
  days: number[]
  isSorted: boolean
  spanDays: number
}

function readAll(scanned: readonly ScannedDate[], order: DateOrder): OrderedDays {
  const dates = scanned.map((date) => dateIn(date, order)).filter((date) => date !== null)
  const days = dates.map(dayNumber)
  const steps = days.slice(1).map((day, index) => day - days[index]!)
  const isSorted = steps.every((step) => step >= 0) || steps.every((step) => step <= 0)
  const low = days.reduce((a, b) => Math.min(a, b), Infinity)
  const high = days.reduce((a, b) => Math.max(a, b), -Infinity)
  return { order, days, isSorted, spanDays: high - low }
}

function isBetter(left: OrderedDays, right: OrderedDays): boolean {
  if (left.isSorted !== right.isSorted) return left.isSorted
  return left.spanDays < right.spanDays
}

function whyBest(best: OrderedDays, all: readonly OrderedDays[]): string {
  if (all.some((other) => other.isSorted !== best.isSorted))
    return 'only then are the rows in order of time'
  if (all.some((other) => other.spanDays > best.spanDays))
    return 'it gives the shortest span of dates'
  return 'it is usual for this currency'
}

function scanDate(text: string): ScannedDate | null {
  const cell = text.trim()
  if (cell.length < 6 || cell.length > 40 || !/\d/.test(cell)) return null
  // 20240801, 20240801120000
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:\d{6})?$/.exec(cell)
  if (compact) return fixed(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  // 2026年3月2日
  const signed = /^(\d{4}) ?[年.] ?(\d{1,2}) ?[月.] ?(\d{1,2}) ?日?/.exec(cell)
  if (signed && /年/.test(cell))
    return fixed(Number(signed[1]), Number(signed[2]), Number(signed[3]))
  // 8/1/2024, 13.08.24, 2024-08-01 10:15:00, 2024-08-01T10:15:00Z
  const numeric = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:[ T,.].*)?$/.exec(cell)
  if (!numeric) return scanNamedMonth(cell)
  const [, first = '', separator, second = '', third = ''] = numeric
  if (first.length === 4) return fixed(Number(first), Number(second), Number(third))
  return { numbers: [first, second, third], isDotted: separator === '.' }
}

function fixed(year: number, month: number, day: number): ScannedDate | null {
  const date = existingDate(year, month, day)
  return date === null ? null : { fixed: date }
}

/** `Aug 1, 2024`, `01-Aug-24`, `1er août 2024`, `Thu 01 August 2024 10:15`. */
function scanNamedMonth(cell: string): ScannedDate | null {
  const plain = cell.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/\d{1,2}:\d{2}.*$/, '').match(/\p{L}+|\d+/gu) ?? []
  let month: number | null = null
  const numbers: string[] = []
  for (const word of words) {
    if (/^\d/.test(word)) numbers.push(word)
    else if (month === null && monthOfName(word) !== null) month = monthOfName(word)
    else if (!DATE_FILLERS.has(word)) return null
  }
  if (month === null || numbers.length !== 2) return null
  const [day, year] =
    numbers[0]!.length === 4 ? [numbers[1]!, numbers[0]!] : [numbers[0]!, numbers[1]!]
  return fixed(fullYear(year), month, Number(day))
}

function dateIn(scanned: ScannedDate, order: DateOrder): PlainDate | null {
  if ('fixed' in scanned) return scanned.fixed
  // Month-first dates are never written with points.
  return scanned.isDotted && order === 'mdy' ? null : inOrder(scanned.numbers, order)
}

function inOrder(numbers: readonly [string, string, string], order: DateOrder): PlainDate | null {
  const [year, month, day] = [order.indexOf('y'), order.indexOf('m'), order.indexOf('d')]
  const yearText = numbers[year]!
  if (yearText.length !== 2 && yearText.length !== 4) return null
  return existingDate(fullYear(yearText), Number(numbers[month]), Number(numbers[day]))
}

/** Two digits mean 1980 to 2079. */
function fullYear(text: string): number {
  if (text.length > 2) return Number(text)
  return Number(text) + (Number(text) < 80 ? 2000 : 1900)
}
