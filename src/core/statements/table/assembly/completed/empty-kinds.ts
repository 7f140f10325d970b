import { movingCell } from '../../signs/readings.ts'
import type { PrintedRow, PrintedTables } from '../printed-tables.ts'

/** `Interest Charged on Purchases  0.00`: a kind of interest of which there was none. */
export function isNothing(row: PrintedRow, sections: PrintedTables['sections']): boolean {
  const kind = row.section === null ? undefined : sections[row.section]?.kind
  return (kind === 'interest' || kind === 'fees') && movingCell(row)[1].cents === 0
}
