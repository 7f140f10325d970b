import { plainWords } from '../../../vocabulary/plain-words.ts'
import type { GridRow } from '../grid-row.ts'
import { PENDING_STATUSES } from '../words/sign-words.ts'

/** `Pending transactions`, `Vorgemerkte Umsätze` */
const MOST_TITLE_WORDS = 5

/** Whether the line above the headings of a table says that its rows are not booked yet. */
export function isPendingSection({ preamble }: { preamble: readonly GridRow[] }): boolean {
  const cells = preamble.at(-1)?.cells.filter((cell) => cell !== '') ?? []
  const words = plainWords(cells[0] ?? '').split(' ')
  if (cells.length !== 1 || words.length > MOST_TITLE_WORDS) return false
  return words.some((word) => PENDING_STATUSES.has(word)) || PENDING_STATUSES.has(words.join(' '))
}
