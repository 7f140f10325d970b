import type { Cents } from '../../../values/money.ts'
import type { PlacedAmount, PlacedDate, ReadLine } from '../../print/read-line.ts'
import type { SectionKind } from '../../vocabulary/vocabulary.ts'
import type { AmountRole } from '../heads/columns.ts'
import type { Figure } from '../../head/figures/figure.ts'

/** A row as it stands in the print: signs and years are not decided yet. */
export interface PrintedRow {
  date: PlacedDate
  postDate: PlacedDate | null
  /** It prints no date of its own: that of a row above it holds. */
  isUndated?: boolean
  /** Outside of tables, and its amount stands on a line below. */
  isBegun?: boolean
  cells: Partial<Record<AmountRole, PlacedAmount>>
  /** Amounts of a table without a header, from left to right. */
  loose: PlacedAmount[]
  description: string[]
  checkNumber: string | null
  /** What the column of kinds says, `DD`, `Transfer Out`. */
  typeWords: string | null
  section: number | null
  /** Between the title of its section and the row stands a heading of unknown wording. */
  isUnderOther?: boolean
  /** The direction of its plain amount is that of its kind of transaction. */
  isMarkedByKind?: true
  /** The direction that its words name, 1 for money in. */
  named?: 1 | -1 | null
  /** Stood in a list of check numbers, dates and amounts. */
  isListed: boolean
  lines: ReadLine[]
  /** What stands on its lines under heads of columns that are none of its words. */
  leftOut?: readonly PlacedWords[]
  /** Words were left out though no head names those of rows. */
  isUnnamed?: boolean
}

/** Characters of a line. */
export interface PlacedWords {
  line: ReadLine
  from: number
  to: number
}

/** A titled table, with what its closing line sums up. */
export interface PrintedSection {
  name: string
  kind: SectionKind
  /** Printed beside its name in a summary, or in a sentence over its rows. */
  summaryTotal: Cents | null
  /** Printed under its rows; of several, such as one per page, the last. */
  closingTotal: Cents | null
  printedCount: number | null
  /** Named only in a summary so far; no title of that name stands over a table. */
  isSummary: boolean
}

/** A sum under a column that its rows do not add up to. */
export interface BrokenSum {
  page: number
  printed: Cents
  added: Cents
}

export interface PrintedTables {
  rows: PrintedRow[]
  sections: PrintedSection[]
  daily: { date: PlacedDate; cents: Cents }[]
  figures: Figure[]
  /** The last `Total` line that stands under a table's own columns. */
  columnTotals: Partial<Record<AmountRole, PlacedAmount>>
  /** Entries of lists of checks that are no rows of these tables. */
  listed?: readonly PrintedRow[]
  /** Sums under columns that their rows do not add up to. */
  brokenSums?: readonly BrokenSum[]
  /** A summary leads from the opening to the closing balance. */
  isBridged?: boolean
  /** Headings of unknown wording end the section above them. */
  endsAtHeadings?: boolean
  /** Lines between two rows of a table that belong to neither. */
  unassignedLines: ReadLine[]
}
