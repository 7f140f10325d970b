import { roundHalfAway, type Cents } from '../../values/money.ts'
import type { Stream } from '../../values/position.ts'
import { median } from '../numbers.ts'
import type { Row } from '../row.ts'

/** Rows that show a level, and how far from it the next one begins (formulas S14). */
const LEVEL_ROWS = 3
const MIN_SHIFT = 0.05

/**
 * The lasting changes of the amount: three rows on a level differ by more than 5 % from the three
 * before. Rows that vary on their own show no level and thereby no change.
 */
export function amountChanges(rows: readonly Row[]): Stream['amountChanges'] {
  const changes: Stream['amountChanges'] = []
  let start = 0
  for (let index = 1; index + LEVEL_ROWS <= rows.length; index += 1) {
    const from = levelOf(rows.slice(Math.max(start, index - LEVEL_ROWS), index))
    const to = levelOf(rows.slice(index, index + LEVEL_ROWS))
    if (from === null || to === null || !isApart(from, to)) continue
    if (!isApart(from, rows[index]!.absCents)) continue
    changes.push({ date: rows[index]!.date, from, to })
    start = index
  }
  return changes
}

/** The common amount of the rows; null when they have none. */
function levelOf(rows: readonly Row[]): Cents | null {
  const level = roundHalfAway(median(rows.map(({ absCents }) => absCents)))
  return rows.some(({ absCents }) => isApart(level, absCents)) ? null : level
}

function isApart(level: Cents, amount: Cents): boolean {
  return Math.abs(amount - level) > MIN_SHIFT * level
}
