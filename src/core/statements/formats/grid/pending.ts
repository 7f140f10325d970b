import { plainWords } from '../../vocabulary/plain-words.ts'
import { selectColumns, type Columns } from './columns/header.ts'
import { readText } from './cells/pick-cells.ts'
import type { TransactionRow } from './read-rows.ts'
import { PENDING_STATUSES } from './words/sign-words.ts'

/** So many rows for one without a balance show that the list has one for every booked row. */
const BALANCES_PER_OPEN = 2

/**
 * Which rows are not booked yet: by a word for it in a column of states or days, by `true` in a
 * column that is named so, by a state that no row with a running balance has, or as the newest
 * ones, where they alone have no balance.
 */
export function findPending(rows: readonly TransactionRow[], columns: Columns): boolean[] {
  const stateIn = ({ cells }: TransactionRow): string =>
    plainWords(readText(cells, columns, 'status'))
  const balanced = rows.filter(({ balance }) => balance !== null)
  const booked = new Set(balanced.map(stateIn))
  const openCount = rows.length - balanced.length
  const areBalanced = balanced.length >= openCount * BALANCES_PER_OPEN
  const newest = areBalanced ? newestOpen(rows) : new Set()
  return rows.map((row) => {
    const state = stateIn(row)
    const isOpen = areBalanced && row.balance === null
    return (
      isNamedPending(row, columns) ||
      newest.has(row) ||
      (isOpen && state !== '' && !booked.has(state))
    )
  })
}

/** The rows without a balance, where they are the newest of the list and all others have one. */
function newestOpen(rows: readonly TransactionRow[]): ReadonlySet<TransactionRow> {
  const [first, last] = [rows[0]?.date ?? '', rows.at(-1)?.date ?? '']
  if (first === last) return new Set()
  const fromNewest = first > last ? rows : rows.toReversed()
  const count = fromNewest.findIndex(({ balance }) => balance !== null)
  const rest = fromNewest.slice(count)
  return new Set(rest.every(({ balance }) => balance !== null) ? fromNewest.slice(0, count) : [])
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
