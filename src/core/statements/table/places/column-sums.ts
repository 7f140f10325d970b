import type { Cents } from '../../../values/money.ts'
import type { BrokenSum } from '../assembly/printed-tables.ts'
import { isMovingRole, type FigureRole } from './column-roles.ts'
import type { Places } from './places.ts'
import type { TableLine } from './row-blocks.ts'

/**
 * Sums on one line under the columns of which one is right and another is not. Where none is right
 * the line sums up something else, such as one page.
 */
export function brokenSums(lines: readonly TableLine[], places: Places): BrokenSum[] {
  const added = new Map<FigureRole, Cents>()
  return lines.flatMap((line) => {
    const own = sumByRole(line, places)
    if (line.isMoving)
      for (const [role, cents] of own) added.set(role, (added.get(role) ?? 0) + cents)
    if (line.isMoving || !line.isFigures) return []
    const sums = [...own].map(([role, printed]) => ({
      page: line.line.page,
      printed,
      added: added.get(role) ?? 0,
    }))
    const isOne = sums.some((sum) => sum.printed > 0 && sum.printed === sum.added)
    return isOne ? sums.filter((sum) => sum.printed !== sum.added) : []
  })
}

/** Columns of one role are one: charges may stand beside other debits. */
function sumByRole({ index }: TableLine, { byLine, roles }: Places): Map<FigureRole, Cents> {
  const sums = new Map<FigureRole, Cents>()
  for (const { column, amount } of byLine.get(index) ?? []) {
    const role = roles[column]!
    if (isMovingRole(role)) sums.set(role, (sums.get(role) ?? 0) + Math.abs(amount.cents))
  }
  return sums
}
