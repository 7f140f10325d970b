import { isReference } from './words.ts'

const US_STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH ' +
    'NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
)
/** What follows the place of a card purchase beside references. */
const AFTER_PLACE = new Set([
  'US',
  'USA',
  'CARD',
  '#',
  'REF',
  '*',
  'RETURN',
  'REFUND',
  'VISA',
  'DEBIT',
])

/**
 * Where the town of a card purchase stands: `SQ *OAK COFFEE MOBILE AL CARD 4417` has MOBILE at 4.
 * Null when the words do not end in a state of the United States; `ALPINE DEMOLITION CO` may as
 * well be a company.
 */
export function townAt(words: readonly string[]): number | null {
  let at = words.length - 1
  while (at > 1 && (isReference(words[at]!) || AFTER_PLACE.has(words[at]!))) at -= 1
  const least = words[at] === 'CO' ? 2 : 1
  return at > least && US_STATES.has(words[at]!) ? at - 1 : null
}

/** Whether the word is the code of a state. */
export function isState(word: string): boolean {
  return US_STATES.has(word)
}
