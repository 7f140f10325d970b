import { dateOfDay } from '../../../values/dates.ts'
import { decideDecimalMark, scanAmount, type DecimalMark } from './cells/amounts.ts'
import { looksLikeDate } from './cells/dates.ts'
import { selectColumns, readHeader, type Columns } from './columns/header.ts'
import { MOST_COLUMNS } from './find-tables.ts'

/** A cell that knows what it holds, as worksheets and JSON have them. */
export type TypedCell = string | number | boolean | Date | null | undefined

/** Serial days of the years 1927 to 2119; smaller and larger numbers are something else. */
const SERIAL_DAYS = { from: 10_000, to: 80_000 }
/** Day 0 of the serial days, 1899-12-30, as days since 1970. */
const SERIAL_EPOCH = -25_569

/**
 * The grid of texts that `readTable` reads. A number is written without grouping, with the decimal
 * mark that the texts of the grid prove, so that `579,68 USD` and the number 1084.5 agree; a number
 * in a column whose heading names a date is a serial day, a point in time its day.
 */
export function textGrid(rows: readonly (readonly TypedCell[])[]): string[][] {
  const cells = rows.map(filledCells)
  const texts = cells.flatMap((row) => row.filter((cell) => typeof cell === 'string'))
  const amounts = texts.filter((text) => !looksLikeDate(text)).map(scanAmount)
  const mark = decideDecimalMark(amounts.filter((amount) => amount !== null))
  let dated = new Set<number>()
  return cells.map((row) => {
    const header = readTypedHeader(row)
    if (header) dated = new Set(selectColumns(header, 'date').map(({ index }) => index))
    return row.map((cell, index) => textOfCell(cell, mark, dated.has(index)))
  })
}

/** Headings are texts; looking for one in every row of numbers would take most of the time. */
function readTypedHeader(row: readonly TypedCell[]): Columns | null {
  const texts = row.map((cell) => cell ?? '')
  return texts.every((cell) => typeof cell === 'string')
    ? readHeader(texts.map((text) => text.trim()))
    : null
}

/** A row up to its last cell that holds something; sheets have thousands that hold nothing. */
function filledCells(row: readonly TypedCell[]): readonly TypedCell[] {
  const cells = row.slice(0, MOST_COLUMNS)
  return cells.slice(0, cells.findLastIndex((cell) => cell != null && cell !== '') + 1)
}

function textOfCell(cell: TypedCell, mark: DecimalMark, isDated: boolean): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell !== 'number') return String(cell)
  const isSerial = isDated && cell >= SERIAL_DAYS.from && cell <= SERIAL_DAYS.to
  return isSerial ? dateOfDay(Math.floor(cell) + SERIAL_EPOCH) : textOfNumber(cell, mark)
}

/**
 * Fifteen digits are what a worksheet means; more are binary rounding errors. Three decimals get a
 * zero, since `1.234` alone would be a thousand.
 */
function textOfNumber(number: number, mark: DecimalMark): string {
  const text = String(Number(number.toPrecision(15)))
  if (!/^-?\d+\.\d+$/.test(text)) return text
  const [whole, decimals = ''] = text.split('.')
  return `${whole}${mark}${decimals.length === 3 ? `${decimals}0` : decimals}`
}
