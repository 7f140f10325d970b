import type { Cents } from '../../../values/money.ts'
import type { ReadLine } from '../../print/read-line.ts'
import { signedCents } from '../../print/amounts.ts'
import { movingCell } from '../signs/readings.ts'
import { hasAmount } from '../row-lines.ts'
import type { TotalLine } from '../heads/titles.ts'
import type { PrintedRow, PrintedSection } from './printed-tables.ts'

/** One amount that another line repeats is no sum. */
const LEAST_ROWS = 2

/**
 * Whether the line ends in the sum of the last rows, whatever its words are: it sums up a part of
 * their table and belongs to no row.
 */
export function isSumOfRows(line: ReadLine, rows: readonly PrintedRow[]): boolean {
  const [amount, second] = line.amounts
  if (!amount || second || line.dates[0]?.from === 0) return false
  if (line.text.slice(amount.to).trim() !== '') return false
  const sum = Math.abs(signedCents(amount))
  const moving = rows.filter(hasAmount)
  const role = moving.length === 0 ? null : movingCell(moving.at(-1)!)[0]
  let total = 0
  for (const [count, row] of moving.toReversed().entries()) {
    const [own, cell] = movingCell(row)
    if (own !== role) return false
    total += signedCents(cell)
    if (count + 1 >= LEAST_ROWS && Math.abs(total) === sum) return true
  }
  return false
}

/** Where so many rows have a mark of their direction, all rows have one. */
const LEAST_MARKED = 5

/**
 * The rows without plain figures below the last day, where every row of a day has a mark: limits
 * and other figures of the account, `SALDO 100,00 C` over `LIMITE 5.000,00`.
 */
export function withoutTail(rows: readonly PrintedRow[]): PrintedRow[] {
  const end = rows.findLastIndex((row) => !row.isUndated || isMarked(row)) + 1
  const isOfMarked = end >= LEAST_MARKED && rows.slice(0, end).every(isMarked)
  return isOfMarked ? rows.slice(0, end) : [...rows]
}

function isMarked(row: PrintedRow): boolean {
  const [, { sign, marker }] = movingCell(row)
  return sign !== 0 || marker !== null
}

/** A total of the rows since the one before adds to it, as that of each card of a table. */
export function sumWithEarlier(
  { closingTotal }: PrintedSection,
  { cents }: TotalLine,
  rows: readonly PrintedRow[],
): Cents {
  const sum = rows.filter(hasAmount).reduce((all, row) => all + signedCents(movingCell(row)[1]), 0)
  return closingTotal !== null && Math.abs(sum) === Math.abs(cents) ? closingTotal + cents : cents
}
