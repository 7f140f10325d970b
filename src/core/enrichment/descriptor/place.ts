import { readWordList } from '../data/word-lists.ts'
const US_STATES = readWordList('us_state')
/** Words after the place of a card purchase, apart from references. */
const AFTER_PLACE = readWordList('after_place')

/** The words of a descriptor, and which of them change from one occurrence to the next. */
export interface MarkedWords {
  words: readonly string[]
  /** 1 for those that do. */
  references: Uint8Array
}

/**
 * The index of the town of a card purchase: `SQ *OAK COFFEE MOBILE AL CARD 4417` has MOBILE at 4.
 * Null when the words do not end in a state of the United States; `ALPINE DEMOLITION CO` may as
 * well be a company.
 */
export function townAt({ words, references }: MarkedWords): number | null {
  let at = words.length - 1
  while (at > 1 && (references[at] === 1 || AFTER_PLACE.has(words[at]!))) at -= 1
  const least = words[at] === 'CO' ? 2 : 1
  return at > least && US_STATES.has(words[at]!) ? at - 1 : null
}

/**
 * The words of the town that some banks print before the merchant: LOWELL of `PURCHASE 081926
 * LOWELL MA OAK TAVERN` begins at 2 and ends before 3. Null where no date stands before it.
 */
export function leadingTown({ words, references }: MarkedWords): TownWords | null {
  for (let at = 2; at < words.length - 1; at += 1) {
    if (!US_STATES.has(words[at]!)) continue
    for (let from = at - 1; from >= Math.max(1, at - LONGEST_TOWN); from -= 1) {
      if (references[from] === 1) break
      if (references[from - 1] === 1 || /^\d+$/.test(words[from - 1]!))
        return { start: from, end: at }
    }
  }
  return null
}

/** Where the words of a town begin, and where they end. */
export interface TownWords {
  start: number
  end: number
}

/** Words of the longest names of towns: SALT LAKE CITY. */
const LONGEST_TOWN = 3

/**
 * The first word of the town at an index: 1 for `LOVES PARK` of `OAK COFFEE LOVES PARK IL`, whose
 * LOVES is no truck stop.
 */
export function townStart({ words }: MarkedWords, town: number): number {
  const isTwoWords = TOWN_ENDS.has(words[town]!) || TOWN_STARTS.has(words[town - 1]!)
  return isTwoWords && town > 1 ? town - 1 : town
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
const TOWN_STARTS = readWordList('town_start')
/** Last words of towns of two words: LOVES PARK, SHELL LAKE, DODGE CITY. */
const TOWN_ENDS = readWordList('town_end')

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
