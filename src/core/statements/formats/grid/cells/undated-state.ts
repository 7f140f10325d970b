import { plainWords } from '../../../vocabulary/plain-words.ts'
import { selectColumns, type Columns } from '../columns/header.ts'
import { PENDING_STATUSES } from '../words/sign-words.ts'

/** `offen` where a day should stand: a row that is not booked yet and has none. */
export function undatedState(cells: readonly string[], columns: Columns): string | null {
  const texts = selectColumns(columns, 'date').map(({ index }) => cells[index] ?? '')
  const isDated = texts.some((text) => /\d/.test(text))
  return isDated ? null : (texts.find((text) => PENDING_STATUSES.has(plainWords(text))) ?? null)
}
