/** Letters that Unicode does not take apart into a plain one and its mark. */
const FOLDED: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * A heading or label reduced to plain words for comparison with the vocabularies:
 * `TransactionDate`, `transaction_date` and `Transaction-Date:` are all `transaction date`;
 * `Währung` is `wahrung`, `Opłata` is `oplata`.
 */
export function plainWords(text: string): string {
  // S A L D O
  const whole = text[1] === ' ' && APART.test(text) ? text.replaceAll(' ', '') : text
  const spaced = whole.replace(/([a-z])([A-Z])/g, '$1 $2')
  // Most cells are plain ASCII, and files have millions of them.
  if (/^[ -~]*$/.test(spaced))
    return spaced
      .toLowerCase()
      .replace(/[^a-z\d]+/g, ' ')
      .trim()
  // Composed again at the end: Hangul, taken apart, is other letters.
  const bare = spaced.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
  return bare
    .toLowerCase()
    .replace(/[łøßæœđðþı]/g, (letter) => FOLDED[letter]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const APART = /^\p{L}(?: \p{L}){3,}$/u

/** Whether `phrase` stands in `words` as whole words; both in the form of `plainWords`. */
export function hasPhrase(words: string, phrase: string): boolean {
  return ` ${words} `.includes(` ${phrase} `)
}
