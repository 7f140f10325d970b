import { findPhrases, phraseAt, type PhraseMatch } from '../../vocabulary/phrases.ts'
import type { PlacedAmount, ReadLine, Span } from '../../print/read-line.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { ColumnRole } from '../../vocabulary/vocabulary.ts'
import { spanOfMatch } from '../../head/figures/figures.ts'
import type { Column } from './column.ts'
import { stackedCells, type HeadCell } from './stacked-head.ts'

/** The columns of a table as its header names them. */
export interface Columns {
  columns: Column[]
  /** Where the groups part when the header repeats itself across the page; empty otherwise. */
  bounds: number[]
}

export type AmountRole = 'amount' | 'debit' | 'credit' | 'balance'

const AMOUNT_ROLES: ReadonlySet<ColumnRole> = new Set(['amount', 'debit', 'credit', 'balance'])
const ROW_ROLES: ReadonlySet<ColumnRole> = new Set(['date', 'description', 'check'])
/** At least this share of a header's words are column names. */
const KNOWN_SHARE = 0.6

/** The columns a line names when it is a table's header, else null. */
export function readHeader(line: ReadLine, lexicon: Lexicon): Columns | null {
  // Columns stand apart: `Debit Card Transactions` is a title. `Description: deposit` is a row's.
  if (!line.text.includes('  ')) return null
  if (line.amounts.length > 0 || line.plain.length < 2 || /^\S+: \S/.test(line.text)) return null
  const matches = findPhrases(lexicon.columns, line.plain).flatMap((match) =>
    apart(match, line, lexicon),
  )
  const known = matches.reduce((count, match) => count + match.end - match.start, 0)
  if (known < KNOWN_SHARE * line.plain.length) return null
  return toColumns(
    matches.map((match) => ({
      role: match.meaning,
      phrase: match.phrase,
      isWhole: true,
      ...headSpan(line, match),
    })),
  )
}

/** Words further apart than so many of their heights name a column each, `Balance     Amount`. */
const HEAD_GAP = 2

/** The phrase, or the two that it is made of where its words stand far apart. */
function apart(
  match: PhraseMatch<ColumnRole>,
  line: ReadLine,
  lexicon: Lexicon,
): PhraseMatch<ColumnRole>[] {
  const wordAt = (at: number): Span => line.words[line.plain[at]!.at]!
  const least = HEAD_GAP * (line.y1 - line.y0)
  for (let cut = match.start + 1; cut < match.end; cut += 1) {
    if (wordAt(cut).x0 - wordAt(cut - 1).x1 < least) continue
    const [left, right] = [
      phraseAt(lexicon.columns, line.plain.slice(0, cut), match.start),
      phraseAt(lexicon.columns, line.plain.slice(0, match.end), cut),
    ]
    if (left?.end === cut && right?.end === match.end) return [left, right]
  }
  return [match]
}

/** As `readHeader`; words that stand above or under each other name one column. */
export function headerAt(
  lines: readonly ReadLine[],
  index: number,
  lexicon: Lexicon,
): Columns | null {
  const plain = readHeader(lines[index]!, lexicon)
  const stack = stackedCells(lines, index, lexicon)
  const stacked = stack && toColumns(stack.cells)
  if (!stacked) return plain
  const named = stack.cells.filter(({ phrase }) => phrase !== '').length
  const single = Math.max(...stack.block.map((line) => countColumns(readHeader(line, lexicon))))
  if (named > single) return stacked
  const roles = settled(stack.cells)
  const cells = stack.cells.map((cell, at) => ({ ...cell, role: roles[at]!.role }))
  return plain && { ...plain, columns: plain.columns.map((column) => renamed(column, cells)) }
}

function countColumns(header: Columns | null): number {
  return header ? header.columns.length * (header.bounds.length + 1) : 0
}

/** `Reference` over `number` is no number of a check. */
function renamed(column: Column, cells: readonly HeadCell[]): Column {
  const cell = cells.find(({ x0, x1 }) => x0 < column.x1 && x1 > column.x0)
  return cell?.isWhole ? { ...column, role: cell.role } : column
}

function toColumns(named: readonly HeadCell[]): Columns | null {
  const columns = settled(named)
  const isTable =
    columns.some(({ role }) => AMOUNT_ROLES.has(role)) &&
    columns.some(({ role }) => ROW_ROLES.has(role))
  return isTable ? grouped(columns) : null
}

const AVAILABLE = /^(?:available|collected) /

/**
 * Roles by the neighboring columns: `Valor` is the amount of a table that has no other, and of two
 * balances the available one is not the running balance; of two amounts the net one is the money.
 */
function settled(named: readonly HeadCell[]): Column[] {
  const roles = named.map(({ role }) => role)
  const hasAmount = roles.some((role) => MOVING.has(role))
  const balances = named.filter(({ role }) => role === 'balance')
  const isLedger = balances.length > 1 && balances.some(({ phrase }) => !AVAILABLE.test(phrase))
  const hasNet = named.some(({ role, phrase }) => role === 'amount' && NET.test(phrase))
  const phrases = new Set(named.map(({ phrase }) => phrase))
  const hasFee = named.some(({ phrase }) => FEE.test(phrase))
  return named.map(({ phrase, x0, x1, role }, at) => {
    const column = { x0, x1, role }
    if (MESSAGE.has(phrase) && MESSAGE.isSubsetOf(phrases))
      return { ...column, role: 'description' }
    const isAmount = column.role === 'valueDate' && !hasAmount && roles.indexOf('date') < at
    if (isAmount && VALUES.has(phrase)) return { ...column, role: 'amount' }
    const isAvailable = column.role === 'balance' && isLedger && AVAILABLE.test(phrase)
    const isBeforeFees = column.role === 'amount' && hasNet && !NET.test(phrase)
    if (hasFee && column.role === 'amount' && NET.test(phrase))
      return { ...column, isAfterFee: true }
    return isAvailable || isBeforeFees ? { ...column, role: 'ignored' } : column
  })
}

/** `Amount` beside `Net amount`, which is less its fee, is not what the balance moves by. */
const NET = /^net(?: |$)/
const FEE = /^fees?$/

/** Together they are one message, as New Zealand's banks print it. */
const MESSAGE: ReadonlySet<string> = new Set(['particulars', 'code', 'reference'])

const MOVING: ReadonlySet<ColumnRole> = new Set(['amount', 'debit', 'credit'])
/** Words for the day of value that also mean an amount. */
const VALUES: ReadonlySet<string> = new Set(['value', 'valor', 'valeur'])

/** Where a column's head stands, with the unit behind it: `Deposits ($)`, `Money out £`. */
function headSpan(line: ReadLine, match: PhraseMatch<ColumnRole>): Span {
  const { x0, x1 } = spanOfMatch(line, match)
  const unit = line.words[line.plain[match.end - 1]!.at + 1]
  const isUnit = unit !== undefined && /^(?:\([^)]{1,4}\)|\p{Sc})$/u.test(unit.text)
  return { x0, x1: isUnit ? unit.x1 : x1 }
}

/** `Date Balance Date Balance` is one pair of columns printed twice. */
function grouped(columns: Column[]): Columns {
  const roles = columns.map(({ role }) => role)
  for (let size = 2; size <= roles.length / 2; size += 1) {
    if (roles.length % size !== 0) continue
    if (!roles.every((role, at) => role === roles[at % size])) continue
    const starts = columns.flatMap((_, at) => (at > 0 && at % size === 0 ? [at] : []))
    const bounds = starts.map((at) => (columns[at - 1]!.x1 + columns[at]!.x0) / 2)
    return { columns: columns.slice(0, size), bounds }
  }
  return { columns: withPostDate(columns), bounds: [] }
}

/** Of two columns both headed `Date` the second is the date of posting. */
function withPostDate(columns: Column[]): Column[] {
  const first = columns.findIndex(({ role }) => role === 'date')
  return columns.map((column, at) =>
    column.role === 'date' && at > first ? { ...column, role: 'postDate' } : column,
  )
}

export function isDailyTable({ columns }: Columns): boolean {
  return columns.every(({ role }) => role === 'date' || role === 'balance')
}

/**
 * The direction that a row's column of directions names: `Debit`, `Credit`, `Deposit`; null without
 * such a column, or when it names none.
 */
export function readDirection(
  line: ReadLine,
  { columns }: Columns,
  lexicon: Lexicon,
): 'credit' | 'debit' | null {
  const at = columns.findIndex(({ role }) => role === 'direction')
  if (at < 0) return null
  const edge = columns[at + 1]?.x0 ?? Infinity
  const words = line.plain.filter(({ at: word }) => {
    const { x0 } = line.words[word]!
    return x0 >= columns[at]!.x0 - EDGE_SLACK && x0 < edge - EDGE_SLACK
  })
  const meaning = findPhrases(lexicon.columns, words)[0]?.meaning
  return meaning === 'credit' || meaning === 'debit' ? meaning : null
}

const EDGE_SLACK = 3

/**
 * Which column each amount of a row stands in. Amounts keep the order of the columns, and the
 * nearest such arrangement is taken; an amount far from every free column belongs to the
 * description and is left out.
 */
export function placeAmounts(
  amounts: readonly PlacedAmount[],
  { columns }: Columns,
): Map<AmountRole, PlacedAmount> {
  return new Map(placeFigures(amounts, columns).map(({ role, amount }) => [role, amount]))
}

/** What stands in columns of amounts and is not the one taken: `Amount` beside `Total`. */
export function passedAmounts(
  amounts: readonly PlacedAmount[],
  columns: Columns,
): readonly PlacedAmount[] {
  const taken = new Set(placeAmounts(amounts, columns).values())
  const placed = placeFigures(amounts, columns.columns).map(({ amount }) => amount)
  return placed.filter((amount) => !taken.has(amount))
}

function placeFigures(
  amounts: readonly PlacedAmount[],
  columns: readonly Column[],
): { role: AmountRole; amount: PlacedAmount }[] {
  // A fee or a foreign amount has a column of its own that moves nothing.
  const figures = columns.filter(({ role }) => AMOUNT_ROLES.has(role) || role === 'ignored')
  return arrange(amounts.slice(-MAX_AMOUNTS), figures).placed.filter(isFigure)
}

/** A line of totals under its columns; columns of one kind, fees and withdrawals, are added up. */
export function readColumnTotals(
  amounts: readonly PlacedAmount[],
  { columns }: Columns,
): Partial<Record<AmountRole, PlacedAmount>> {
  const totals: Partial<Record<AmountRole, PlacedAmount>> = {}
  const figures = columns.filter(({ role }) => AMOUNT_ROLES.has(role))
  const { placed } = arrange(amounts.slice(-MAX_AMOUNTS), figures)
  for (const { role, amount } of placed.filter(isFigure)) {
    const before = totals[role]
    totals[role] = before ? { ...amount, cents: before.cents + amount.cents } : amount
  }
  return totals
}

/** More amounts than this stand in no row; the rightmost are the table's. */
const MAX_AMOUNTS = 6
/** An amount further than this from a column, in points, is rather none of the table's. */
const UNPLACED_DISTANCE = 100

interface Arrangement {
  distance: number
  placed: Placed[]
}

interface Placed {
  role: ColumnRole
  amount: PlacedAmount
}

function isFigure(placed: Placed): placed is Placed & { role: AmountRole } {
  return AMOUNT_ROLES.has(placed.role)
}

function arrange(amounts: readonly PlacedAmount[], columns: readonly Column[]): Arrangement {
  const [amount, ...laterAmounts] = amounts
  const [column, ...laterColumns] = columns
  if (!amount || !column) return { distance: amounts.length * UNPLACED_DISTANCE, placed: [] }
  const unplaced = arrange(laterAmounts, columns)
  const rest = arrange(laterAmounts, laterColumns)
  const options: Arrangement[] = [
    {
      distance: rest.distance + computeDistance(amount, column),
      placed: [{ role: column.role, amount }, ...rest.placed],
    },
    arrange(amounts, laterColumns),
    { distance: unplaced.distance + UNPLACED_DISTANCE, placed: unplaced.placed },
  ]
  return options.reduce((best, option) => (option.distance < best.distance ? option : best))
}

function computeDistance(amount: Span, column: Span): number {
  return Math.min(
    Math.abs(amount.x1 - column.x1),
    Math.abs(amount.x0 - column.x0),
    Math.abs((amount.x0 + amount.x1 - column.x0 - column.x1) / 2),
  )
}
