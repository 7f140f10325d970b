import { accountNumberOn } from '../../head/account-number.ts'
import { textWithout, type PlacedAmount, type ReadLine } from '../../print/read-line.ts'
import { placeAmounts, readDirection, type Columns } from '../heads/columns.ts'
import { descriptionEdge, hasAmount, isAligned, buildRow, leftOutBelow } from '../row-lines.ts'
import type { PrintedRow } from './printed-tables.ts'
import { isSumOfRows } from './row-sums.ts'
import { kindInForce, getSectionKind, leaveRow, markUnassigned, type State } from './state.ts'

/** Lines of a row stand nearer to each other than this share of their height. */
const WRAP_GAP = 1.1
/** … and are of one size: what is taller than this share of the row is other print. */
const TALL_SHARE = 1.6

/** A row that begins on its own line; outside of tables only when it is whole. */
export function takeRow(state: State, row: PrintedRow): void {
  const kind = kindInForce(state)
  const last = state.open?.lines.at(-1)
  const [line] = row.lines
  if (last && last.page === line!.page)
    state.rowGap = Math.max(state.rowGap ?? 0, line!.y0 - last.y1)
  markUnassigned(state, row)
  state.open = null
  state.day = null
  state.carried = null
  if (kind === 'skip') return
  const isInTable = state.columns !== null || state.section !== null
  // Outside any table only a whole row counts; a lone date may begin any sentence.
  const isWhole =
    hasAmount(row) && (state.columns !== null || /\p{L}{2}/u.test(row.description[0]!))
  if (!isWhole && row.description[0] === '') return
  // `02/01/26  Cash Advances  $0.00`: a day beside a summary, which moves nothing.
  if (!isInTable && row.loose.length > 0 && row.loose.every(({ cents }) => cents === 0)) return
  // A day over words and an amount; until that comes it may begin any sentence.
  if (!isWhole && !isInTable) row.isBegun = true
  row.section = state.section
  if (state.isInterrupted) row.isUnderOther = true
  const direction = state.columns
    ? readDirection(row.lines[0]!, state.columns, state.lexicon)
    : null
  const { amount } = row.cells
  if (direction && amount && amount.sign === 0 && amount.marker === null) {
    row.cells.amount = { ...amount, marker: direction }
    row.isMarkedByKind = true
  }
  state.open = row
  if (!row.isBegun) state.rows.push(row)
}

/** A line without a date of its own: more of the row above, another row of its day, or neither. */
export function takeContinuation(state: State, line: ReadLine): void {
  if (takeCarried(state, line)) return
  const { open, columns } = state
  if (isSumOfRows(line, state.rows)) return leaveRow(state)
  const last = open?.lines.at(-1)
  const isNear =
    last !== undefined &&
    last.page === line.page &&
    line.y0 - last.y1 < WRAP_GAP * (last.y1 - last.y0) &&
    line.y1 - line.y0 < TALL_SHARE * (last.y1 - last.y0)
  if (open && isNear && line.amounts.length > 0 && !hasAmount(open))
    return completeRow(state, open, line)
  if (columns && line.amounts.length > 0 && takeUndatedRow(state, line, columns)) return
  const isUnderDate = open !== null && line.x0 < descriptionEdge(open, columns) - EDGE_SLACK
  const below = open ? leftOutBelow(line, open, columns) : []
  const own = ownWords(line, isUnderDate, below)
  if (open && isNear && own.text === '') {
    open.lines.push(line)
    return
  }
  if (
    !open ||
    !isNear ||
    own.x0 < descriptionEdge(open, columns) - EDGE_SLACK ||
    isApart(state, line)
  ) {
    return setPending(state, line)
  }
  if (!own.isTimed && startsAnother(state, open, line)) return beginRow(state, open, line)
  const balance = balanceAlone(line, open, columns)
  if (balance) open.cells = { ...open.cells, balance }
  open.description.push(balance ? textWithout(line, [balance]) : own.text)
  open.lines.push(line)
}

/** `REF 60071422   71.19dr`: the last line of a row may have its balance, and no other amount. */
function balanceAlone(
  line: ReadLine,
  { cells }: PrintedRow,
  columns: Columns | null,
): PlacedAmount | null {
  if (!columns || line.amounts.length !== 1 || cells.balance) return null
  return placeAmounts(line.amounts, columns).get('balance') ?? null
}

/** A line with no use yet, right under a row or under another such line. */
function setPending(state: State, line: ReadLine): void {
  const { pendingLines } = state
  // A heading for the rows of one card or account, which may end the section above it.
  if (line.amounts.length === 0 && accountNumberOn(line, state.lexicon) !== null) {
    state.isInterrupted = true
    return leaveRow(state)
  }
  const above = pendingLines.at(-1) ?? state.rows.at(-1)?.lines.at(-1)
  leaveRow(state)
  const isUnder = above?.page === line.page && line.y0 - above.y1 < WRAP_GAP * (above.y1 - above.y0)
  if (isUnder && line.y0 > above.y0 && ownWords(line).text !== '')
    state.pendingLines = [...pendingLines, line]
}

function beginRow(state: State, above: PrintedRow, line: ReadLine): void {
  const { date, postDate } = above
  const begun = buildRow(line, { date, postDate, end: 0, number: null }, NO_COLUMNS)
  const row = { ...begun, isUndated: true }
  state.begun.set(row, above)
  takeRow(state, row)
}

const NO_COLUMNS: Columns = { columns: [], bounds: [] }

/**
 * The words of a further line, behind a day of value in parentheses, `(09-01)  Naam: …`, or the
 * time of day under the row's date, `07:03:17  ODHIAMBO`.
 */
function ownWords(
  line: ReadLine,
  isUnderDate = false,
  leftOut: readonly { from: number; to: number }[] = [],
): { text: string; x0: number; isTimed: boolean } {
  const [date] = line.dates
  const isLed = date !== undefined && line.text.startsWith('(') && date.from <= 1
  const [time = ''] = isUnderDate ? (TIME.exec(line.text) ?? []) : []
  const to = isLed ? date.to + 1 : time.length
  const at = line.offsets.findIndex(
    (offset) => offset >= to && !leftOut.some(({ from }) => from === offset),
  )
  const text = textWithout(line, [{ from: 0, to }, ...leftOut])
  return { text, x0: line.words[at]?.x0 ?? line.x1, isTimed: time !== '' }
}

const TIME = /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?(?= {2}|$)/i

/** Whether the line stands further below the row than the next row, or a line of its own, would. */
function isApart({ open, rowGap, wrapGap }: State, line: ReadLine): boolean {
  const gap = line.y0 - open!.lines.at(-1)!.y1
  return (rowGap !== null && gap > rowGap + ROW_GAP_SLACK) || (wrapGap !== null && gap > wrapGap)
}

/** Gaps between rows of one table differ by less than this, in points. */
const ROW_GAP_SLACK = 2

/**
 * Where further lines are indented, an unindented line begins another row of the day, with its
 * amount on the next line.
 */
function startsAnother(state: State, row: PrintedRow, line: ReadLine): boolean {
  if (!state.columns || !state.isIndented || !hasAmount(row)) return false
  return line.x0 - descriptionEdge(row, state.columns) < EDGE_SLACK
}

/** Indented lines begin at least so far right of the others, in points. */
const INDENT_LEAST = 8

const EDGE_SLACK = 3

/** The rest of a row whose first lines stand at the foot of the page before. */
function takeCarried(state: State, line: ReadLine): boolean {
  const { carried, columns } = state
  state.carried = null
  if (!carried || line.page !== carried.head.page || line.amounts.length > 0) return false
  const { row, head } = carried
  const isNear = line.y0 - head.y1 < 2 * WRAP_GAP * (line.y1 - line.y0)
  const isUnder = Math.abs(line.x0 - descriptionEdge(row, columns)) < CARRY_DRIFT
  const isSameKind = getSectionKind(state, row.section) === kindInForce(state)
  if (!isNear || !isUnder || !isSameKind) return false
  if (startsAnother(state, row, line)) {
    beginRow(state, row, line)
    return true
  }
  row.description.push(textWithout(line, []))
  row.lines.push(line)
  state.open = row
  return true
}

/** How far the lines of a row may stand from its first on the next page, in points. */
const CARRY_DRIFT = 12

function completeRow(state: State, open: PrintedRow, line: ReadLine): void {
  const lead = { date: open.date, postDate: open.postDate, end: 0, number: null }
  const rest = buildRow(line, lead, state.columns)
  open.cells = rest.cells
  open.loose = rest.loose
  open.description.push(...rest.description)
  open.leftOut = [...(open.leftOut ?? []), ...(rest.leftOut ?? [])]
  open.lines.push(line)
  if (open.isBegun && hasAmount(open)) state.rows.push(open)
  state.isIndented ||= line.x0 - descriptionEdge(open, state.columns) > INDENT_LEAST
}

function takeUndatedRow(state: State, line: ReadLine, columns: Columns): boolean {
  const above = state.day ? null : rowAbove(state, line)
  const day = state.day ? { date: state.day, postDate: null } : above
  if (!day || !isAligned(line, columns, above)) return false
  const words = columns.columns.find(({ role }) => role === 'description')
  const edge = above ? descriptionEdge(above, columns) : (words?.x0 ?? Infinity)
  if (line.x0 < edge - EDGE_SLACK) return false
  const { date, postDate } = day
  const row = buildRow(line, { date, postDate, end: 0, number: null }, columns)
  if (!hasAmount(row) || row.description[0] === '') return false
  takeRow(state, { ...row, isUndated: true })
  return true
}

/** The row whose day may hold for the line: of the same table, or of the page before. */
function rowAbove(state: State, line: ReadLine): PrintedRow | null {
  const above = state.rows.findLast(hasAmount)
  if (!above || above.isListed || above.section !== state.section) return null
  const isCarried = above.lines.at(-1)!.page === line.page - 1
  return state.tableStart < state.rows.length || isCarried ? above : null
}
