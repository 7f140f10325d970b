/** Words longer than this are reference numbers and never looked for. */
const LENGTH_MAX = 40

/**
 * The words of a text as the search index has them: letters and digits, lower case, without
 * accents. `Café 21-B` is `cafe`, `21`, `b`.
 */
export function toSearchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length <= LENGTH_MAX)
}

/** A text as the search index has it: its words, one space between them. */
export function searchable(text: string): string {
  return toSearchWords(text).join(' ')
}

/** Whether a word can be misspelt: reference numbers cannot, and of three letters all are near. */
export function isSpelt(word: string): boolean {
  return word.length >= 4 && /^\p{L}+$/u.test(word)
}
