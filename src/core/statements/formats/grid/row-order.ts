import type { PlainDate } from '../../../values/dates.ts'

interface OrderedRow {
  date: PlainDate
  amount: number | null
  balance: number | null
}

/**
 * Whether the first row is the latest: by date, and within one day by which neighbor's balance an
 * amount leads to.
 */
export function isNewestFirst(rows: readonly OrderedRow[]): boolean {
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return false
  if (first.date !== last.date) return first.date > last.date
  let up = 0
  let down = 0
  for (let index = 1; index < rows.length; index += 1) {
    const row = rows[index]!
    const above = rows[index - 1]!
    const moved = (row.balance ?? NaN) - (above.balance ?? NaN)
    if (Math.abs(moved) === Math.abs(row.amount ?? NaN)) down += 1
    if (Math.abs(moved) === Math.abs(above.amount ?? NaN)) up += 1
  }
  return up > down
}
