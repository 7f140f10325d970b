import { listed, listedByKey } from './lists.ts'

/**
 * Month names of the seven languages of the headings, without accents; a cell may shorten them to
 * three letters or more. Order within the list is the month.
 */
const MONTH_NAMES: readonly (readonly string[])[] = Object.values(listedByKey('month'))

/** Words that may stand in a date beside day, month and year. */
export const DATE_FILLERS: ReadonlySet<string> = new Set(listed('date_filler'))

/**
 * The month 1–12 that a word names, null when none. `juin` and `juil` decide at their fourth
 * letter.
 */
export function monthOfName(word: string): number | null {
  if (word.length < 3) return null
  const exact = MONTH_NAMES.findIndex((names) => names.includes(word))
  const index =
    exact >= 0
      ? exact
      : MONTH_NAMES.findIndex((names) => names.some((name) => name.startsWith(word)))
  return index < 0 ? null : index + 1
}
