import type { CodeWord } from './code-column.ts'
import type { FigureLine, Roles } from './column-roles.ts'
import type { FigureColumns } from './figure-columns.ts'

/** What stands where in the lines of a table. */
export interface Places {
  /** Indexes of the table's lines. */
  region: number[]
  columns: FigureColumns
  /** The figures in columns, by the index of their line. */
  byLine: ReadonlyMap<number, FigureLine>
  roles: Roles
  /** Columns that are the table's, whatever they hold; other figures belong to the words. */
  kept: ReadonlySet<number>
  dateColumns: number[]
  /** Most days stand on lines of their own, over or between the words of rows. */
  isDayApart: boolean
  /** References and states of rows, by the index of their line. */
  codes: ReadonlyMap<number, readonly CodeWord[]>
  /** Numbers of checks under their head, by the index of their line. */
  checks: ReadonlyMap<number, readonly (CodeWord & { text: string })[]>
  /** Where the table ends on the right. */
  edge: number
}
