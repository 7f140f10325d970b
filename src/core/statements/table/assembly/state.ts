import type { DecimalMark } from '../../print/amounts.ts'
import type { PlacedDate, ReadLine } from '../../print/read-line.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { Columns } from '../heads/columns.ts'
import type { BareHead } from '../heads/bare-heads.ts'
import type { PrintedTables, PrintedRow } from './printed-tables.ts'

/** The position in the document, and what was read so far. */
export interface State extends Omit<PrintedTables, 'unassignedLines'> {
  lexicon: Lexicon
  mark: DecimalMark
  columns: Columns | null
  /** Heads beside that of the amounts, on a line that names no more. */
  bareHead: BareHead | null
  /** The section in force, an index into `sections`. */
  section: number | null
  /** The title has its amount beside it, so it holds only when rows follow at once. */
  isTentative: boolean
  /** The sections of lists that stand beside each other under titles of their own, left first. */
  groupSections: readonly number[]
  /** A heading of unknown wording stands below the title of the section in force. */
  isInterrupted: boolean
  outer: number | null
  open: PrintedRow | null
  /** The last row of the page before, and the head under which its last lines may follow. */
  carried: { row: PrintedRow; head: ReadLine } | null
  /** The date of a balance above the first rows, which may not repeat it. */
  day: PlacedDate | null
  tableStart: number
  /** The widest gap between two rows of the table so far, in points; null before the second. */
  rowGap: number | null
  /** Further lines of rows stand no further below them than this, in points; null where unknown. */
  wrapGap: number | null
  /** Rows of the table end in an indented line with their amount. */
  isIndented: boolean
  /** Lines under the last row with no use yet; a row under them makes them unassigned. */
  pendingLines: ReadLine[]
  /** Lines that stand between rows, by the row under them. */
  unassignedLines: Map<PrintedRow, ReadLine[]>
  /** Rows begun on a line without date and amount, with the row they may belong to instead. */
  begun: Map<PrintedRow, PrintedRow>
}

/** A line that is no row ends the row above, and a title that was only part of a summary. */
export function leaveRow(state: State): void {
  state.open = null
  state.day = null
  state.pendingLines = []
  if (!state.isTentative) return
  state.isTentative = false
  state.section = state.outer
}

/** Pending lines above a row of their page belong to no row. */
export function markUnassigned(state: State, row: PrintedRow): void {
  const { pendingLines } = state
  if (pendingLines.at(-1)?.page === row.lines[0]!.page) state.unassignedLines.set(row, pendingLines)
  state.pendingLines = []
}

/** What the tables of the current section hold; null outside of any. */
export function kindInForce(state: State): string | null {
  return getSectionKind(state, state.section)
}

export function getSectionKind({ sections }: State, section: number | null): string | null {
  return section === null ? null : sections[section]!.kind
}
