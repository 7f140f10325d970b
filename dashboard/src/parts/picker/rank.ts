/** What can be found by typing. */
export interface Findable {
  name: string
  /** What people call it too; one that is typed whole stands before every name. */
  aliases?: readonly string[]
  /** Further words that it is found by, such as its description. */
  more?: string
}

/**
 * The choices that fit a text, the best first: the exact name, names that begin with it (or are called so), names with
 * words that begin with each word of it, then those whose further words do, then the rest that has
 * its letters somewhere. Among equals the shorter name comes first; without a text all as they are.
 */
export function rankChoices<T extends Findable>(choices: readonly T[], text: string): T[] {
  const wanted = toWordList(text)
  if (wanted.length === 0) return [...choices]
  return choices
    .map((choice) => ({
      choice,
      place: findPlace(choice, wanted),
      length: toWordList(choice.name).length,
    }))
    .filter(({ place }) => place < NOWHERE)
    .toSorted((one, other) => one.place - other.place || one.length - other.length)
    .map(({ choice }) => choice)
}

const NOWHERE = 6

function findPlace({ name, aliases = [], more = '' }: Findable, wanted: readonly string[]): number {
  const whole = wanted.join(' ')
  const own = toWordList(name)
  const all = [...own, ...toWordList([...aliases, more].join(' '))]
  const fits = [
    aliases.some((alias) => toWordList(alias).join(' ') === whole),
    own.join(' ') === whole,
    [own, ...aliases.map(toWordList)].some((each) => each.join(' ').startsWith(whole)),
    wanted.every((word) => own.some((one) => one.startsWith(word))),
    wanted.every((word) => all.some((one) => one.startsWith(word))),
    wanted.every((word) => all.some((one) => one.includes(word))),
  ]
  const place = fits.indexOf(true)
  return place === -1 ? NOWHERE : place
}

const FILLERS = new Set(['a', 'an', 'and', 'for', 'of', 'or', 'the', 'to'])

/** `Owner’s loan` → owner, loan */
function toWordList(text: string): string[] {
  const bare = text.toLowerCase().replaceAll(/['’]s?(?=\s|$)/g, '')
  const words = bare.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const meant = words.filter((word) => !FILLERS.has(word))
  return meant.length > 0 ? meant : words
}
