import type { DecimalMark } from '../../print/amounts.ts'
import type { PlacedDate, ReadLine } from '../../print/read-line.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { Columns } from '../columns.ts'
import type { Gathered, GatheredRow } from './gathered.ts'

/** Where in the print the reading is. */
export interface State extends Omit<Gathered, 'stranded'> {
  lexicon: Lexicon
  mark: DecimalMark
  columns: Columns | null
  /** The section in force, an index into `sections`. */
  section: number | null
  /** The title whose amount stands beside it holds only when rows follow at once. */
  isTentative: boolean
  outer: number | null
  /** The row that the next line may continue. */
  open: GatheredRow | null
  /** The last row of the page before, and the head under which its last lines may follow. */
  carried: { row: GatheredRow; head: ReadLine } | null
  /** The day that stands on a balance over the first rows, which may not repeat it. */
  day: PlacedDate | null
  /** Rows before this index belong to finished tables. */
  tableStart: number
  /** The widest gap between two rows of the table so far, in points; null before the second. */
  rowGap: number | null
  /** Rows of the table end in an indented line with their amount. */
  isIndented: boolean
  /** Lines under the last row that nothing was made of; a row under them strands them. */
  adrift: ReadLine[]
  /** Lines that stand between rows, by the row under them. */
  stranded: Map<GatheredRow, ReadLine[]>
  /** Rows begun on a line without date and amount, and the row each would else belong to. */
  begun: Map<GatheredRow, GatheredRow>
}

/** A line that is no row ends the row above and any title that only stood in a summary. */
export function leaveRow(state: State): void {
  state.open = null
  state.day = null
  state.adrift = []
  if (!state.isTentative) return
  state.isTentative = false
  state.section = state.outer
}

/** Lines adrift above a row of their page stand between rows. */
export function strand(state: State, row: GatheredRow): void {
  const { adrift } = state
  if (adrift.at(-1)?.page === row.lines[0]!.page) state.stranded.set(row, adrift)
  state.adrift = []
}

/** What the tables of the section in force hold; null outside of any. */
export function kindInForce(state: State): string | null {
  return kindOf(state, state.section)
}

/** The same of any section. */
export function kindOf({ sections }: State, section: number | null): string | null {
  return section === null ? null : sections[section]!.kind
}
