/**
 * A heading or label reduced to plain words for comparison with the vocabularies:
 * `TransactionDate`, `transaction_date` and `Transaction-Date:` are all `transaction date`;
 * `Währung` is `wahrung`.
 */
export function plainWords(text: string): string {
  const spaced = text.replace(/([a-z])([A-Z])/g, '$1 $2')
  // Most cells are plain ASCII, and files have millions of them.
  if (/^[ -~]*$/.test(spaced))
    return spaced
      .toLowerCase()
      .replace(/[^a-z\d]+/g, ' ')
      .trim()
  const bare = spaced.normalize('NFD').replace(/\p{M}/gu, '')
  return bare
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether `phrase` stands in `words` as whole words; both in the form of `plainWords`. */
export function hasPhrase(words: string, phrase: string): boolean {
  return ` ${words} `.includes(` ${phrase} `)
}
