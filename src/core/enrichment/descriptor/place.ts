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

/** The words of a descriptor, and which of them change from one occurrence to the next. */
export interface MarkedWords {
  words: readonly string[]
  /** 1 for those that do. */
  references: Uint8Array
}

/**
 * Where the town of a card purchase stands: `SQ *OAK COFFEE MOBILE AL CARD 4417` has MOBILE at 4.
 * Null when the words do not end in a state of the United States; `ALPINE DEMOLITION CO` may as
 * well be a company.
 */
export function townAt({ words, references }: MarkedWords): number | null {
  let at = words.length - 1
  while (at > 1 && (references[at] === 1 || AFTER_PLACE.has(words[at]!))) at -= 1
  const least = words[at] === 'CO' ? 2 : 1
  return at > least && US_STATES.has(words[at]!) ? at - 1 : null
}

/** Whether the word is the code of a state. */
export function isState(word: string): boolean {
  return US_STATES.has(word)
}

/** Where a purchase was made, upper case; `city` is null where only the state is printed. */
export interface Place {
  city: string | null
  state: string
}

/** First words of towns of two words: SAN JOSE, FORT WORTH, BATON ROUGE. */
const TOWN_STARTS = new Set(
  (
    'SAN SANTA LOS LAS NEW FORT FT SAINT ST EL PALM LITTLE GRAND EAST WEST NORTH SOUTH PORT ' +
    'MOUNT MT LAKE CEDAR CORAL BOCA BATON KANSAS OKLAHOMA JERSEY VIRGINIA DES EAU ANN SIOUX ' +
    'COLORADO LONG OVERLAND GREEN ROUND CHAPEL ROCK HIGH COLLEGE DALY REDWOOD CULVER CARSON ' +
    'IOWA ATLANTIC'
  ).split(' '),
)

/**
 * The town and state at the end of a card purchase: `SQ *OAK COFFEE SAN JOSE CA` is SAN JOSE, CA.
 * `isTaken` says whether a word belongs to a name, which is no town. Null without a state.
 */
export function findPlace(descriptor: MarkedWords, isTaken: (at: number) => boolean): Place | null {
  const { words } = descriptor
  const at = townAt(descriptor)
  if (at === null) return null
  const state = words[at + 1]!
  if (isTaken(at) || !/^[A-Z]{3,}$/.test(words[at]!)) return { city: null, state }
  const hasStart = at > 1 && TOWN_STARTS.has(words[at - 1]!) && !isTaken(at - 1)
  return { city: words.slice(hasStart ? at - 1 : at, at + 1).join(' '), state }
}
