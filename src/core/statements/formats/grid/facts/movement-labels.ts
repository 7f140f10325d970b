import { plainWords } from '../../../vocabulary/plain-words.ts'
import { MONEY_ROLES, type Columns } from '../columns/header.ts'
import { filledColumn, readText } from '../cells/pick-cells.ts'
import type { GridRow } from '../grid-row.ts'
import { listed } from '../words/lists.ts'
import { hasBalanceWord } from '../words/summary-words.ts'

/**
 * Whether a line without a day may be a row, since it names a fee or interest under the words of
 * the rows and its money under theirs; no balance and no sum of rows is called so.
 */
export function mayBeRow({ cells }: GridRow, columns: Columns): boolean {
  const words = plainWords(readText(cells, columns, 'description')).split(' ')
  const isMoney = MONEY_ROLES.some((role) => filledColumn(cells, columns, role) !== null)
  return isMoney && words.some((word) => MOVEMENTS.has(word)) && !hasBalanceWord(words)
}

const MOVEMENTS: ReadonlySet<string> = new Set(listed('movement_label'))
