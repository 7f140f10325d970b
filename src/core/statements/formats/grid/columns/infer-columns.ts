import { parseCents, decideDecimalMark, scanAmount, type DecimalMark } from '../cells/amounts.ts'
import { CURRENCY_CODES } from '../../../currency/currencies.ts'
import { looksLikeDate } from '../cells/dates.ts'
import type { GridRow } from '../grid-row.ts'
import { arrangeColumns, MONEY_ROLES, readHeadings, type Column, type Columns } from './header.ts'
import type { ColumnRole } from '../words/header-words.ts'

interface ColumnValues {
  index: number
  cells: string[]
  filled: number
  dates: number
  /** Cents per row, null where the cell is empty or no amount. */
  cents: (number | null)[]
  amounts: number
  hasDecimals: boolean
}

/**
 * The columns of a table whose headings say too little, from their values: dates, amounts, running
 * balance (by arithmetic), the longest text. Null when no row has both a date and an amount.
 * `firstRow` is the index of the first such row.
 */
export function inferColumns(
  lines: readonly GridRow[],
): { columns: Columns; firstRow: number } | null {
  const firstRow = lines.findIndex(isDataRow)
  if (firstRow < 0) return null
  const rows = lines.slice(firstRow).filter(isDataRow)
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), 0)
  const mark = detectDecimalMark(rows)
  const values = Array.from({ length: width }, (_, index) => readColumnValues(rows, index, mark))
  const dates = values.filter((column) => column.dates > rows.length * 0.8)
  const accounts = values.filter((column) => !dates.includes(column) && isAccount(column))
  const numbers = values.filter(
    (column) => !dates.includes(column) && !accounts.includes(column) && isNumbers(column),
  )
  const money = assignMoney(numbers, rows.length)
  if (dates.length === 0 || money.size === 0) return null
  const text = longestText(
    values.filter((column) => !dates.includes(column) && !numbers.includes(column)),
  )
  const inferred = values.map((column): Column => {
    const { index } = column
    const isDate = dates.includes(column)
    const other = index === text ? 'description' : plainRole(column, column === accounts.at(-1))
    const role = isDate ? 'date' : (money.get(index) ?? other)
    return { index, name: '', role, rank: 1, currency: null, isKnown: false }
  })
  const headings = readHeadings(lines[firstRow - 1]?.cells ?? [])
  return { columns: arrangeColumns(preferHeadings(inferred, headings)), firstRow }
}

/** So many digits of the same number in every row are an account's. */
const ACCOUNT = /^(?:[A-Z]{2}\d{2}[A-Z\d ]{8,30}|\d{6,})$/

/** The one number that every row names; behind that of a bank stands that of the account. */
function isAccount({ cells }: ColumnValues): boolean {
  return cells.length > 2 && new Set(cells).size === 1 && ACCOUNT.test(cells[0]!)
}

function plainRole({ cells }: ColumnValues, isNumber: boolean): ColumnRole {
  if (isNumber) return 'account'
  return cells.every((cell) => CURRENCY_CODES.has(cell)) ? 'currency' : 'other'
}

/** Headings win; a role that no heading names is inferred. */
function preferHeadings(inferred: readonly Column[], headings: readonly Column[]): Column[] {
  const roles = new Set(headings.map((heading) => heading.role))
  const hasMoney = MONEY_ROLES.some((role) => roles.has(role))
  return inferred.map((column) => {
    const heading = headings[column.index]
    if (heading && heading.role !== 'other') return heading
    const isMoney = MONEY_ROLES.some((role) => role === column.role)
    const isTaken = roles.has(column.role) || (isMoney && hasMoney)
    return { ...column, name: heading?.name ?? '', role: isTaken ? 'other' : column.role }
  })
}

/** Whether a line holds a date and, in another cell, an amount. */
export function isDataRow(row: { cells: readonly string[] }): boolean {
  const isDate = row.cells.map(looksLikeDate)
  return (
    isDate.includes(true) &&
    row.cells.some((cell, index) => !isDate[index] && scanAmount(cell) !== null)
  )
}

function detectDecimalMark(rows: readonly GridRow[]): DecimalMark {
  const cells = rows.flatMap((row) => row.cells.filter((cell) => !looksLikeDate(cell)))
  return decideDecimalMark(cells.map(scanAmount).filter((amount) => amount !== null))
}

function readColumnValues(
  rows: readonly GridRow[],
  index: number,
  mark: DecimalMark,
): ColumnValues {
  const cells = rows.map((row) => row.cells[index] ?? '')
  const cents = cells.map((cell) => {
    const amount = scanAmount(cell)
    return amount && parseCents(amount, mark, amount.currency ?? 'USD')
  })
  return {
    index,
    cells,
    cents,
    filled: cells.filter((cell) => cell !== '').length,
    dates: cells.filter(looksLikeDate).length,
    amounts: cents.filter((value) => value !== null).length,
    hasDecimals: cells.some((cell, row) => cents[row] !== null && cell.includes(mark)),
  }
}

function isNumbers(column: ColumnValues): boolean {
  return column.amounts > 0 && column.amounts === column.filled
}

/** Which number columns are amount, debit, credit and balance; check numbers have no decimals. */
function assignMoney(numbers: ColumnValues[], rowCount: number): Map<number, ColumnRole> {
  const withDecimals = numbers.filter((column) => column.hasDecimals)
  const money = withDecimals.length > 0 ? withDecimals : numbers
  // Where balances before and after each row are printed, the later column is the one after.
  const balance = money.findLast((column) => explainsOthers(column, money))
  const moved = money.filter((column) => column !== balance)
  const single =
    balance &&
    moved.find((column) => explainsOthers(balance, [balance, column]) && isAlone(column, moved))
  const rest = single ? [single] : moved
  const roles = new Map<number, ColumnRole>()
  if (balance) roles.set(balance.index, 'balance')
  const pair = rest.slice(0, 2)
  const areSides = pair.length === 2 && pair.every((column) => column.amounts < rowCount)
  pair.slice(0, areSides ? 2 : 1).forEach((column, index) => {
    roles.set(column.index, areSides ? (index === 0 ? 'debit' : 'credit') : 'amount')
  })
  return roles
}

/** Whether no other column has money where this one is empty, as the other side has. */
function isAlone(column: ColumnValues, all: readonly ColumnValues[]): boolean {
  const others = all.filter((other) => other !== column)
  return column.cents.every(
    (cents, row) => cents !== null || others.every((other) => other.cents[row] === null),
  )
}

/** So few steps from row to row may look like those of a balance by chance. */
const STEPS_LEAST = 4

/**
 * The place of a column without a known heading whose figures move from row to row by the money of
 * the rows; null where there is none, or too few rows to see it.
 */
export function findRunningColumn(
  all: readonly { index: number; role: ColumnRole; isKnown: boolean }[],
  rows: readonly GridRow[],
): number | null {
  if (rows.length <= STEPS_LEAST) return null
  const mark = detectDecimalMark(rows)
  const read = ({ index }: { index: number }): ColumnValues => readColumnValues(rows, index, mark)
  const money = all.filter(({ role }) => MONEY_ROLES.some((each) => each === role)).map(read)
  const open = all.filter(({ role, isKnown }) => role === 'other' && !isKnown).map(read)
  const running = open.find((column) => isNumbers(column) && explainsOthers(column, money))
  return running?.index ?? null
}

/** A balance changes from row to row by what stands in the other columns, up or down the file. */
function explainsOthers(balance: ColumnValues, money: readonly ColumnValues[]): boolean {
  const others = money.filter((column) => column !== balance)
  if (others.length === 0 || balance.amounts < balance.cells.length || balance.cells.length < 2)
    return false
  const fits = (moved: number, row: number) =>
    others.some((column) => Math.abs(column.cents[row] ?? NaN) === Math.abs(moved))
  let down = 0
  let up = 0
  for (let row = 1; row < balance.cells.length; row += 1) {
    const moved = balance.cents[row]! - balance.cents[row - 1]!
    if (fits(moved, row)) down += 1
    if (fits(moved, row - 1)) up += 1
  }
  return Math.max(down, up) >= (balance.cells.length - 1) * 0.8
}

function longestText(columns: readonly ColumnValues[]): number | null {
  const lengths = columns.map((column) => column.cells.reduce((sum, cell) => sum + cell.length, 0))
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0)
  return longest === 0 ? null : columns[lengths.indexOf(longest)]!.index
}
