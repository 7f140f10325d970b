import { plainWords } from '../../../vocabulary/plain-words.ts'
import { decideDecimalMark, parseCents, scanAmount } from '../cells/amounts.ts'
import { looksLikeDate } from '../cells/dates.ts'
import type { Column } from './header.ts'

/** Fewer rows, or fewer parts of each, may agree by chance. */
const ROWS_LEAST = 3
const PARTS_LEAST = 3

/**
 * The places of the parts and the total in the account of a marketplace, where every row ends with
 * a `total` that is the sum of its sales, taxes and fees, and money goes both ways. Its goods are
 * named, and are none of a price list or of an order. Null for any other list.
 */
export function findSummedParts(
  headings: readonly string[],
  below: readonly (readonly string[])[],
): { first: number; total: number } | null {
  const names = headings.map(plainWords)
  const total = names.lastIndexOf('total')
  const rows = below.filter((cells) => cells.some(looksLikeDate))
  if (total < PARTS_LEAST || rows.length < ROWS_LEAST) return null
  const figures = rows.map((cells) => cells.slice(0, total + 1).map(scanAmount))
  let first = total
  while (first > 0 && figures.every((row) => row[first - 1] != null)) first -= 1
  const parts = names.slice(first, total)
  if (parts.length < PARTS_LEAST || !parts.some((name) => FEE.test(name))) return null
  const all = figures.flatMap((row) => row.slice(first)).filter((figure) => figure !== null)
  const mark = decideDecimalMark(all, CENTS)
  const sums = figures.map((row) => {
    const cents = row.slice(first).map((figure) => figure && parseCents(figure, mark, CENTS))
    const [sum, ...others] = cents.toReversed().map(Number)
    return { sum: sum!, isProven: sum === others.reduce((one, other) => one + other, 0) }
  })
  const isBothWays = sums.some(({ sum }) => sum < 0) && sums.some(({ sum }) => sum > 0)
  return isBothWays && sums.every(({ isProven }) => isProven) ? { first, total } : null
}

const FEE = /\b(?:fees?|commissions?)$/
/** Sums are compared in hundredths, whatever the currency. */
const CENTS = 'USD'

/** The columns of such an account: its money is the total, and no part of it. */
export function withTotals(
  all: readonly Column[],
  rows: readonly { cells: readonly string[] }[],
): Column[] {
  const names = all.toSorted((a, b) => a.index - b.index).map(({ name }) => name)
  const found = findSummedParts(
    names,
    rows.map(({ cells }) => cells),
  )
  if (found === null) return [...all]
  return all.map((column) => {
    if (column.index === found.total) return { ...column, role: 'amount', rank: 1, isKnown: true }
    const isPart = column.index >= found.first && column.index < found.total
    return isPart ? { ...column, role: 'other', rank: 1, isKnown: true } : column
  })
}
