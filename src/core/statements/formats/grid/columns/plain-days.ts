import { dateOfDay, existingDate } from '../../../../values/dates.ts'
import { DATES, datesIn } from '../facts/period-line.ts'
import { looksLikeDate } from '../cells/dates.ts'
import type { GridRow } from '../grid-row.ts'
import { DATE_FILLERS, monthOfName } from '../words/month-names.ts'
import { valuesIn } from './column-values.ts'
import type { Columns } from './header.ts'

/** Enough rows to see what a column holds. */
const SAMPLE_ROWS = 200

/** Writes a cell of days so that it is read as a date; null for any other text. */
type Writer = (cell: string) => string | null

/**
 * Rows with their days written as dates where a column of days holds nothing but bare numbers
 * (serial days, seconds since 1970, `120225`), or days without a year that the lines above name.
 */
export function withPlainDays(
  rows: readonly GridRow[],
  columns: Columns,
  preamble: readonly GridRow[],
): GridRow[] {
  const writers = new Map<number, Writer>()
  for (const column of columns.byRole.get('date') ?? []) {
    const values = valuesIn(rows, column)
    const writer = values.slice(0, SAMPLE_ROWS).some(looksLikeDate)
      ? null
      : findWriter(values, preamble)
    if (writer) writers.set(column.index, writer)
  }
  if (writers.size === 0) return [...rows]
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => writers.get(at)?.(cell) ?? cell),
  }))
}

function findWriter(values: readonly string[], preamble: readonly GridRow[]): Writer | null {
  const areMost = (write: Writer): boolean =>
    values.filter((value) => write(value) !== null).length * 2 > values.length
  // A number of six digits is none of the serial days, and one of five may have lost its zero.
  if (areMost(compactDay) && values.some((value) => COMPACT.test(value))) return compactDay
  if (values.slice(0, SAMPLE_ROWS).some((value) => numberedDay(value) !== null)) return numberedDay
  const yearless = yearlessDays(values, preamble)
  return yearless && areMost(yearless) ? yearless : null
}

/** Serial days of the years 1995 to 2064, as spreadsheets count them. */
const SERIAL_DAYS = { from: 34_700, to: 60_000 }
/** Day 0 of the serial days, 1899-12-30, as days since 1970. */
const SERIAL_EPOCH = -25_569

/** The date of a serial day, or of seconds since 1970. */
export function numberedDay(value: string): string | null {
  // 46085, 46085.5
  if (/^\d{5}(?:\.\d+)?$/.test(value)) {
    const day = Math.floor(Number(value))
    const isSerial = day >= SERIAL_DAYS.from && day <= SERIAL_DAYS.to
    return isSerial ? dateOfDay(day + SERIAL_EPOCH) : null
  }
  // 1772638200, 1772638200000
  if (!/^1\d{9}(?:\d{3})?$/.test(value)) return null
  const seconds = Number(value.slice(0, 10))
  return dateOfDay(Math.floor(seconds / 86_400))
}

// 120225   02122025
const COMPACT = /^\d{6}(?:\d{2})?$/

/** `120225` as `12/02/25`, whose order the other days show; a sheet drops the zero of `010226`. */
function compactDay(value: string): string | null {
  const [, first = '', second, year] = /^(\d{1,2})(\d{2})(\d{2}|\d{4})$/.exec(value) ?? []
  return first === '' ? null : `${first.padStart(2, '0')}/${second}/${year}`
}

interface YearlessDay {
  month: number
  day: number
}

/**
 * A writer for days without a year (`01 ENE`, `Mar 14`), by the years that the lines above print:
 * the one year, or the two of a period over New Year. Null where they print none, or where the rows
 * go over New Year and one year alone is printed.
 */
function yearlessDays(values: readonly string[], preamble: readonly GridRow[]): Writer | null {
  const years = yearsAbove(preamble)
  const months = values.flatMap((value) => yearlessDay(value)?.month ?? [])
  const isOverNewYear = months.includes(12) && months.includes(1)
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last! - first > 1 || (isOverNewYear && first === last)) return null
  return (cell) => {
    const found = yearlessDay(cell)
    // The end of a year is of the earlier one.
    return found && existingDate(found.month > 6 ? first : last!, found.month, found.day)
  }
}

function yearlessDay(cell: string): YearlessDay | null {
  const plain = cell.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/\p{L}+|\d+/gu) ?? []
  const numbers = words.filter((word) => /^\d{1,2}$/.test(word))
  const month = words.map(monthOfName).find((each) => each !== null)
  const others = words.filter((word) => !/^\d/.test(word) && monthOfName(word) === null)
  if (month === undefined || numbers.length !== 1 || others.some((word) => !DATE_FILLERS.has(word)))
    return null
  return words.length > MOST_WORDS ? null : { month, day: Number(numbers[0]) }
}

/** `1er de enero` has so many words. */
const MOST_WORDS = 5

/** The years of the days above a table, earliest first; without a whole day, bare years. */
function yearsAbove(preamble: readonly GridRow[]): number[] {
  const texts = preamble.map(({ cells }) => cells.filter((cell) => cell !== '').join('  '))
  const days = texts.flatMap((text) => datesIn(text, 'dmy').concat(datesIn(text, 'mdy')))
  const bare = texts.flatMap(
    (text) => text.replace(DATES, ' ').match(/(?<![\p{L}\d.,/-])20\d{2}(?![\d.,/-]\d|\d)/gu) ?? [],
  )
  const years = days.length > 0 ? days.map((day) => Number(day.slice(0, 4))) : bare.map(Number)
  return [...new Set(years)].toSorted((a, b) => a - b)
}
