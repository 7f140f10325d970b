import type { ReadLine } from '../../print/read-line.ts'
import { balanceSign } from '../../reconcile/reconcile.ts'
import { formatCents } from '../../reconcile/repair.ts'
import type { Doubt, Statement, StatementRow } from '../../statement.ts'
import type { PrintedTables } from '../assembly/printed-tables.ts'

/**
 * Balances carried over a page break that differ from what the rows above them lead to. Where none
 * of them agrees, the words mean something else.
 */
export function brokenCarries(
  lines: readonly ReadLine[],
  tables: PrintedTables,
  statement: Statement,
): Doubt[] {
  const { openingBalance } = statement
  if (openingBalance === null) return []
  const carries = tables.figures
    .filter(({ isCarry }) => isCarry)
    .map(({ line, cents }) => {
      const place = lines[line]!
      const above = statement.rows.filter((row) => isAbove(row, place))
      const moved = above.reduce((sum, { amount }) => sum + amount, 0)
      const expected = openingBalance + balanceSign(statement) * moved
      // Above all rows a summary may name what they lead to.
      const isSummary = above.length === 0 && cents === statement.closingBalance
      return { place, cents, expected, isSummary, hasRows: moved !== 0 }
    })
  const isKept = carries.some(({ hasRows, cents, expected }) => hasRows && cents === expected)
  if (!isKept) return []
  return carries
    .filter(({ cents, expected, isSummary }) => cents !== expected && !isSummary)
    .map(({ place, cents, expected }) => ({
      code: 'carry_disagrees',
      message: `Page ${place.page} carries ${formatCents(cents)}; the rows above it lead to ${formatCents(expected)}.`,
    }))
}

function isAbove({ page, box }: StatementRow, { page: ownPage, y0 }: ReadLine): boolean {
  return page !== null && (page < ownPage || (page === ownPage && box !== null && box[1] < y0))
}
