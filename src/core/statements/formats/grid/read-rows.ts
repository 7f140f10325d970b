import type { PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import type { Problem } from '../../../values/problem.ts'
import { parseCents, scanAmount, type DecimalMark } from './cells/amounts.ts'
import { parseDate, type DateOrder } from './cells/dates.ts'
import type { Table } from './find-tables.ts'
import type { GridRow } from './grid-row.ts'
import { selectColumns, MONEY_ROLES, type Column, type Columns } from './columns/header.ts'
import { isPartialTotal, detectSummaryKind } from './summary-rows.ts'
import { CURRENCY_CODES } from '../../currency/currencies.ts'
import type { ColumnRole } from './words/header-words.ts'
import type { SummaryKind } from './words/summary-words.ts'

/** How the values of a table are written, decided over all of them. */
export interface Writing {
  order: DateOrder
  mark: DecimalMark
  /** Taken where neither the row nor its column names one. */
  currency: string
}

/** The money of one row as printed: one amount, or a debit and a credit. */
export interface PrintedMoney {
  amount: Cents | null
  debit: Cents | null
  credit: Cents | null
  balance: Cents | null
  /** A mark beside the amount: `120.00 DR`. */
  side: 'debit' | 'credit' | null
  currency: string | null
}

export interface TransactionRow extends PrintedMoney {
  number: number
  cells: readonly string[]
  date: PlainDate
  description: string
}

export interface SummaryRow extends PrintedMoney {
  kind: SummaryKind
  label: string
}

export interface TableRows {
  transactions: TransactionRow[]
  summaries: SummaryRow[]
  problems: Problem[]
}

type RowResult =
  | { transaction: TransactionRow }
  | { summary: SummaryRow }
  | { fault: string }
  | null

/**
 * The rows of a table: transactions, balances and totals, and one `invalid_row` problem for each
 * row that is none of them. Notes between the rows are dropped.
 */
export function readRows(table: Table, writing: Writing): TableRows {
  const result: TableRows = { transactions: [], summaries: [], problems: [] }
  for (const row of table.rows) {
    const read = readRow(row, table.columns, writing)
    if (read === null) continue
    if ('transaction' in read) result.transactions.push(read.transaction)
    else if ('summary' in read) result.summaries.push(read.summary)
    else
      result.problems.push({ code: 'invalid_row', where: `row ${row.number}`, message: read.fault })
  }
  return result
}

/** The text of the first column of a role that is filled in this row; empty when none is. */
export function readText(cells: readonly string[], columns: Columns, role: ColumnRole): string {
  for (const column of selectColumns(columns, role)) {
    const cell = cells[column.index] ?? ''
    if (cell !== '') return cell
  }
  return ''
}

function readRow(row: GridRow, columns: Columns, writing: Writing): RowResult {
  const read = readCells(row, columns, writing)
  const surplus = row.cells.length - columns.width
  if (surplus <= 0 || read === null || !('fault' in read)) return read
  const rejoined = readCells(
    { ...row, cells: rejoinText(row.cells, columns, surplus) },
    columns,
    writing,
  )
  return rejoined && 'transaction' in rejoined ? rejoined : read
}

/** A separator in an unquoted description makes surplus cells, which belong to the description. */
function rejoinText(cells: readonly string[], columns: Columns, surplus: number): string[] {
  const at = selectColumns(columns, 'description')[0]?.index ?? 0
  const joined = cells.slice(at, at + surplus + 1).join(', ')
  return [...cells.slice(0, at), joined, ...cells.slice(at + surplus + 1)]
}

function readCells(row: GridRow, columns: Columns, writing: Writing): RowResult {
  const { cells, number } = row
  const description = describe(cells, columns)
  const label = description || (cells.find((cell) => cell !== '') ?? '')
  const money = readMoney(cells, columns, writing)
  const kind = detectSummaryKind(label)
  if (kind && !('fault' in money)) return { summary: { kind, label, ...money } }
  const dateText = readText(cells, columns, 'date')
  const hasMoney = MONEY_ROLES.some((role) => filledColumn(cells, columns, role) !== null)
  if (cells.filter((cell) => cell !== '').length < 2 || (dateText === '' && !hasMoney)) return null
  if (dateText === '' && isPartialTotal(label)) return null
  const date = readDate(cells, columns, writing.order)
  if (date === null)
    return { fault: dateText === '' ? 'The row has no date.' : `"${dateText}" is no date.` }
  if ('fault' in money) return money
  if (!hasMoney) return { fault: 'The row has no amount.' }
  return { transaction: { number, cells, date, description, ...money } }
}

/** The best date column of the row that holds a date; `Pending` may stand in the first one. */
function readDate(cells: readonly string[], columns: Columns, order: DateOrder): PlainDate | null {
  for (const column of selectColumns(columns, 'date')) {
    const cell = cells[column.index] ?? ''
    const date = parseDate(cell, order)
    if (date !== null || /\d/.test(cell)) return date
  }
  return null
}

/**
 * The best filled description; columns of one series (`Description 1` and `Description 2`,
 * `Sub-description`) are joined. Without any, the longest text of a column whose heading says
 * nothing.
 */
function describe(cells: readonly string[], columns: Columns): string {
  const textIn = (column: Column) => cells[column.index] ?? ''
  const all = selectColumns(columns, 'description').filter((column) => textIn(column) !== '')
  const best = all[0]
  if (!best) return longestText(cells, columns) || readText(cells, columns, 'type')
  const series = all.filter((column) => seriesName(column.name) === seriesName(best.name))
  return series.map(textIn).join(' ')
}

function longestText(cells: readonly string[], columns: Columns): string {
  const texts = selectColumns(columns, 'other').map((column) => cells[column.index] ?? '')
  const letters = texts.filter((text) => /\p{L}{3}/u.test(text))
  return letters.reduce((best, text) => (text.length > best.length ? text : best), '')
}

function seriesName(name: string): string {
  return name.replace(/\s*\d+$/, '').replace(/^sub /, '')
}

function readMoney(
  cells: readonly string[],
  columns: Columns,
  writing: Writing,
): PrintedMoney | { fault: string } {
  const rowCurrency = readCurrency(cells, columns)
  const money: PrintedMoney = {
    amount: null,
    debit: null,
    credit: null,
    balance: null,
    side: null,
    currency: rowCurrency,
  }
  for (const role of ['amount', 'debit', 'credit', 'balance'] as const) {
    const column = filledColumn(cells, columns, role)
    if (!column) continue
    const printed = scanAmount(cells[column.index]!)
    const currency = rowCurrency ?? column.currency ?? printed?.currency ?? null
    const cents = printed && parseCents(printed, writing.mark, currency ?? writing.currency)
    if (cents === null && role === 'balance') continue
    if (cents === null) return { fault: `"${cells[column.index]}" is no amount.` }
    const isOverdrawn = role === 'balance' && printed?.side === 'debit'
    money[role] = isOverdrawn ? -Math.abs(cents) : cents
    money.currency ??= currency
    if (role === 'amount') money.side = printed?.side ?? null
  }
  return money
}

/** Of amount columns of equal rank (`CAD$`, `USD$`) the one that is filled in this row. */
function filledColumn(cells: readonly string[], columns: Columns, role: ColumnRole): Column | null {
  const all = selectColumns(columns, role)
  const best = all.filter((column) => column.rank === all[0]!.rank)
  return best.find((column) => (cells[column.index] ?? '') !== '') ?? null
}

function readCurrency(cells: readonly string[], columns: Columns): string | null {
  const code = readText(cells, columns, 'currency').toUpperCase()
  return CURRENCY_CODES.has(code) ? code : null
}
