import { scanAmount } from '../cells/amounts.ts'
import { isPartialTotal, detectSummaryKind } from '../facts/summary-rows.ts'
import type { GridRow } from '../grid-row.ts'
import { MONEY_ROLES, selectColumns, type Columns } from './header.ts'

/**
 * Rows with the day of the row above where the table prints each day once, on its first row. Only
 * where it prints the balance once a day, too, on the last one: then no row has lost its own day.
 */
export function withDaysOfGroups(rows: readonly GridRow[], columns: Columns): GridRow[] {
  const [date, second] = selectColumns(columns, 'date')
  const [balance] = selectColumns(columns, 'balance')
  if (!date || second || !balance) return [...rows]
  const dayIn = ({ cells }: GridRow): string => cells[date.index] ?? ''
  if (rows.every((row) => dayIn(row) !== '')) return [...rows]
  const moving = rows.filter((row) => isMoving(row, columns))
  const days = moving.map(dayIn)
  const areLast = moving.map(({ cells }) => scanAmount(cells[balance.index] ?? '') !== null)
  const areGroups = areLast.every((isLast, at) => isLast === (days[at + 1] !== ''))
  const printed = days.filter((day) => day !== '')
  const isOnce = printed.every((day, at) => day !== printed[at + 1])
  if (printed.length === days.length || !areGroups || !isOnce || days[0] === '') return [...rows]
  const dated = new Map<GridRow, string>()
  for (const [at, row] of moving.entries()) dated.set(row, days[at] || dated.get(moving[at - 1]!)!)
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => (at === date.index ? (dated.get(row) ?? cell) : cell)),
  }))
}

/** Whether a row moves money one way, and is no sum. */
function isMoving({ cells }: GridRow, columns: Columns): boolean {
  const filled = MONEY_ROLES.flatMap((role) => selectColumns(columns, role)).filter(
    ({ index }) => scanAmount(cells[index] ?? '') !== null,
  )
  const isSum = cells.some((cell) => detectSummaryKind(cell) !== null || isPartialTotal(cell))
  return filled.length === 1 && !isSum
}
