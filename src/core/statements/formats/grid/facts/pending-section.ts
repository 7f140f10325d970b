import { plainWords } from '../../../vocabulary/plain-words.ts'
import type { GridRow } from '../grid-row.ts'
import { MONEY_ROLES, selectColumns, type Columns } from '../columns/header.ts'
import { PENDING_STATUSES } from '../words/sign-words.ts'

interface Section {
  preamble: readonly GridRow[]
  columns?: Columns
}

/** `Pending transactions`, `Vorgemerkte Umsätze` */
const MOST_TITLE_WORDS = 5

/**
 * Whether the line above the headings of a table says that its rows are not booked yet, or the
 * heading of its money does: `Importe retenido`.
 */
export function isPendingSection({ preamble, columns }: Section): boolean {
  if (columns !== undefined && isHeld(columns)) return true
  const cells = preamble.at(-1)?.cells.filter((cell) => cell !== '') ?? []
  const words = plainWords(cells[0] ?? '').split(' ')
  if (cells.length !== 1 || words.length > MOST_TITLE_WORDS) return false
  return words.some((word) => PENDING_STATUSES.has(word)) || PENDING_STATUSES.has(words.join(' '))
}

/** Every column of money is one of sums on hold, and no balance stands beside them. */
function isHeld(columns: Columns): boolean {
  const money = MONEY_ROLES.flatMap((role) => selectColumns(columns, role))
  const names = money.map(({ name }) => name.split(' '))
  const areHeld = names.every(
    (words) => words.length > 1 && words.some((word) => PENDING_STATUSES.has(word)),
  )
  return money.length > 0 && areHeld && selectColumns(columns, 'balance').length === 0
}
