/** A word of a text as labels are compared: lower case, without accents and punctuation. */
export interface Token {
  word: string
  /** Characters of the text, `to` exclusive. */
  from: number
  to: number
}

/** Words of labels shorter than this must be printed exactly; longer ones may have one slip. */
const SLIP_LENGTH = 7

/** The words of a text with their places: `Employee’s name (1a)` has `employee s name 1a`. */
export function tokenize(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => ({
    word: folded(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }))
}

function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A label as words: `Invoice no.` is `invoice`, `no`. */
export function toPhrase(text: string): string[] {
  return tokenize(text).map(({ word }) => word)
}

/** Where in `tokens` the phrase begins, each time it does. An empty phrase is nowhere. */
export function findOccurrences(tokens: readonly Token[], phrase: readonly string[]): number[] {
  const places: number[] = []
  if (phrase.length === 0) return places
  for (let at = 0; at + phrase.length <= tokens.length; at += 1) {
    if (phrase.every((word, offset) => isAlike(tokens[at + offset]!.word, word))) places.push(at)
  }
  return places
}

/** Letters that recognized print confuses. */
const LOOK_ALIKES = ['il1tj', 'o0', 'ec', 'uv', 'hb', 'gq', 's5', 'b8', 'nr'].map(
  (each) => new Set(each),
)

/** Equal, or in a long word one letter apart that looks alike: `Ernployer` no, `empIoyer` yes. */
function isAlike(printed: string, word: string): boolean {
  if (printed === word) return true
  if (word.length < SLIP_LENGTH || printed.length !== word.length) return false
  const slips = [...word].flatMap((letter, at) => (printed[at] === letter ? [] : [at]))
  const [at] = slips
  if (at === undefined || slips.length > 1) return false
  return LOOK_ALIKES.some((group) => group.has(word[at]!) && group.has(printed[at]!))
}
