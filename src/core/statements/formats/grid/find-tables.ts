import type { GridRow } from './grid-row.ts'
import { MONEY_ROLES, readHeader, selectColumns, type Columns } from './columns/header.ts'
import { inferColumns, isDataRow } from './columns/infer-columns.ts'
import { withDaysOfGroups } from './columns/days-of-groups.ts'
import { withPlainDays } from './columns/plain-days.ts'
import { namesKind } from './columns/kind-words.ts'
import { refineColumns } from './columns/refine-columns.ts'
import { scanAmount } from './cells/amounts.ts'
import { accountNumberIn } from './facts/account-number.ts'
import { detectSummaryKind, isPartialTotal, namesAccount } from './facts/summary-rows.ts'
import { plainWords } from '../../vocabulary/plain-words.ts'
import { hasBalanceWord } from './words/summary-words.ts'
import { readText } from './cells/pick-cells.ts'
import { findRole } from './words/header-words.ts'
import { isPendingSection } from './facts/pending-section.ts'

/** Exports have some thirty columns; worksheets may have thousands of empty ones. */
export const MOST_COLUMNS = 256

/** One table of the file: its columns, its rows, and the lines above its header. */
export interface Table {
  columns: Columns
  hasHeader: boolean
  /** Its headings are there, and none is a word for money: it may be any list. */
  isNameless?: boolean
  /** Notes, account labels and summary blocks above the header. */
  preamble: GridRow[]
  /** The header row, where there is one. */
  headings: GridRow[]
  rows: GridRow[]
}

/**
 * The tables of a file, wherever their header rows stand. A header that is repeated (by a page
 * break or a heading such as `Pending`) goes on with the same table unless an account is named
 * above it. Without any header the columns are inferred from the values. Empty when the file holds
 * neither.
 */
export function findTables(grid: readonly (readonly string[])[]): Table[] {
  const lines = withJoinedHeads(filledRows(grid))
  const headers = lines.map((row) => readHeader(row.cells))
  const first = headers.findIndex((header) => header !== null)
  const tables = first < 0 ? inferTable(lines) : headedTables(lines, headers, first)
  return tables.flatMap(partAccounts).map(settleColumns).filter(isWhole)
}

/** The lines of a grid that hold anything, with cells cleaned. */
export function filledRows(grid: readonly (readonly string[])[]): GridRow[] {
  return grid
    .map((cells, index) => ({
      number: index + 1,
      cells: cells.slice(0, MOST_COLUMNS).map(cleanCell),
    }))
    .filter((row) => row.cells.some((cell) => cell !== ''))
}

/** `Withdrawal | Deposit` under `Amount`, which spans both, are the heads of their columns. */
function withJoinedHeads(lines: readonly GridRow[]): GridRow[] {
  const joined: GridRow[] = []
  for (const row of lines) {
    const above = joined.at(-1)
    if (!above || !areSides(row) || readHeader(above.cells) === null) joined.push(row)
    else joined[joined.length - 1] = { ...above, cells: overlaid(above.cells, row.cells) }
  }
  return joined
}

function areSides({ cells }: GridRow): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const isSide = (cell: string): boolean =>
    !/\d/.test(cell) && SIDES.has(findRole(plainWords(cell))?.role)
  return filled.length > 1 && filled.every(isSide)
}

const SIDES: ReadonlySet<string | undefined> = new Set(['debit', 'credit'])

function overlaid(below: readonly string[], above: readonly string[]): string[] {
  const length = Math.max(below.length, above.length)
  return Array.from({ length }, (_, at) => above[at] || (below[at] ?? ''))
}

function headedTables(
  lines: readonly GridRow[],
  headers: readonly (Columns | null)[],
  first: number,
): Table[] {
  const tables: Table[] = [
    {
      columns: headers[first]!,
      hasHeader: true,
      preamble: lines.slice(0, first),
      headings: [lines[first]!],
      rows: [],
    },
  ]
  lines.forEach((row, index) => {
    if (index > first) addLine(tables, row, headers[index]!)
  })
  return tables
}

function addLine(tables: Table[], row: GridRow, columns: Columns | null): void {
  const last = tables.at(-1)!
  if (columns === null) {
    last.rows.push(row)
    return
  }
  const preamble = takeLabels(last)
  const isSame = signature(columns) === signature(last.columns)
  const isSection = isPendingSection({ preamble }) || isPendingSection(last)
  const isOther = preamble.some((label) => namesOther(label, last) || beginsOther(label, last))
  if (!isSame || isSection || isOther)
    tables.push({ columns, hasHeader: true, preamble, headings: [row], rows: [] })
}

/** Whether a line names an account, and not the one that stands over the table on every page. */
function namesOther(label: GridRow, { preamble }: Table): boolean {
  const number = accountNumberIn(joinCells(label))
  if (number === null) return namesAccount(label.cells)
  return preamble.every((line) => accountNumberIn(joinCells(line)) !== number)
}

/**
 * Whether the balance above the table stands there again with another figure, which is not the one
 * that the rows end with: pages carry theirs over, another account has its own.
 */
function beginsOther(label: GridRow, { preamble, rows }: Table): boolean {
  const [name, end] = [edgeLabel(label), rows.at(-1)]
  if (name === null || end === undefined || edgeLabel(end) === null) return false
  const figures = [end, ...preamble.filter((line) => edgeLabel(line) === name)].map(figureIn)
  return figures.length > 1 && !figures.includes(figureIn(label))
}

/** The plain words of the label of a balance; null for any other line. */
function edgeLabel(row: GridRow): string | null {
  const [label = ''] = filledCells(row)
  const kind = detectSummaryKind(label)
  return kind === 'opening' || kind === 'closing' ? plainWords(label) : null
}

function figureIn(row: GridRow): string | undefined {
  return filledCells(row).flatMap((cell) => scanAmount(cell)?.digits ?? [])[0]
}

function joinCells({ cells }: GridRow): string {
  return cells.filter((cell) => cell !== '').join('  ')
}

const MOST_LABEL_CELLS = 3

/**
 * The lines of a few cells at the end of a table belong to the next header, but for those that
 * close or sum up this one. Behind a line that names another account they are all of that one.
 */
function takeLabels(table: Table): GridRow[] {
  let end = table.rows.length
  while (end > 0 && isLabelLine(table.rows[end - 1]!)) end -= 1
  while (goesOn(table, end)) end += 1
  return table.rows.splice(accountLine(table, end) ?? end)
}

/** Where a line above `end` heads another account, whose balance may stand below it. */
function accountLine(table: Table, end: number): number | null {
  let at = end
  while (at > 0 && isShortLine(table.rows[at - 1]!)) at -= 1
  const found = table.rows.slice(at, end).findIndex((row) => headsOther(row, table))
  return found < 0 ? repeatedLine(table, at, end) : at + found
}

/**
 * Where, below the last row, the lines begin again that stand above the table: the label of a
 * balance that they repeat, and the title right above it.
 */
function repeatedLine({ preamble, rows }: Table, from: number, end: number): number | null {
  const above = new Set(preamble.map(edgeLabel))
  const isRepeat = (row: GridRow): boolean => edgeLabel(row) !== null && above.has(edgeLabel(row))
  // What stands below the end is of the next table as it is.
  const at = rows.findIndex((row, index) => index >= from && index < end && isRepeat(row))
  if (at < 0) return null
  const title = rows[at - 1]
  const isTitled = at > from && title!.number === rows[at]!.number - 1
  return isTitled && edgeLabel(title!) === null ? at - 1 : at
}

function headsOther(row: GridRow, table: Table): boolean {
  const hasFigure = row.cells.some((cell) => detectSummaryKind(cell) !== null)
  return !hasFigure && accountNumberIn(joinCells(row)) !== null && namesOther(row, table)
}

/** Whether the line holds but more words of the row right above it, where a page ends. */
function goesOn({ columns, rows }: Table, at: number): boolean {
  const [above, line] = [rows[at - 1], rows[at]]
  if (!above || line?.number !== above.number + 1) return false
  const [place, other] = line.cells.flatMap((cell, index) => (cell === '' ? [] : [index]))
  const words = selectColumns(columns, 'description').map(({ index }) => index)
  return other === undefined && place !== 0 && words.includes(place!)
}

function isLabelLine(row: GridRow): boolean {
  const kinds = row.cells.map(detectSummaryKind).filter((kind) => kind !== null)
  return isShortLine(row) && kinds.every((kind) => kind === 'opening')
}

function isShortLine({ cells }: GridRow): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length <= MOST_LABEL_CELLS && !isDataRow({ cells: filled })
}

/**
 * A table for each of the accounts that a program lists below one header: each is headed by a name
 * alone, begins with an opening balance and ends with its sum or its closing balance.
 */
function partAccounts(table: Table): Table[] {
  const { rows } = table
  const heads = rows.flatMap((_, at) => (headsAccount(rows, at) ? [at] : []))
  const names = new Set(heads.map((at) => joinCells(rows[at]!)))
  const areClosed = heads.every((at, index) => rows.slice(at, heads[index + 1]).some(isClosing))
  const areNumbered = [...names].every((name) => accountNumberIn(name) !== null)
  if (heads.length < 2 || names.size < heads.length || !areClosed || areNumbered) return [table]
  return heads.map((at, index) => ({
    ...table,
    preamble: [...table.preamble, rows[at]!],
    rows: [
      ...rows.slice(0, index === 0 ? at : 0),
      ...withoutGrandTotal(rows.slice(at + 1, heads[index + 1])),
    ],
  }))
}

/** A sum behind the end of the last account is that of all. */
function withoutGrandTotal(rows: readonly GridRow[]): GridRow[] {
  const end = rows.findIndex(isClosing)
  return rows.filter((row, at) => at <= end || !isPartialTotal(filledCells(row)[0] ?? ''))
}

/** A name alone over an opening balance. */
function headsAccount(rows: readonly GridRow[], at: number): boolean {
  const [name = '', ...others] = filledCells(rows[at])
  const [label = '', ...figures] = filledCells(rows[at + 1])
  const isName = /\p{L}{3}/u.test(name) && detectSummaryKind(name) === null && !isPartialTotal(name)
  return (
    others.length === 0 && isName && detectSummaryKind(label) === 'opening' && figures.length > 0
  )
}

function isClosing(row: GridRow): boolean {
  const [label = ''] = filledCells(row)
  return detectSummaryKind(label) === 'closing' || isPartialTotal(label)
}

function filledCells(row: GridRow | undefined): string[] {
  return row?.cells.filter((cell) => cell !== '') ?? []
}

function signature(columns: Columns): string {
  const all = [...columns.byRole.values()].flat()
  return all.map((column) => `${column.index}:${column.name}`).join('|')
}

function inferTable(lines: GridRow[]): Table[] {
  const inferred = inferColumns(lines)
  if (!inferred) return []
  const { columns, firstRow } = inferred
  const [above] = lines.slice(0, firstRow).slice(-1)
  return [
    {
      columns,
      hasHeader: false,
      isNameless: above !== undefined && areHeadings(above, columns),
      preamble: lines.slice(0, firstRow),
      headings: [],
      rows: lines.slice(firstRow),
    },
  ]
}

/** Whether a line of words stands over the columns, and none of them names money. */
function areHeadings({ cells }: GridRow, columns: Columns): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const areWords = filled.every((cell) => /\p{L}/u.test(cell)) && !isDataRow({ cells })
  const money = [...MONEY_ROLES, 'balance' as const].flatMap((role) => selectColumns(columns, role))
  return areWords && filled.length * 2 > columns.width && money.every(({ isKnown }) => !isKnown)
}

function settleColumns(table: Table): Table {
  const plain = withPlainDays(table.rows, table.columns, table.preamble)
  const rows = withDaysOfGroups(plain, table.columns)
  return { ...table, rows, columns: refineColumns(table.columns, rows) }
}

/**
 * A table without rows may be an account at rest; one whose rows lack dates or amounts is none, and
 * neither is one of balances alone.
 */
function isWhole(table: Table): boolean {
  const { columns, rows } = table
  if (listsBalances(table)) return false
  const filled = rows.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 2)
  if (filled.length === 0) return true
  const hasMoney = ['amount', 'debit', 'credit'].some((role) =>
    columns.byRole.has(role as 'amount'),
  )
  return columns.byRole.has('date') && hasMoney
}

/** `SALDO INVEST FACIL` in each row below `Saldos Invest`: what is held and has not moved. */
function listsBalances({ columns, preamble, rows }: Table): boolean {
  const title = preamble.at(-1)?.cells ?? []
  const isBalance = (words: string): boolean => {
    const [first = ''] = plainWords(words).split(' ')
    return hasBalanceWord([first, first.replace(/s$/, '')]) && !namesKind(words)
  }
  if (columns.byRole.has('balance') || !title.some((cell) => isBalance(cell))) return false
  const words = rows
    .filter((row) => filledCells(row).length > 1)
    .map(({ cells }) => readText(cells, columns, 'description'))
  return words.length > 0 && words.every(isBalance)
}

/**
 * Without blanks, without the apostrophe or formula (`="00123"`) with which spreadsheets preserve
 * digits; empty for a dash or a line of signs.
 */
function cleanCell(cell: string): string {
  const text = cell.replace(/\s+/g, ' ').trim()
  if (/^[-–—*=_#~.]+$/.test(text)) return ''
  const formula = /^="([^"]*)"$/.exec(text)
  if (formula) return formula[1]!
  return text.startsWith("'") && !text.endsWith("'") ? text.slice(1) : text
}
