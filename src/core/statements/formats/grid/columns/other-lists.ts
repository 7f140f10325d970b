import { plainWords } from '../../../vocabulary/plain-words.ts'
import { scanAmount } from '../cells/amounts.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { listed } from '../words/lists.ts'
import { selectColumns, type Columns } from './header.ts'

const FOREIGN: ReadonlySet<string> = new Set(listed('foreign_heading'))
const FOREIGN_LEAST = 2

/**
 * The headings of a list that is no account's: a time sheet, a price list, a stock count, open
 * invoices. Empty where fewer than two of them, or than three with a balance, leave it an account.
 */
export function foreignHeadings(headings: readonly string[], columns: Columns | null): string[] {
  const hasBalance = columns !== null && selectColumns(columns, 'balance').length > 0
  const isRow = headings.some((cell) => looksLikeDate(cell) || scanAmount(cell) !== null)
  if (isRow) return []
  const names = headings.filter((heading) => FOREIGN.has(plainWords(heading)))
  const least = hasBalance ? FOREIGN_LEAST + 1 : FOREIGN_LEAST
  return new Set(names).size >= least ? names : []
}
