import { capitals, choice } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

const LISTS = [
  'boilerplate',
  'company',
  'legal_form',
  'wire',
  'us_state',
  'after_place',
  'town_start',
  'town_end',
  'reversal',
  'returned',
  'common_party',
  'number_label',
] as const

const ROWS = readRows(
  new URL('word-lists.csv', import.meta.url),
  { list: choice(LISTS, 'a list of words'), word: capitals },
  ['list', 'word'],
)

/** The words of a list, such as the codes of states or the words that banks print around a wire. */
export function readWordList(list: (typeof LISTS)[number]): ReadonlySet<string> {
  return new Set(ROWS.filter((row) => row.list === list).map(({ word }) => word))
}
