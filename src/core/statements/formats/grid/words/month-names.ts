/**
 * Month names of the seven languages of the headings, without accents; a cell may shorten them to
 * three letters or more. Order within the list is the month.
 */
export const MONTH_NAMES: readonly (readonly string[])[] = [
  ['january', 'januar', 'janvier', 'enero', 'janeiro', 'januari', 'gennaio', 'janner'],
  ['february', 'februar', 'fevrier', 'febrero', 'fevereiro', 'februari', 'febbraio'],
  ['march', 'marz', 'maerz', 'mars', 'marzo', 'marco', 'maart', 'mrz', 'mrt'],
  ['april', 'avril', 'abril', 'aprile'],
  ['may', 'mai', 'mayo', 'maio', 'mei', 'maggio'],
  ['june', 'juni', 'juin', 'junio', 'junho', 'giugno'],
  ['july', 'juli', 'juillet', 'julio', 'julho', 'luglio'],
  ['august', 'aout', 'agosto', 'augustus'],
  ['september', 'septembre', 'septiembre', 'setembro', 'settembre', 'sept'],
  ['october', 'oktober', 'octobre', 'octubre', 'outubro', 'ottobre'],
  ['november', 'novembre', 'noviembre', 'novembro'],
  ['december', 'dezember', 'decembre', 'diciembre', 'dezembro', 'dicembre'],
]

/** Words that may stand in a date beside day, month and year. */
export const DATE_FILLERS: ReadonlySet<string> = new Set([
  'st', 'nd', 'rd', 'th', 'er', 'de', 'del', 'of', 'the', 'le', 'den', 'mon', 'tue', 'wed', 'thu',
  'fri', 'sat', 'sun', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday',
  'am', 'pm', 'utc', 'gmt', 'at',
]) // prettier-ignore

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
