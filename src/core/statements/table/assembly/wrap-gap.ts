import { isRowLike } from '../../head/labels.ts'
import type { ReadLine } from '../../print/read-line.ts'

/** Gaps of one kind differ by less than this, in points. */
const SLACK = 1.5
/** Fewer gaps show no distance of rows. */
const LEAST_ROWS = 4

/**
 * How far below a row its further lines stand at most, in points, where the print sets them nearer
 * to it than the next row; null where both stand alike. A heading among the rows has the distance
 * of a row.
 */
export function findWrapGap(lines: readonly ReadLine[]): number | null {
  const gaps = lines.slice(1).flatMap((line, at) => {
    const above = lines[at]!
    const isBelow = above.page === line.page && isRowLike(above) && line.y0 > above.y0
    return isBelow ? [{ gap: line.y0 - above.y1, isRow: isRowLike(line) }] : []
  })
  const rows = gaps.flatMap(({ gap, isRow }) => (isRow ? [gap] : []))
  if (rows.length < LEAST_ROWS) return null
  const nearest = Math.min(...rows)
  const isTight = gaps.some(({ gap, isRow }) => !isRow && gap < nearest - 2 * SLACK)
  return isTight ? nearest - SLACK : null
}
