import { signedCents } from '../print/amounts.ts'
import type { PlacedAmount, ReadLine } from '../print/read-line.ts'

/** Accounts of a list; a single line with its sum shows nothing. */
const LEAST_ACCOUNTS = 2

/**
 * The lines without those that sum up a list of accounts: several lines without a day that add up
 * to its figures column by column, by their places where they have more. `Total deposits` under
 * them is no sum of rows.
 */
export function withoutAccountSums(lines: readonly ReadLine[]): ReadLine[] {
  return lines.map((line, at) => (isSumOfAbove(lines, at) ? { ...line, ...NOTHING } : line))
}

const NOTHING = { plain: [], amounts: [], dates: [] }

function isSumOfAbove(lines: readonly ReadLine[], at: number): boolean {
  const { amounts, dates, page } = lines[at]!
  if (amounts.length < 2 || dates.length > 0) return false
  const sums = amounts.map(() => 0)
  for (let above = at - 1; above >= 0; above -= 1) {
    const line = lines[above]!
    const own = figuresUnder(line, amounts)
    if (!own || line.dates.length > 0 || line.page !== page) return false
    own.forEach((amount, column) => (sums[column]! += signedCents(amount)))
    const isSum = sums.every((sum, column) => sum === signedCents(amounts[column]!))
    if (isSum && at - above >= LEAST_ACCOUNTS) return sums.some((sum) => sum !== 0)
  }
  return false
}

/** Figures of one column agree in their right edge within so many points. */
const DRIFT = 2

/** The figures of a line in the columns of the sums; null where one has none. */
function figuresUnder({ amounts }: ReadLine, sums: readonly PlacedAmount[]): PlacedAmount[] | null {
  if (amounts.length === sums.length) return [...amounts]
  const own = sums.map((sum) => amounts.find(({ x1 }) => Math.abs(x1 - sum.x1) < DRIFT))
  return own.every((amount) => amount !== undefined) ? own : null
}
