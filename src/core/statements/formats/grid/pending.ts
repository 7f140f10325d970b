import { plainWords } from '../../vocabulary/plain-words.ts'
import { selectColumns, type Columns } from './columns/header.ts'
import { readText } from './cells/pick-cells.ts'
import type { TransactionRow } from './read-rows.ts'
import { PENDING_STATUSES } from './words/sign-words.ts'

/** So many rows for one without a balance show that the list has one for every booked row. */
const BALANCES_PER_OPEN = 2

/**
 * Which rows are not booked yet: by a word for it in a column of states or days, by `true` in a
 * column that is named so, or by a state that no row with a running balance has.
 */
export function findPending(rows: readonly TransactionRow[], columns: Columns): boolean[] {
  const stateIn = ({ cells }: TransactionRow): string =>
    plainWords(readText(cells, columns, 'status'))
  const balanced = rows.filter(({ balance }) => balance !== null)
  const booked = new Set(balanced.map(stateIn))
  const openCount = rows.length - balanced.length
  const areBalanced = balanced.length >= openCount * BALANCES_PER_OPEN
  return rows.map((row) => {
    const state = stateIn(row)
    const isOpen = areBalanced && row.balance === null
    return isNamedPending(row, columns) || (isOpen && state !== '' && !booked.has(state))
  })
}

function isNamedPending({ cells }: TransactionRow, columns: Columns): boolean {
  const named = [...selectColumns(columns, 'status'), ...selectColumns(columns, 'date')]
  return named.some((column) => {
    const words = plainWords(cells[column.index] ?? '')
    return (
      PENDING_STATUSES.has(words) ||
      words.startsWith('pending') ||
      (/^(is )?pending$/.test(column.name) && /^(true|yes|y|1)$/.test(words))
    )
  })
}
