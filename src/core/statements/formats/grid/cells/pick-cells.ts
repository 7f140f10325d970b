import type { ColumnRole } from '../words/header-words.ts'
import { selectColumns, type Column, type Columns } from '../columns/header.ts'

/** The text of the first column of a role that is filled in this row; empty when none is. */
export function readText(cells: readonly string[], columns: Columns, role: ColumnRole): string {
  for (const column of selectColumns(columns, role)) {
    const cell = cells[column.index] ?? ''
    if (cell !== '') return cell
  }
  return ''
}

/** Of amount columns of equal rank (`CAD$`, `USD$`) the one that is filled in this row. */
export function filledColumn(
  cells: readonly string[],
  columns: Columns,
  role: ColumnRole,
): Column | null {
  const all = selectColumns(columns, role)
  const best = all.filter((column) => column.rank === all[0]!.rank)
  return best.find((column) => (cells[column.index] ?? '') !== '') ?? null
}
