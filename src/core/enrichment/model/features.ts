/** Buckets that the features of a name are hashed into. */
export const DIMENSIONS = 1 << 14

/** Lengths of the pieces of a word, its ends marked. */
const PIECES = [3, 4, 5]

/** Words of processors and web addresses, which are no part of a name. */
const FILLERS = new Set(
  'PAYPAL SQ TST SP IN PP PY WWW COM CO UK NET ORG HTTPS LLC INC LTD'.split(' '),
)

/**
 * The buckets of a name: each word and its pieces of three to five letters, so that BOOKSPLEASE
 * shares some with BOOKS. Sorted and without repetition; empty for a name without letters.
 */
export function computeFeatures(name: string): number[] {
  const buckets = new Set<number>()
  for (const word of name.split(' ')) {
    if (word.length < 2 || FILLERS.has(word) || !/[A-Z]{2}/.test(word)) continue
    const marked = `<${word}>`
    buckets.add(computeBucket(`=${word}`, 0, word.length + 1))
    for (const length of PIECES) {
      for (let at = 0; at + length <= marked.length; at += 1) {
        buckets.add(computeBucket(marked, at, at + length))
      }
    }
  }
  return [...buckets].toSorted((left, right) => left - right)
}

/** FNV-1a over the characters from `from` up to `to`. */
function computeBucket(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) & (DIMENSIONS - 1)
}
