import type { DecimalMark } from '../../print/amounts.ts'
import type { PlacedDate, ReadLine } from '../../print/read-line.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { Columns } from '../columns.ts'
import type { PrintedTables, PrintedRow } from './printed-tables.ts'

/** Where in the print the reading is. */
export interface State extends Omit<PrintedTables, 'unassignedLines'> {
  lexicon: Lexicon
  mark: DecimalMark
  columns: Columns | null
  /** The section in force, an index into `sections`. */
  section: number | null
  /** The title whose amount stands beside it holds only when rows follow at once. */
  isTentative: boolean
  outer: number | null
  /** The row that the next line may continue. */
  open: PrintedRow | null
  /** The last row of the page before, and the head under which its last lines may follow. */
  carried: { row: PrintedRow; head: ReadLine } | null
  /** The day that stands on a balance over the first rows, which may not repeat it. */
  day: PlacedDate | null
  /** Rows before this index belong to finished tables. */
  tableStart: number
  /** The widest gap between two rows of the table so far, in points; null before the second. */
  rowGap: number | null
  /** Rows of the table end in an indented line with their amount. */
  isIndented: boolean
  /** Lines under the last row that nothing was made of; a row under them strands them. */
  pendingLines: ReadLine[]
  /** Lines that stand between rows, by the row under them. */
  unassignedLines: Map<PrintedRow, ReadLine[]>
  /** Rows begun on a line without date and amount, and the row each would else belong to. */
  begun: Map<PrintedRow, PrintedRow>
}

/** A line that is no row ends the row above and any title that only stood in a summary. */
export function leaveRow(state: State): void {
  state.open = null
  state.day = null
  state.pendingLines = []
  if (!state.isTentative) return
  state.isTentative = false
  state.section = state.outer
}

/** Lines adrift above a row of their page stand between rows. */
export function markUnassigned(state: State, row: PrintedRow): void {
  const { pendingLines } = state
  if (pendingLines.at(-1)?.page === row.lines[0]!.page) state.unassignedLines.set(row, pendingLines)
  state.pendingLines = []
}

/** What the tables of the section in force hold; null outside of any. */
export function kindInForce(state: State): string | null {
  return getSectionKind(state, state.section)
}

/** The same of any section. */
export function getSectionKind({ sections }: State, section: number | null): string | null {
  return section === null ? null : sections[section]!.kind
}
