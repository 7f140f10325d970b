import { formatCents } from '../../reconcile/repair.ts'
import type { Doubt } from '../../statement.ts'
import type { PrintedRow, PrintedTables } from '../assembly/printed-tables.ts'
import { movingCell } from '../signs/readings.ts'

/**
 * Checks of a list whose amount no row has, where most of the list repeats rows: one of the two
 * figures was misprinted, misread or altered.
 */
export function disagreeingChecks({ listed = [], rows }: PrintedTables): Doubt[] {
  const left = Map.groupBy(rows, amountIn)
  const missing = listed.filter((check) => left.get(amountIn(check))?.pop() === undefined)
  if (missing.length * 2 > listed.length) return []
  return missing.map((check) => ({
    code: 'figure_disagrees',
    message: `A list of checks prints ${formatCents(amountIn(check))}, which no row has.`,
  }))
}

function amountIn(row: PrintedRow): number {
  return movingCell(row)[1].cents
}

/** Sums under the columns of a table that its rows do not add up to. */
export function disagreeingSums({ brokenSums = [] }: PrintedTables): Doubt[] {
  return brokenSums.map(({ page, printed, added }) => ({
    code: 'figure_disagrees',
    message: `Page ${page} prints a sum of ${formatCents(printed)}; its column comes to ${formatCents(added)}.`,
  }))
}
