import { editDistance } from '../values/text.ts'

/** The words of an environment, to find those that a misspelt one may have meant. */
export interface Lexicon {
  size(): number
  add(words: Iterable<string>): void
  /** Whether a known word is this one or begins with it. */
  has(beginning: string): boolean
  /** Known words one edit away: a letter more, less, other, or two in turn. Sorted. */
  near(word: string): string[]
}

/**
 * Words one edit apart share a text that is one of them, or one of them less a letter; so each word
 * is filed under itself and all of these (performance.md §7).
 */
export function createLexicon(): Lexicon {
  const words = new Set<string>()
  const filed = new Map<string, string[]>()
  let sorted: string[] | null = null
  return {
    size: () => words.size,
    add: (added) => {
      for (const word of added) {
        if (words.has(word)) continue
        words.add(word)
        sorted = null
        for (const key of buildKeys(word)) file(filed, key, word)
      }
    },
    has: (beginning) => {
      sorted ??= [...words].toSorted()
      return sorted[findLowerBound(sorted, beginning)]?.startsWith(beginning) ?? false
    },
    near: (word) => {
      const candidates = new Set(buildKeys(word).flatMap((key) => filed.get(key) ?? []))
      return [...candidates].filter((known) => editDistance(word, known) === 1).toSorted()
    },
  }
}

function buildKeys(word: string): string[] {
  const shorter = Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1))
  return [...new Set([word, ...shorter])]
}

function file(filed: Map<string, string[]>, key: string, word: string): void {
  const others = filed.get(key)
  if (others) others.push(word)
  else filed.set(key, [word])
}

/** Of the first text that is not before the wanted one. */
function findLowerBound(sorted: readonly string[], wanted: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}
