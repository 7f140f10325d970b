import { signedCents } from '../print/amounts.ts'
import type { ReadLine } from '../print/read-line.ts'

/** Accounts of a list; a single line with its sum shows nothing. */
const LEAST_ACCOUNTS = 2

/**
 * The lines without those that sum up a list of accounts: several lines without a day, each with as
 * many figures, that add up to it column by column. `Total deposits` under them is no sum of rows.
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
    const isListed = line.amounts.length === amounts.length && line.dates.length === 0
    if (!isListed || line.page !== page) return false
    line.amounts.forEach((amount, column) => (sums[column]! += signedCents(amount)))
    const isSum = sums.every((sum, column) => sum === signedCents(amounts[column]!))
    if (isSum && at - above >= LEAST_ACCOUNTS) return sums.some((sum) => sum !== 0)
  }
  return false
}
