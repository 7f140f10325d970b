import type { BrokenSum } from '../assembly/printed-tables.ts'
import { isMovingRole } from './column-roles.ts'
import type { Places } from './places.ts'
import type { TableLine } from './row-blocks.ts'

/**
 * Sums on one line under the columns of which one is right and another is not. Where none is right
 * the line sums up something else, such as one page.
 */
export function brokenSums(lines: readonly TableLine[], { byLine, roles }: Places): BrokenSum[] {
  const added = roles.map(() => 0)
  return lines.flatMap(({ index, line, isMoving, isFigures }) => {
    const own = (byLine.get(index) ?? []).filter(({ column }) => isMovingRole(roles[column]!))
    if (isMoving) for (const { column, amount } of own) added[column]! += Math.abs(amount.cents)
    if (isMoving || !isFigures) return []
    const sums = own.map(({ column, amount }) => ({
      page: line.page,
      printed: Math.abs(amount.cents),
      added: added[column]!,
    }))
    const isRight = ({ printed, added: sum }: BrokenSum): boolean => printed === sum
    const isOne = sums.some((sum) => isRight(sum) && sum.printed > 0)
    return isOne ? sums.filter((sum) => !isRight(sum)) : []
  })
}
