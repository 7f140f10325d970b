import type { Cents } from '../../../values/money.ts'
import type { BrokenSum } from '../assembly/printed-tables.ts'
import { isMovingRole, type FigureRole } from './column-roles.ts'
import type { Places } from './places.ts'
import type { TableLine } from './row-blocks.ts'

/** Sums under the columns of a table that its rows do not add up to. */
export function brokenSums(lines: readonly TableLine[], places: Places): BrokenSum[] {
  return [...brokenColumns(lines, places), ...brokenGroups(lines, places)]
}

/**
 * Sums in words that differ from the rows since the sum before, as those of each card, and from all
 * rows above, where the other sums of the table, at least as many, do not.
 */
function brokenGroups(lines: readonly TableLine[], places: Places): BrokenSum[] {
  let [all, since] = [0, 0]
  const sums = lines.flatMap((line): (BrokenSum & { isRight: boolean })[] => {
    const figures = [...sumByRole(line, places).values()]
    const [printed, second] = figures
    if (line.isSum && printed !== undefined && second === undefined) {
      const sum = { page: line.line.page, printed, added: since }
      const isRight = printed === since || printed === all
      since = 0
      return sum.added > 0 ? [{ ...sum, isRight }] : []
    }
    const moved = line.isMoving ? figures.reduce((total, cents) => total + cents, 0) : 0
    all += moved
    since += moved
    return []
  })
  const broken = sums.filter(({ isRight }) => !isRight)
  return broken.length * 2 <= sums.length
    ? broken.map(({ page, printed, added }) => ({ page, printed, added }))
    : []
}

/**
 * Sums on one line under the columns of which one is right and another is not. Where none is right
 * the line sums up something else, such as one page.
 */
function brokenColumns(lines: readonly TableLine[], places: Places): BrokenSum[] {
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
