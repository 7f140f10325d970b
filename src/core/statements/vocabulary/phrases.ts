import type { Word } from '../pdf/words.ts'

/** A word as phrases are compared, and where it stands among the words of its line. */
export interface PlainWord {
  text: string
  at: number
}

/** Phrases of several words, as a tree of words: what a phrase means stands at its last word. */
export interface PhraseBook<Meaning> {
  meaning: Meaning | null
  next: Map<string, PhraseBook<Meaning>>
}

/** A phrase found in a line: `start` and `end` (exclusive) index the line's plain words. */
export interface PhraseMatch<Meaning> {
  meaning: Meaning
  phrase: string
  start: number
  end: number
}

const MAX_WORD_LENGTH = 64
/** Of accents; the voicing marks of kana make other letters. */
const MARKS = /(?![\u3099\u309a])\p{Mn}/gu
const OUTSIDE = /[^\p{L}\p{N}#]/u

/**
 * Lower case without accents, curly quotes, outer punctuation and a unit in parentheses:
 * `(Débits)` becomes `debits`, `Amount(SGD)` becomes `amount`.
 */
export function plainWord(text: string): string {
  const bare = text.slice(0, MAX_WORD_LENGTH).normalize('NFD').replace(MARKS, '')
  // Syllables of Korean come apart as letters with accents do.
  const folded = bare.normalize('NFC').toLowerCase().replaceAll('đ', 'd')
  if (folded === '&' || folded === '+') return 'and'
  const letters = [...folded.replaceAll('’', "'").replaceAll('‘', "'")]
  const start = letters.findIndex((letter) => !OUTSIDE.test(letter))
  if (start < 0) return ''
  const unit = letters.indexOf('(', start)
  const kept = unit < 0 ? letters : letters.slice(0, unit)
  const end = kept.findLastIndex((letter) => !OUTSIDE.test(letter))
  return kept.slice(start, end + 1).join('')
}

/** Scripts of which no vocabulary has a word: in print of two languages they repeat the other's. */
export const OTHER_SCRIPT =
  /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}]/u

/** The words that carry letters or digits in scripts of the vocabulary, folded for comparison. */
export function plainWords(words: readonly Word[]): PlainWord[] {
  return words
    .map((word, at) => ({ text: plainWord(word.text), at }))
    .filter(({ text }) => text !== '' && !OTHER_SCRIPT.test(text))
}

/** The folded words of a text; `at` counts the text's words. */
export function phraseWords(text: string): PlainWord[] {
  return text
    .split(' ')
    .map((word, at) => ({ text: plainWord(word), at }))
    .filter((word) => word.text !== '')
}

/** Builds a book; of two meanings for one phrase the first stays. */
export function phraseBook<Meaning>(
  entries: Iterable<readonly [string, Meaning]>,
): PhraseBook<Meaning> {
  const book: PhraseBook<Meaning> = { meaning: null, next: new Map() }
  for (const [phrase, meaning] of entries) {
    let node = book
    for (const word of phrase.split(' ')) {
      let next = node.next.get(word)
      if (!next) node.next.set(word, (next = { meaning: null, next: new Map() }))
      node = next
    }
    node.meaning ??= meaning
  }
  return book
}

/** The longest phrase that starts exactly at word `start`, or null. */
export function phraseAt<Meaning>(
  book: PhraseBook<Meaning>,
  words: readonly PlainWord[],
  start: number,
): PhraseMatch<Meaning> | null {
  let found: { meaning: Meaning; end: number } | null = null
  let node: PhraseBook<Meaning> | undefined = book
  for (let at = start; at < words.length; at += 1) {
    node = node.next.get(words[at]!.text)
    if (!node) break
    if (node.meaning !== null) found = { meaning: node.meaning, end: at + 1 }
  }
  if (!found) return null
  const phrase = words
    .slice(start, found.end)
    .map(({ text }) => text)
    .join(' ')
  return { ...found, phrase, start }
}

/** All phrases of the line from left to right, longest first, without overlap. */
export function findPhrases<Meaning>(
  book: PhraseBook<Meaning>,
  words: readonly PlainWord[],
): PhraseMatch<Meaning>[] {
  const found: PhraseMatch<Meaning>[] = []
  for (let start = 0; start < words.length;) {
    const match = phraseAt(book, words, start)
    if (match) found.push(match)
    start = match ? match.end : start + 1
  }
  return found
}
