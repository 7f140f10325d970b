import { addDays, dayNumber, existingDate, type PlainDate } from '../../values/dates.ts'
import type { DecimalMark } from './amounts.ts'
import { plainWord } from '../vocabulary/phrases.ts'

/** A date as printed; which part is the day may be open, and the year may be missing. */
export interface PrintedDate {
  first: number
  second: number
  /** `fixed`: first is the day, second the month. `open`: either may be. */
  order: 'fixed' | 'open'
  year: number | null
  from: number
  to: number
}

export type DateOrder = 'month-first' | 'day-first'

/** What is known about when a statement was: its period, or a date near its end. */
export interface DateFrame {
  start: PlainDate | null
  end: PlainDate | null
  order: DateOrder
}

// 2026-02-03   2026/02/03   20260203   2026.02.03.   2026. 02. 03.
const ISO =
  /(?<![\d/.-])(?:(\d{4})(?:[-/.]|\. )(\d{1,2})(?:[-/.]|\. )(\d{1,2})\.?|(20\d\d)(0[1-9]|1[0-2])([0-3]\d))(?![\d,]|\.\d)/g
// 03 02 2026
const APART = /(?<![\d.,/-] ?)(\d{2}) (\d{2}) (20\d{2})(?! ?[\d.,/-])/g
// 01/31/2024   1/5   01-07-2023   05.02.   31.12.24
const NUMERIC =
  /(?<![\d/.,$-])(\d{1,2})([-/.])(\d{1,2})(?:\2(\d{4}|\d{2})?(?![\d/]))?(?![\d/]|[.,-]\d)/g
// 02 May   05/MAR/25   03 avr. 25   1 avril 2025   01AUG23   5-May-2026   1 de mayo de 2024
const DAY_MONTH = new RegExp(
  '(?<![\\d/.,$-])(\\d{1,2})(?:st|nd|rd|th|er|\\.)?(?: [dD][eE] |[ /-]?)(\\p{L}{3,11})\\.?' +
    "(?:(?:, ?| [dD][eE][lL]? | |-|\\/)?'?(\\d{4}|\\d{2})(?![\\d/.,]|:\\d))?(?!\\p{L})",
  'gu',
)
// May 02   April 1, 2025   Jun 5th   Jan-05-2024   JUN 01/24
const MONTH_DAY = new RegExp(
  '(?<!\\p{L})(\\p{L}{3,10})\\.?[ -]?(\\d{1,2})(?:st|nd|rd|th)?' +
    "(?:\\/(\\d{4}|\\d{2})(?![\\d/])|(?![\\d/.]|:\\d|,\\d)(?:(?:, ?| |-)'?(\\d{4})(?!\\d))?)",
  'gu',
)

/**
 * The dates of a line from left to right, without overlap. `months` maps folded names to 1 … 12;
 * `03.02` is a date only where a comma parts decimals.
 */
export function findDates(
  text: string,
  months: ReadonlyMap<string, number>,
  mark: DecimalMark = 'point',
): PrintedDate[] {
  const found = [
    ...text.matchAll(ISO).map((match) => isoDate(match)),
    ...text.matchAll(APART).map((match) => apartDate(match)),
    ...text.matchAll(NUMERIC).map((match) => numericDate(match, mark)),
    ...text.matchAll(DAY_MONTH).map((match) => namedDate(match, months, [1, 2])),
    ...text.matchAll(MONTH_DAY).map((match) => namedDate(match, months, [2, 1])),
  ].filter((date) => date !== null)
  found.sort((a, b) => a.from - b.from || b.to - a.to)
  const kept: PrintedDate[] = []
  for (const date of found) if (date.from >= (kept.at(-1)?.to ?? 0)) kept.push(date)
  return kept
}

function isoDate(match: RegExpExecArray): PrintedDate | null {
  const [year, month, day] = match.slice(match[1] === undefined ? 4 : 1).map(Number)
  return dated(match, { first: day!, second: month!, order: 'fixed', year: year! })
}

function apartDate(match: RegExpExecArray): PrintedDate | null {
  const [a, b, year] = match.slice(1).map(Number) as [number, number, number]
  if (a > 12) return dated(match, { first: a, second: b, order: 'fixed', year })
  if (b > 12) return dated(match, { first: b, second: a, order: 'fixed', year })
  return dated(match, { first: a, second: b, order: 'open', year })
}

function numericDate(match: RegExpExecArray, mark: DecimalMark): PrintedDate | null {
  const [a, b] = [Number(match[1]), Number(match[3])]
  const isDotted = match[2] === '.'
  // `12.05` alone is a number where a point parts decimals; else a dotted date has two digits each.
  const isShort = isDotted && match[0].split('.').length < 3
  if (isShort && (mark.startsWith('point') || !/^\d{2}\.\d{2}$/.test(match[0]))) return null
  const year = match[4] ? fullYear(match[4]) : null
  if (isDotted || a > 12) return dated(match, { first: a, second: b, order: 'fixed', year })
  if (b > 12) return dated(match, { first: b, second: a, order: 'fixed', year })
  return dated(match, { first: a, second: b, order: 'open', year })
}

function namedDate(
  match: RegExpExecArray,
  months: ReadonlyMap<string, number>,
  [dayAt, monthAt]: [number, number],
): PrintedDate | null {
  const month = months.get(plainWord(match[monthAt]!))
  if (month === undefined) return null
  const digits = match[3] ?? match[4]
  const year = digits ? fullYear(digits) : null
  return dated(match, { first: Number(match[dayAt]), second: month, order: 'fixed', year })
}

function dated(
  match: RegExpExecArray,
  parts: Pick<PrintedDate, 'first' | 'second' | 'order' | 'year'>,
): PrintedDate | null {
  const { first, second, year } = parts
  if (first < 1 || first > 31 || second < 1 || second > 12) return null
  if (year !== null && (year < 1950 || year > 2199)) return null
  return { ...parts, from: match.index, to: match.index + match[0].length }
}

function fullYear(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits)
}

/** The order the definite numeric dates prove, or null when every date could be read both ways. */
export function provenOrder(texts: Iterable<string>): DateOrder | null {
  let monthFirst = 0
  for (const text of texts) {
    for (const match of text.matchAll(NUMERIC)) {
      if (match[2] === '.' || (match[2] === '-' && match[4] === undefined)) continue
      if (Number(match[3]) > 12 && Number(match[1]) <= 12) monthFirst += 1
      if (Number(match[1]) > 12 && Number(match[3]) <= 12) monthFirst -= 1
    }
  }
  if (monthFirst === 0) return null
  return monthFirst > 0 ? 'month-first' : 'day-first'
}

/** Days a row may stand after the date that a statement is known to end near. */
const END_SLACK_DAYS = 5

/**
 * The calendar date, or null when it does not exist. A missing year is the one that brings the date
 * into the frame, or nearest to it; without any frame such a date stays unknown.
 */
export function resolveDate(date: PrintedDate, frame: DateFrame): PlainDate | null {
  const swap = date.order === 'open' && frame.order === 'month-first'
  const [day, month] = swap ? [date.second, date.first] : [date.first, date.second]
  if (date.year !== null) return existingDate(date.year, month, day)
  const anchor = frame.end ?? frame.start
  if (!anchor) return null
  const year = Number(anchor.slice(0, 4))
  const options = [year + 1, year, year - 1, year - 2]
    .map((option) => existingDate(option, month, day))
    .filter((option) => option !== null)
  const latest = addDays(anchor, END_SLACK_DAYS)
  if (!frame.start || !frame.end) return options.find((option) => option <= latest) ?? null
  const { start, end } = frame
  return options.toSorted((a, b) => outside(a, start, end) - outside(b, start, end))[0] ?? null
}

function outside(date: PlainDate, start: PlainDate, end: PlainDate): number {
  if (date < start) return dayNumber(start) - dayNumber(date)
  return Math.max(0, dayNumber(date) - dayNumber(end))
}
