import type { PlainDate } from '../../../values/dates.ts'
import type { Cents } from '../../../values/money.ts'
import type { Problem } from '../../../values/problem.ts'
import { isRounded, parseCents, scanAmount, type DecimalMark } from './cells/amounts.ts'
import { clampDate, looksLikeDate, parseDate, type DateOrder } from './cells/dates.ts'
import { filledColumn, readText } from './cells/pick-cells.ts'
import { undatedState } from './cells/undated-state.ts'
import { describe } from './describe.ts'
import type { Table } from './find-tables.ts'
import type { GridRow } from './grid-row.ts'
import { selectColumns, MONEY_ROLES, type Columns } from './columns/header.ts'
import { findLabelKind } from './facts/label-kinds.ts'
import { mayBeRow } from './facts/movement-labels.ts'
import { labelledFigures } from './facts/labelled-figures.ts'
import { isPartialTotal, detectSummaryKind } from './facts/summary-rows.ts'
import { takeSummary } from './facts/take-summary.ts'
import { CURRENCY_CODES, CURRENCY_NAMES } from '../../currency/currencies.ts'
import { plainWords } from '../../vocabulary/plain-words.ts'
import { clampedNote, lostNote, roundedNote } from './row-notes.ts'
import { accountNumberIn } from './facts/account-number.ts'
import { parseDirection, VOID_STATUSES } from './words/sign-words.ts'
import { hasBalanceWord, type SummaryKind } from './words/summary-words.ts'

/** How the values of a table are written, decided over all of them. */
export interface Writing {
  order: DateOrder
  mark: DecimalMark
  /** Marks of columns that prove their own, by their place. */
  marks?: ReadonlyMap<number, DecimalMark>
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
  /** The last of its lines. */
  lastLine: number
  cells: readonly string[]
  date: PlainDate
  /** The day of booking where it is another one. */
  postedOn: PlainDate | null
  description: string
}

export interface SummaryRow extends PrintedMoney {
  kind: SummaryKind
  label: string
  /** In the column of days. */
  date?: PlainDate | null
  /** Stands before the rows. */
  isAbove: boolean
  /** How many of the rows stand above it. */
  rowsAbove?: number
}

export interface TableRows {
  transactions: TransactionRow[]
  summaries: SummaryRow[]
  /** Lines that name an account between the rows, and how many transactions stand above each. */
  groups: AccountGroup[]
  lines: FactLine[]
  problems: Problem[]
  notes: string[]
}

/** A line that is neither a row nor a sum of rows, and whether it stands before the first row. */
export interface FactLine {
  cells: readonly string[]
  isAbove: boolean
}

export interface AccountGroup {
  name: string
  accountNumber: string | null
  openingBalance: Cents | null
  from: number
}

type RowResult =
  | { transaction: TransactionRow; notes: Problem[] }
  | { summary: SummaryRow }
  | { group: Omit<AccountGroup, 'from'> }
  | { void: string }
  | { fault: string }
  | null

/**
 * The rows of a table: transactions, balances and totals, and one `invalid_row` problem for each
 * row that is none of them. Notes between the rows are dropped, and so are payments that the bank
 * refused or took back.
 */
export function readRows(table: Table, writing: Writing): TableRows {
  const none = { transactions: [], summaries: [], groups: [], lines: [] }
  const result: TableRows = { ...none, problems: [], notes: [] }
  const voided: string[] = []
  for (const row of table.rows) {
    const read = readRow(row, table.columns, writing)
    const isMore = read === null || ('group' in read && isOneThatGoesOn(result))
    if (isMore && goesOn(row, table.columns, result))
      result.transactions.at(-1)!.description += ` ${row.cells.join(' ').trim()}`
    else if (read === null)
      result.lines.push({ cells: row.cells, isAbove: result.transactions.length === 0 })
    else if ('transaction' in read) {
      result.transactions.push(read.transaction)
      result.problems.push(...read.notes)
    } else if ('summary' in read) takeSummary(read.summary, result)
    else if ('group' in read)
      result.groups.push({ ...read.group, from: result.transactions.length })
    else if ('void' in read) voided.push(`${row.number} (${read.void})`)
    else
      result.problems.push({ code: 'invalid_row', where: `row ${row.number}`, message: read.fault })
  }
  if (voided.length > 0) result.notes.push(`rows left out as not booked: ${voided.join(', ')}`)
  return result
}

/**
 * Whether a line holds nothing but more words of the row right above it, under the same heading.
 * In the first column stand titles and notes.
 */
function goesOn(
  { cells, number }: GridRow,
  columns: Columns,
  { transactions }: TableRows,
): boolean {
  const last = transactions.at(-1)
  const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [at]))
  const [place] = filled
  const isText = selectColumns(columns, 'description').some(({ index }) => index === place)
  if (!last || filled.length !== 1 || place === 0 || !isText) return false
  if (number !== last.lastLine + 1) return false
  last.lastLine = number
  return true
}

/** Where rows go on in lines of their own, a card among words, `KOPI XX-3307`, heads no group. */
function isOneThatGoesOn({ transactions }: TableRows): boolean {
  return transactions.some(({ number, lastLine }) => lastLine > number)
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
  const money = readMoney(cells, columns, writing)
  const summary = readSummary(row, { description, money, columns, writing })
  if (summary) return { summary }
  const dateText = readDayText(cells, columns)
  const isBare = dateText === '' && readText(cells, columns, 'description') === ''
  const edge = isBare ? readHeadedEdge(row, columns, writing) : null
  if (edge) return { summary: edge }
  const hasMoney = MONEY_ROLES.some((role) => filledColumn(cells, columns, role) !== null)
  const filled = cells.filter((cell) => cell !== '')
  if (dateText === '' && !hasMoney) return readGroup(filled, money)
  if (filled.length < 2) return null
  if (dateText === '' && isPartialTotal(description || filled[0]!)) return null
  // `28 CREDITS 40,472.90` stands where a day does.
  const labelled = dateText === '' ? cells : [dateText]
  const isLabelled = labelledFigures(labelled).some(({ label }) => findLabelKind(label) !== null)
  if (isLabelled && !mayBeRow(row, columns)) return null
  // 9 DEBITS   48,682.19
  const [, counted] = /^\d{1,6} (\p{L}{5,})$/u.exec(dateText) ?? []
  if (counted !== undefined && findLabelKind(counted) !== null) return null
  const status = voidStatus(cells, columns) ?? undatedState(cells, columns)
  if (status !== null) return { void: status }
  const date = readDate(cells, columns, writing.order)
  if (date === null)
    return { fault: dateText === '' ? 'The row has no date.' : `"${dateText}" is no date.` }
  if ('fault' in money) return money
  if (!hasMoney) return { fault: 'The row has no amount.' }
  const { isClamped, day } = date
  const { roundedFrom, lostBalance, ...printed } = money
  const notes = [
    ...(lostBalance === undefined ? [] : [lostNote(number, lostBalance)]),
    ...(isClamped ? [clampedNote(number, dateText, day)] : []),
    ...(roundedFrom.length > 0 ? [roundedNote(number, roundedFrom)] : []),
  ]
  const postedOn = readPostedDay(row, columns, { date: day, order: writing.order })
  return {
    transaction: { number, lastLine: number, cells, date: day, postedOn, description, ...printed },
    notes,
  }
}

interface RowText {
  description: string
  money: ReadMoney | { fault: string }
  columns: Columns
  writing: Writing
}

/**
 * A balance or a total: a row described as one, or without day or words of its own in which a cell
 * is such a label.
 */
function readSummary({ cells }: GridRow, row: RowText): SummaryRow | null {
  const { description, money, columns, writing } = row
  const texts = [description, readText(cells, columns, 'description')]
  const named = texts.find((text) => detectSummaryKind(text) !== null)
  const date = readDate(cells, columns, writing.order)?.day ?? null
  const isNamed = date !== null && description !== ''
  const label = named ?? (isNamed ? description : cells.find(detectSummaryKind))
  const kind = detectSummaryKind(label ?? '') ?? (isBalanceAlone(row) ? 'daily' : null)
  if (kind === null) return null
  // A label and its figure in one cell are no cells of a row.
  if (cells.filter((cell) => cell !== '').length < 2) return null
  const isFound =
    !('fault' in money) && Object.values(money).some((value) => typeof value === 'number')
  const printed = isFound ? money : looseMoney(cells, writing)
  if ('fault' in printed) return null
  const { roundedFrom: _notes, lostBalance: _lost, ...amounts } = printed
  return {
    kind,
    label: label ?? description,
    date,
    isAbove: false,
    ...amounts,
    side: readSide(cells, row, amounts),
  }
}

/** A figure on a line of its own in a column called `Beginning Balance` or `Ending Balance`. */
function readHeadedEdge({ cells }: GridRow, columns: Columns, writing: Writing): SummaryRow | null {
  for (const { index, name } of selectColumns(columns, 'balance')) {
    const kind = detectSummaryKind(name)
    const printed = kind === null ? null : scanAmount(cells[index] ?? '')
    const cents = printed && parseCents(printed, writing.mark, writing.currency)
    if (kind !== null && cents !== null)
      return { kind, label: name, isAbove: false, ...NO_MONEY, balance: cents }
  }
  return null
}

/** `SALDO TOTAL DISPONÍVEL DIA`: a row of a balance and of no other money. */
function isBalanceAlone({ description, money }: RowText): boolean {
  if ('fault' in money || money.balance === null) return false
  const isStill = money.amount === null && money.debit === null && money.credit === null
  return isStill && hasBalanceWord(plainWords(description).split(' '))
}

/** The last figure of a line whose columns are not those of the rows. */
function looseMoney(cells: readonly string[], writing: Writing): ReadMoney {
  const printed = cells.map(scanAmount).findLast((each) => each !== null) ?? null
  const amount = printed && parseCents(printed, writing.mark, printed.currency ?? writing.currency)
  return { ...NO_MONEY, amount, side: printed?.side ?? null, roundedFrom: [] }
}

const NO_MONEY = {
  amount: null,
  debit: null,
  credit: null,
  balance: null,
  side: null,
  currency: null,
}

/** `D` and `K` in a column of sides hold for balances and totals too. */
function readSide(
  cells: readonly string[],
  { columns }: RowText,
  { side }: PrintedMoney,
): PrintedMoney['side'] {
  const types = selectColumns(columns, 'type').map(({ index }) => cells[index] ?? '')
  const direction = types.map(parseDirection).find((each) => each !== null)
  if (direction === undefined) return side
  return direction < 0 ? 'debit' : 'credit'
}

/** A line of words alone that names an account, perhaps with its opening balance. */
function readGroup(filled: readonly string[], money: ReadMoney | { fault: string }): RowResult {
  const [name = ''] = filled
  const others = filled.slice(1).filter((cell) => scanAmount(cell) === null)
  if (others.length > 0 || !/\p{L}{3}/u.test(name) || isPartialTotal(name)) return null
  const accountNumber = accountNumberIn(name)
  if (accountNumber === null || name.length > MOST_GROUP_NAME) return null
  const openingBalance = 'fault' in money ? null : money.balance
  return { group: { name, accountNumber, openingBalance } }
}

const MOST_GROUP_NAME = 80

/** Why a row was never booked: `Declined`, `REVERTED`. */
function voidStatus(cells: readonly string[], columns: Columns): string | null {
  const status = readText(cells, columns, 'status')
  return VOID_STATUSES.has(plainWords(status)) ? status : null
}

/** The text of the best date column; a label that stands there (`Total Checking`) is no day. */
function readDayText(cells: readonly string[], columns: Columns): string {
  const text = readText(cells, columns, 'date')
  return /^[^\d]*\p{L}{4}/u.test(text) && !looksLikeDate(text) ? '' : text
}

/**
 * The best date column of the row that holds a date; `Pending` may stand in the first one. A day
 * behind the end of its month (`31.02.2026`) is that end.
 */
function readDate(
  cells: readonly string[],
  columns: Columns,
  order: DateOrder,
): { day: PlainDate; isClamped: boolean } | null {
  for (const column of selectColumns(columns, 'date')) {
    const cell = cells[column.index] ?? ''
    const day = parseDate(cell, order)
    if (day !== null) return { day, isClamped: false }
    const clamped = clampDate(cell, order)
    if (clamped !== null) return { day: clamped, isClamped: true }
    if (/\d/.test(cell)) return null
  }
  return null
}

/** Ranks of date columns: the day of the transaction, that of its booking, that of its value. */
const BOOKING_RANK = 2

/** The day in a column of booking days beside that of the transaction; null where it is equal. */
function readPostedDay(
  { cells }: GridRow,
  columns: Columns,
  { date, order }: { date: PlainDate; order: DateOrder },
): PlainDate | null {
  const [first, ...others] = selectColumns(columns, 'date')
  if (!first || first.rank >= BOOKING_RANK) return null
  const booking = others.find(({ rank }) => rank === BOOKING_RANK)
  const day = booking ? parseDate(cells[booking.index] ?? '', order) : null
  return day === date ? null : day
}

/** The money of a row with the texts of amounts that were rounded. */
interface ReadMoney extends PrintedMoney {
  roundedFrom: string[]
  /** The balance whose digits make no amount. */
  lostBalance?: string
}

function readMoney(
  cells: readonly string[],
  columns: Columns,
  writing: Writing,
): ReadMoney | { fault: string } {
  const rowCurrency = readCurrency(cells, columns)
  const money: ReadMoney = { ...NO_MONEY, currency: rowCurrency, roundedFrom: [] }
  for (const role of ['amount', 'debit', 'credit', 'balance'] as const) {
    const column = filledColumn(cells, columns, role)
    if (!column) continue
    const printed = scanAmount(cells[column.index]!)
    const currency = rowCurrency ?? column.currency ?? printed?.currency ?? null
    const mark = writing.marks?.get(column.index) ?? writing.mark
    const cents = printed && parseCents(printed, mark, currency ?? writing.currency)
    if (cents === null && role === 'balance') {
      if (printed) money.lostBalance = cells[column.index]!
      continue
    }
    if (cents === null) return { fault: `"${cells[column.index]}" is no amount.` }
    if (isRounded(printed!, mark, currency ?? writing.currency))
      money.roundedFrom.push(cells[column.index]!)
    const isOverdrawn = role === 'balance' && printed?.side === 'debit'
    money[role] = isOverdrawn ? -Math.abs(cents) : cents
    money.currency ??= currency
    if (role === 'amount') money.side = printed?.side ?? null
  }
  return money
}

function readCurrency(cells: readonly string[], columns: Columns): string | null {
  const text = readText(cells, columns, 'currency')
  const code = text.toUpperCase()
  return CURRENCY_CODES.has(code) ? code : (CURRENCY_NAMES.get(plainWords(text)) ?? null)
}
