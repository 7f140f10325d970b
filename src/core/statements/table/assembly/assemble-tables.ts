import { signedCents, type DecimalMark } from '../../print/amounts.ts'
import { phraseAt } from '../../vocabulary/phrases.ts'
import { cutLine, readLine, type ReadLine } from '../../print/read-line.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { SectionKind } from '../../vocabulary/vocabulary.ts'
import {
  headerAt,
  isDailyTable,
  placeAmounts,
  readColumnTotals,
  type Columns,
} from '../heads/columns.ts'
import { movingCell } from '../signs/readings.ts'
import { sumWithEarlier, withoutTail } from './row-sums.ts'
import { figuresAt, isBalanceLine, markPassed } from '../../head/figures/figures.ts'
import type { Figure } from '../../head/figures/figure.ts'
import { hasAmount, rowDates, buildRow } from '../row-lines.ts'
import {
  readTitle,
  readTotal,
  readUnknownTitle,
  type Title,
  type TotalLine,
} from '../heads/titles.ts'
import type { PrintedTables, PrintedRow } from './printed-tables.ts'
import { hasBridge } from '../bridges.ts'
import { withAlignedCells } from './completed/aligned-cells.ts'
import { withCarriedWords } from './completed/carried-words.ts'
import { withLateAmounts } from './completed/late-amounts.ts'
import { isNothing } from './completed/empty-kinds.ts'
import { withLoneCodes } from './completed/lone-codes.ts'
import { withPrintedSigns } from './completed/printed-signs.ts'
import { findWrapGap } from './wrap-gap.ts'
import { takeContinuation, takeRow } from './assemble-rows.ts'
import { readBareHead, withoutHeadedCell } from '../heads/bare-heads.ts'
import { namedDirection } from '../signs/movements.ts'
import { INDENT, isUnderRow, isUnderWords } from './under-row.ts'
import { kindInForce, leaveRow, type State } from './state.ts'
import { takeList } from './take-list.ts'

/** Rows of one document; more than that is not a statement. */
export const MAX_ROWS = 200_000

/**
 * Reads lines from top to bottom into rows, sections, daily balances and labelled figures. Dates
 * without year and amounts without sign stay as printed.
 */
export function assembleTables(
  lines: readonly ReadLine[],
  lexicon: Lexicon,
  mark: DecimalMark,
): PrintedTables {
  const state: State = {
    rows: [],
    sections: [],
    daily: [],
    figures: [],
    columnTotals: {},
    unassignedLines: new Map(),
    pendingLines: [],
    lexicon,
    mark,
    columns: null,
    bareHead: null,
    section: null,
    isTentative: false,
    groupSections: [],
    isInterrupted: false,
    outer: null,
    open: null,
    carried: null,
    day: null,
    tableStart: 0,
    rowGap: null,
    wrapGap: findWrapGap(lines),
    isIndented: false,
    begun: new Map(),
  }
  for (let index = 0; index < lines.length && state.rows.length < MAX_ROWS; index += 1) {
    takeLine(state, lines, index)
  }
  const tables = toTables(state)
  const last = lines.indexOf(tables.rows.at(-1)?.lines[0] ?? lines[0]!)
  return {
    ...tables,
    rows: [...withCarriedWords(tables.rows, lines)],
    figures: markPassed(tables.figures, last),
    isBridged: hasBridge(lines, state.figures),
  }
}

function toTables(state: State): PrintedTables {
  // Where no amount came, the lines were the end of the row above.
  for (const [row, above] of state.begun) {
    if (!hasAmount(row)) above.description.push(...row.description)
  }
  const { rows, sections, daily, figures, columnTotals, lexicon } = state
  const unassignedLines = [...state.unassignedLines].flatMap(([row, own]) =>
    hasAmount(row) ? own : [],
  )
  unassignedLines.push(...linesWithoutAmount(state))
  const begun = rows.filter(({ isBegun }) => isBegun).length
  const isKept = (row: PrintedRow): boolean =>
    (!row.isBegun || begun >= LEAST_BEGUN) && !isNothing(row, sections)
  const own = withLateAmounts(withPrintedSigns(rows.filter((row) => hasAmount(row) && isKept(row))))
  const moving = withLoneCodes(withAlignedCells(own)).map((row) => ({
    ...row,
    named: readNamed(row, lexicon),
  }))
  return { rows: withoutTail(moving), sections, daily, figures, columnTotals, unassignedLines }
}

/** Fewer such rows are sentences. */
const LEAST_BEGUN = 3

/** Lines that begin as rows do, between rows of their page, and end without an amount. */
function linesWithoutAmount({ rows, begun }: State): ReadLine[] {
  return rows.flatMap((row, at) => {
    const [above, below] = [rows[at - 1], rows[at + 1]]
    const isBetween = [above, below].every(
      (each) => each !== undefined && hasAmount(each) && each.lines[0]!.page === row.lines[0]!.page,
    )
    return isBetween && !hasAmount(row) && !begun.has(row) ? row.lines : []
  })
}

function readNamed({ description, typeWords }: PrintedRow, lexicon: Lexicon): 1 | -1 | null {
  return namedDirection({ description: description.join(' '), bankType: typeWords }, lexicon)
}

/** `Feb 1 starting balance   Money in   Feb 28 ending balance`: labels over their figures. */
function isOfLabels(lines: readonly ReadLine[], index: number, lexicon: Lexicon): boolean {
  const { dates, amounts } = lines[index]!
  if (dates.length < 2 || amounts.length > 0) return false
  const labels = new Set(figuresAt(lines, index, lexicon).map(({ label }) => label))
  return labels.has('opening') && labels.has('closing')
}

function takeLine(state: State, lines: readonly ReadLine[], index: number): void {
  const line = lines[index]!
  const isNoRow = isIndented(state, line) || isOfLabels(lines, index, state.lexicon)
  const leading = isNoRow ? null : rowDates(line, state.columns)
  const isBalance = isBalanceLine(line, state.lexicon)
  const figures = isBalance || !leading ? figuresAt(lines, index, state.lexicon) : []
  const header = leading ? null : headerAt(lines, index, state.lexicon)
  if (header) return takeHeader(state, header, lines, index)
  if (!leading) state.bareHead = readBareHead(line, state.lexicon) ?? state.bareHead
  const total = leading ? null : readTotal(line, state.lexicon)
  // The total of one table is no figure of the whole account.
  if (total && takeTotal(state, line, total)) return
  // In a line of totals the balance stands under its column, not beside its label.
  const own = (total && line.amounts.length > 1 ? figures.filter(isNotStanding) : figures).map(
    (figure) => underBalance(state, line, figure),
  )
  state.figures.push(...own.map((figure) => settled(figure, state)))
  if (total) return
  const isNoTitle = leading !== null || isBalance || isUnderWords(state, line)
  const title = isNoTitle ? null : titleAt(state, lines, index)
  if (title) return takeTitle(state, title, line)
  if (isBalance || isTurn(line, state.lexicon)) {
    if (state.carried) state.carried = { ...state.carried, head: line }
    leaveRow(state)
    const isOpening = state.figures.at(-1)?.label === 'opening' && own.length > 0
    state.day = isOpening ? (leading?.date ?? null) : null
    return
  }
  if (takeList(state, line)) return
  if (leading)
    return takeRow(state, withoutHeadedCell(buildRow(line, leading, state.columns), state.bareHead))
  if (isEmpty(state) && isHeading(line)) state.isInterrupted = !isPart(line)
  takeContinuation(state, line)
}

/** A date in a row's further lines stands right of the dates that rows begin with. */
function isIndented({ open }: State, line: ReadLine): boolean {
  if (!open || line.amounts.length > 0) return false
  return line.text.startsWith('(') || line.x0 - open.lines[0]!.x0 > INDENT
}

/** Of several amounts behind a balance's label the one in the column of balances is its figure. */
function underBalance({ columns }: State, line: ReadLine, figure: Figure): Figure {
  if (columns === null || line.amounts.length < 2 || !isBalanceLabel(figure)) return figure
  const balance = placeAmounts(line.amounts, columns).get('balance')
  return balance ? { ...figure, cents: signedCents(balance) } : figure
}

function isBalanceLabel({ label }: Figure): boolean {
  return label === 'opening' || label === 'closing'
}

function isNotStanding({ label }: Figure): boolean {
  return label !== 'standing'
}

/** A balance of some day opens the account when neither a row nor an opening stands above it. */
function settled(figure: Figure, { rows, figures }: State): Figure {
  if (figure.label !== 'standing') return figure
  const isOpened = rows.some(hasAmount) || figures.some(({ label }) => label === 'opening')
  return { ...figure, label: isOpened ? 'closing' : 'opening' }
}

// oxlint-disable-next-line max-params -- a line is known by its place among the others
function takeHeader(
  state: State,
  header: Columns,
  lines: readonly ReadLine[],
  index: number,
): void {
  const line = lines[index]!
  const titles = groupTitles(header, lines[index - 1], state)
  if (titles.length > 0) state.groupSections = titles.map((title) => sectionIndex(state, title))
  const last = state.rows.findLast(hasAmount)
  const isCarried = last !== undefined && last.lines.at(-1)!.page === line.page - 1
  state.carried = isCarried ? { row: last, head: line } : null
  state.open = null
  state.pendingLines = []
  state.rowGap = null
  state.columns = header
  state.bareHead = null
  const section = kindInForce(state)
  const endsDaily = section === 'daily' && header.columns.some(({ role }) => role === 'description')
  if (section === 'skip' || endsDaily) state.section = null
}

/** The titles above the groups of a repeated header, `Checks   Deposits`; none unless each has. */
function groupTitles(
  { bounds }: Columns,
  above: ReadLine | undefined,
  { lexicon, mark }: State,
): Title[] {
  if (above === undefined || bounds.length === 0) return []
  const edges = [-Infinity, ...bounds, Infinity]
  const titles = edges.slice(1).flatMap((x1, at) => {
    const part = cutLine(above, { x0: edges[at]!, x1 })
    const title = part ? readTitle(readLine(part, lexicon, mark), lexicon) : null
    return title && TOTALED.has(title.kind) ? [title] : []
  })
  return titles.length === edges.length - 1 ? titles : []
}

/** A known title, or an unknown one above a table header or beside a summary sentence. */
function titleAt(state: State, lines: readonly ReadLine[], index: number): Title | null {
  const line = lines[index]!
  const known = readTitle(line, state.lexicon)
  if (known) return known
  const title = readUnknownTitle(line, state.lexicon)
  if (!title) return null
  if (title.cents !== null) return title
  // Right under a row its description continues: a title there stands directly on its table's head.
  const header = (isUnderRow(state, line) ? [index + 1] : [index + 1, index + 2])
    .filter((at) => lines[at]?.page === line.page)
    .map((at) => headerAt(lines, at, state.lexicon))
    .find((found) => found !== null)
  if (!header) return null
  return title.kind !== 'activity' || isNewTable(state, line, header) ? title : null
}

/**
 * Whether a line that names no direction may be a title: names and addresses stand above tables
 * too. It ends a table only when that has rows and does not just continue on the next page.
 */
function isNewTable(state: State, line: ReadLine, header: Columns): boolean {
  const last = state.rows.findLast(hasAmount)
  if (!last || state.rows.length <= state.tableStart) return false
  return last.lines.at(-1)!.page === line.page || !hasSameRoles(header, state.columns)
}

function hasSameRoles(header: Columns, columns: Columns | null): boolean {
  const roles = ({ columns: named }: Columns): string => named.map(({ role }) => role).join()
  return columns !== null && roles(header) === roles(columns)
}

/** `Continued on the next page`, `Page 3 of 7`; `CD 5518 CORNER CAFE  12.50` is a row. */
function isTurn({ plain, amounts }: ReadLine, lexicon: Lexicon): boolean {
  const match = phraseAt(lexicon.turns, plain, 0)
  if (match === null || amounts.length === 0) return match !== null
  return plain.slice(match.end).filter(({ text }) => /\p{L}/u.test(text)).length < ROW_WORDS
}

/** So many words beside an amount say what it was for. */
const ROW_WORDS = 2

/** Whether a section was begun of which no row was read yet. */
function isEmpty({ section, rows, tableStart, isTentative }: State): boolean {
  return section !== null && !isTentative && rows.length === tableStart
}

/** A heading has few words and is no sentence. */
const MAX_HEADING_WORDS = 8

/** Whether a line with no other use may be the heading of another table. */
function isHeading({ text, plain, dates, amounts }: ReadLine): boolean {
  const isShort = plain.length > 0 && plain.length <= MAX_HEADING_WORDS
  return isShort && dates.length + amounts.length === 0 && !/[.,;:]$/.test(text)
}

/** `Card 4417` and `J DOE #2903` divide a table; they name no other. */
function isPart({ text }: ReadLine): boolean {
  return /\d{3}/.test(text)
}

function takeTitle(state: State, title: Title, line: ReadLine): void {
  leaveRow(state)
  if (isInside(state, title)) {
    const last = state.rows.findLast(hasAmount)?.lines.at(-1)
    // On the next page the head of the page may stand above the rest of the table.
    state.isInterrupted = !isPart(line) && (isEmpty(state) || last?.page === line.page)
    return
  }
  state.isInterrupted = false
  const index = sectionIndex(state, title)
  const section = state.sections[index]!
  if (title.cents !== null) section.summaryTotal ??= title.cents
  section.printedCount ??= title.count
  section.isSummary &&= title.isSummary
  state.isTentative = title.isSummary
  if (state.isTentative) state.outer = state.section
  state.section = index
  // A table that continues over a page is one table.
  if (state.rows.findLast(hasAmount)?.section !== index) state.tableStart = state.rows.length
  // A list's header does not hold for the next table; that of rows may stand above several titles.
  if (state.columns && (isDailyTable(state.columns) || state.columns.bounds.length > 0))
    state.columns = null
  if (state.columns === null) state.groupSections = []
}

/**
 * Whether a title that names no direction only divides its table: one card among the withdrawals,
 * or the same table continued on the next page.
 */
function isInside(state: State, { kind, isKnown }: Title): boolean {
  const section = state.section === null ? undefined : state.sections[state.section]
  return !isKnown && kind === 'activity' && section !== undefined && TOTALED.has(section.kind)
}

/** The section of that name, added when new: a table may continue over pages. */
function sectionIndex(state: State, { kind, name }: { kind: SectionKind; name: string }): number {
  const folded = name.toLowerCase()
  const known = state.sections.findIndex((section) => section.name.toLowerCase() === folded)
  if (known >= 0) return known
  return (
    state.sections.push({
      name,
      kind,
      summaryTotal: null,
      closingTotal: null,
      printedCount: null,
      isSummary: true,
    }) - 1
  )
}

/** Tables whose rows move money and which a total may close. */
const TOTALED: ReadonlySet<string> = new Set([
  'deposits',
  'withdrawals',
  'checks',
  'fees',
  'interest',
])

/** A total closes the table above it, and names it when no title did. False when it closes none. */
function takeTotal(state: State, line: ReadLine, total: TotalLine): boolean {
  leaveRow(state)
  if (total.isPartial) return true
  const rows = state.rows.slice(state.tableStart)
  if (line.amounts.length > 1) {
    // Fees of the period and of the year stand beside each other in a table of their own.
    if (state.columns && total.kind !== 'fees')
      Object.assign(state.columnTotals, readColumnTotals(line.amounts, state.columns))
    return false
  }
  if (state.section === null && total.kind !== null && rows.length > 0 && !isMixed(rows)) {
    state.section = sectionIndex(state, { kind: total.kind, name: total.name })
    for (const row of rows) row.section ??= state.section
  }
  const section = state.section === null ? undefined : state.sections[state.section]
  if (!section || !TOTALED.has(section.kind)) return false
  // `There were no transactions of this type  0.00` closes nothing.
  if (total.cents === 0) return true
  section.closingTotal = sumWithEarlier(section, total, rows)
  section.printedCount = total.count ?? section.printedCount
  state.section = null
  state.isInterrupted = false
  state.tableStart = state.rows.length
  return true
}

/** Whether rows print both directions, which no single sum can close. */
function isMixed(rows: readonly PrintedRow[]): boolean {
  const signs = new Set(rows.filter(hasAmount).map((row) => movingCell(row)[1].sign === -1))
  return signs.size > 1
}
