import { textWithout, type PlacedDate, type ReadLine } from '../../print/read-line.ts'
import type { AmountRole } from '../heads/columns.ts'
import type { PrintedRow } from '../assembly/printed-tables.ts'
import type { PlacedAmount } from '../../print/read-line.ts'
import { currenciesBelow } from '../../currency/money-abroad.ts'
import { dateIn, isAt } from './date-columns.ts'
import type { Places } from './places.ts'
import type { Block, TableLine } from './row-blocks.ts'

export interface PlacedRows {
  rows: PrintedRow[]
  /** Lines between rows that belong to none. */
  unassigned: ReadLine[]
  /** Indexes of the lines of rows. */
  used: Set<number>
}

/** The rows of the blocks, in print order. A block without an amount belongs to one beside it. */
export function placeRows(blocks: readonly Block[], places: Places): PlacedRows {
  const placed: PlacedRows = { rows: [], unassigned: [], used: new Set() }
  let lead: TableLine[] = []
  let heading: Pick<PrintedRow, 'date'> | null = null
  let isClosed = true
  const last = lastOfTable(blocks)
  for (const block of blocks) {
    if (!isLead(lead, block)) lead = leave(lead, placed, places)
    const isRow = block.some(({ isMoving }) => isMoving) && block[0]!.index <= last
    const { above, rest } = underLoneDay([...lead, ...block], places)
    const { notes, own } = withoutNotes(rest, places)
    const day = rowDay(own, heading ?? placed.rows.at(-1), places)
    if (isRow && day) {
      if (!day.isUndated) heading = null
      // Above the first row they are part of the head.
      if (placed.rows.length > 0) placed.unassigned.push(...above.map(({ line }) => line))
      placed.rows.push(buildRow(own, day, places))
      placed.unassigned.push(...notes.map(({ line }) => line))
      for (const { index } of own) placed.used.add(index)
      lead = []
      isClosed = false
      continue
    }
    lead = leave(lead, placed, places)
    // Without balances the sums show whether a row is missing.
    if (isRow && placed.rows.length > 0 && places.roles.includes('balance'))
      placed.unassigned.push(...block.map(({ line }) => line))
    heading = headingDay(block, places) ?? heading
    if (block.some(({ isFigures }) => isFigures)) isClosed = true
    else if (block.some(({ isDated }) => isDated)) lead = [...block]
    else if (block.some(({ isSum }) => isSum)) isClosed = true
    else if (!isClosed && isUnder(block, placed, places)) extendRow(block, placed, places)
    else isClosed = true
  }
  return placed
}

/** Rows below the last balance or sum have a day of their own. */
function lastOfTable(blocks: readonly Block[]): number {
  const lines = blocks.flat()
  const end = lines.findLast(({ isFigures, isDated }) => isFigures || isDated)
  return end?.isFigures ? end.index : Infinity
}

/** A day without an amount begins the row right below it. */
function isLead(lead: Block, [first, ...rest]: Block): boolean {
  const above = lead.at(-1)
  if (!above || !first || [first, ...rest].some(({ isDated }) => isDated)) return false
  const height = above.line.y1 - above.line.y0
  return first.line.page === above.line.page && first.line.y0 - above.line.y1 < NEAR * height
}

/** A title above a line with nothing but the day of a row is none of the row's words. */
function underLoneDay(block: Block, places: Places): { above: Block; rest: Block } {
  const moving = block.findIndex(({ isMoving }) => isMoving)
  const before = block.slice(0, Math.max(moving, 0))
  const at = Math.max(
    before.findLastIndex((line) => headingDay([line], places) !== null),
    0,
  )
  return { above: block.slice(0, at), rest: block.slice(at) }
}

/** Lines with days and words of their own above the one that a row begins with are none of it. */
function withoutNotes(block: Block, { dateColumns }: Places): { notes: Block; own: Block } {
  const isBegin = ({ line, isDated }: TableLine): boolean => {
    const date = dateIn(line, dateColumns[0])
    return isDated && date !== null && /\p{L}{2}/u.test(textWithout(line, [date]))
  }
  const moving = block.findIndex(({ isMoving }) => isMoving)
  const at = block.slice(0, moving + 1).findLastIndex(isBegin)
  return block.slice(0, Math.max(at, 0)).some(isBegin)
    ? { notes: block.slice(0, at), own: block.slice(at) }
    : { notes: [], own: block }
}

/** Lines that begin no row; above the first they are part of the head, a lone day is a heading. */
function leave(lead: Block, { rows, unassigned }: PlacedRows, places: Places): TableLine[] {
  if (rows.length > 0 && headingDay(lead, places) === null)
    unassigned.push(...lead.map(({ line }) => line))
  return []
}

type Day = Pick<PrintedRow, 'date' | 'postDate' | 'isUndated'>

/** The dates of a row: its own, in the order of columns and lines, or that of the row above. */
function rowDay(
  block: Block,
  above: Pick<PrintedRow, 'date'> | undefined,
  { dateColumns, isDayApart }: Places,
): Day | null {
  const own = dateColumns.flatMap((column) =>
    block.flatMap(({ line }) => dateIn(line, column) ?? []),
  )
  const isDated = block.some(({ isDated: has }) => has)
  const [date, postDate = null] = own
  if (isDated && date) return { date, postDate }
  // Words where days stand are a day that was not read.
  const [column] = dateColumns
  const isLost =
    (!isDayApart && block.some(({ line }) => line.words.some(({ x0 }) => isAt(x0, column)))) ||
    block.some(({ line }) => line.dates[0]?.from === 0)
  return above && !isLost ? { date: above.date, postDate: null, isUndated: true } : null
}

/** The day of a line that holds nothing else: it stands over the rows of that day. */
function headingDay(block: Block, { dateColumns }: Places): Pick<PrintedRow, 'date'> | null {
  const [only, second] = block
  const date = only && !second ? dateIn(only.line, dateColumns[0]) : null
  return date && textWithout(only!.line, [date]) === '' ? { date } : null
}

function buildRow(block: Block, day: Day, places: Places): PrintedRow {
  const lines = block.map(({ line }) => line)
  return {
    ...day,
    cells: cellsIn(block, places),
    loose: [],
    description: block.map((line, at) =>
      at === 0 ? wordsOn(line, places) : wordsBelow(line, lines.slice(0, at), places),
    ),
    checkNumber: checkOn(block, places),
    typeWords: null,
    section: null,
    isListed: false,
    lines,
  }
}

function checkOn(block: Block, { checks }: Places): string | null {
  const found = block.flatMap(({ index }) => checks.get(index) ?? [])
  return found[0]?.text.replaceAll(/\D/g, '') ?? null
}

function cellsIn(
  block: Block,
  { byLine, roles }: Places,
): Partial<Record<AmountRole, PlacedAmount>> {
  const own = block.flatMap(({ index }) => byLine.get(index) ?? [])
  return Object.fromEntries(
    own.flatMap(({ column, amount }) => {
      const role = roles[column]!
      return role === 'none' ? [] : [[role, amount]]
    }),
  )
}

/** The words of a further line of a row, without a currency under a figure. */
function wordsBelow(line: TableLine, above: readonly ReadLine[], places: Places): string {
  return wordsOn(line, places, currenciesBelow(line.line, above))
}

/** The words of a line without its dates, its figures and a number before its day. */
function wordsOn(
  { line, index, isDated }: TableLine,
  places: Places,
  leftOut: readonly { from: number; to: number }[] = [],
): string {
  const { byLine, kept, dateColumns, codes, checks } = places
  const dates = dateColumns.map((column) => dateIn(line, column)).filter((date) => date !== null)
  const own = byLine.get(index) ?? []
  const figures = own.filter(({ column }) => kept.has(column)).map(({ amount }) => amount)
  const lead = isDated ? leadBefore(line, dates) : []
  const marks = [...(codes.get(index) ?? []), ...(checks.get(index) ?? [])]
  return textWithout(line, [
    ...lead,
    ...dates.map((date) => withTime(line, date)),
    ...figures,
    ...marks,
    ...leftOut,
  ])
}

// ` 14:22`   `, 09:01:55 AM`
const TIME = /^,? {0,2}\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?(?= |$)/i

/** A date with the time of day behind it. */
function withTime({ text }: ReadLine, { from, to }: PlacedDate): { from: number; to: number } {
  const [time = ''] = TIME.exec(text.slice(to)) ?? []
  return { from, to: to + time.length }
}

/** A number or a mark that counts the rows. */
function leadBefore(line: ReadLine, dates: readonly PlacedDate[]): { from: number; to: number }[] {
  const to = Math.min(...dates.map(({ from }) => from))
  return /\p{L}/u.test(line.text.slice(0, to)) ? [] : [{ from: 0, to }]
}

/** Lines of a row stand nearer to each other than this share of their height. */
const NEAR = 1.1
const EDGE_SLACK = 3
/** Gaps between rows of one table differ by less than this, in points. */
const GAP_SLACK = 2

/** Whether a block goes on with the words of the row above it. */
function isUnder([first]: Block, { rows }: PlacedRows, { columns, roles }: Places): boolean {
  const last = rows.at(-1)!.lines.at(-1)!
  const { line } = first!
  const gap = line.y0 - last.y1
  const isNear = line.page === last.page && gap < NEAR * (last.y1 - last.y0)
  if (gap > rowGap(rows) + GAP_SLACK) return false
  const edge = Math.min(...columns.edges.filter((_, at) => roles[at] !== 'none'))
  return (
    isNear && line.x0 >= last.x0 - EDGE_SLACK && (line.x0 < edge || columns.alignment === 'left')
  )
}

/** The widest gap between rows that stand under each other; a line further down is no row's. */
function rowGap(rows: readonly PrintedRow[]): number {
  const gaps = rows.slice(1).flatMap(({ lines: [first] }, at) => {
    const last = rows[at]!.lines.at(-1)!
    return first!.page === last.page ? [first!.y0 - last.y1] : []
  })
  return gaps.length === 0 ? Infinity : Math.max(...gaps)
}

function extendRow(block: Block, { rows, used }: PlacedRows, places: Places): void {
  const row = rows.at(-1)!
  for (const line of block) {
    row.description.push(wordsBelow(line, row.lines, places))
    row.lines.push(line.line)
    used.add(line.index)
  }
}
