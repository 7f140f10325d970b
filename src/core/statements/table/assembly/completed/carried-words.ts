import { textWithout, type ReadLine } from '../../../print/read-line.ts'
import { descriptionEdge } from '../../row-lines.ts'
import type { PrintedRow } from '../printed-tables.ts'

/** Further lines of rows begin within so many points of each other. */
const DRIFT = 3
/** Lines of one row stand nearer to each other than this share of their height. */
const NEAR = 1.1
/** So many rows with further lines show where such lines begin. */
const LEAST_WRAPPED = 2

/**
 * Rows whose words go on at the head of the next page, under its running head alone: the lines
 * right above the first row there that begin where further lines of other rows do.
 */
export function withCarriedWords(
  rows: readonly PrintedRow[],
  lines: readonly ReadLine[],
): readonly PrintedRow[] {
  const starts = rows.flatMap(({ lines: [, below] }) => (below ? [below.x0] : []))
  return rows.map((row, at) => {
    const next = rows[at + 1]?.lines[0]
    const isTurned = next !== undefined && next.page === row.lines.at(-1)!.page + 1
    const edge = descriptionEdge(row, null)
    const wraps = starts.filter((x0) => Math.abs(x0 - edge) < DRIFT)
    if (!isTurned || wraps.length < LEAST_WRAPPED) return row
    const own = linesAbove(next, lines, edge)
    if (own.length === 0) return row
    const words = own.map((line) => textWithout(line, []))
    return { ...row, description: [...row.description, ...words], lines: [...row.lines, ...own] }
  })
}

function linesAbove(row: ReadLine, lines: readonly ReadLine[], edge: number): ReadLine[] {
  const found: ReadLine[] = []
  let below = row
  for (let at = lines.indexOf(row) - 1; at >= 0; at -= 1) {
    const line = lines[at]!
    const isNear = below.y0 - line.y1 < NEAR * (line.y1 - line.y0)
    const isWords = line.amounts.length === 0 && line.dates.length === 0
    const isUnder = line.page === row.page && Math.abs(line.x0 - edge) < DRIFT
    if (!isNear || !isWords || !isUnder || isRepeated(line, lines)) break
    found.unshift(line)
    below = line
  }
  return found
}

/** A running head stands on other pages too. */
function isRepeated({ text, page }: ReadLine, lines: readonly ReadLine[]): boolean {
  return lines.some((other) => other.page !== page && other.text === text)
}
