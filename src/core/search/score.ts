/** A word that is looked for: as the caller wrote it, and the known words that may be meant. */
export interface WantedWord {
  typed: string
  meant: readonly string[]
}

/** Weight of the distance between the words in a score; the rest is their spelling. */
const WEIGHT_OF_CLOSENESS = 0.6

/**
 * How well a text of the index that a query finds fits it, from 0 to 1: 1 when it has the
 * words as they were written, next to each other. Rounded to ten thousandths, so that it survives
 * storage unchanged.
 */
export function scoreText(wanted: readonly WantedWord[], text: string): number {
  if (wanted.length === 0) return 0
  const words = text.split(' ')
  const found = wanted.map((one) => words.map((word) => computeLikeness(one, word)))
  const likeness = found.reduce((sum, likenesses) => sum + Math.max(...likenesses), 0)
  // One word of the text can stand for several that are wanted.
  const closeness = Math.min(1, wanted.length / shortestWindow(found))
  const score =
    WEIGHT_OF_CLOSENESS * closeness + ((1 - WEIGHT_OF_CLOSENESS) * likeness) / wanted.length
  return Math.round(score * 10_000) / 10_000
}

/** The share of a word's letters that are as they were written; 0 for another word. */
function computeLikeness({ typed, meant }: WantedWord, word: string): number {
  if (word.startsWith(typed)) return typed.length / word.length
  const near = meant.find((other) => word.startsWith(other))
  return near === undefined ? 0 : (near.length - 1) / word.length
}

/** The number of neighbouring words that hold all that is wanted; infinite when none do. */
function shortestWindow(found: readonly number[][]): number {
  const starts = found[0]!.keys().filter((at) => found.some((likenesses) => likenesses[at]! > 0))
  return starts.reduce((shortest, start) => {
    const lasts = found.map((likenesses) =>
      likenesses.findIndex((likeness, at) => at >= start && likeness > 0),
    )
    return lasts.includes(-1) ? shortest : Math.min(shortest, Math.max(...lasts) - start + 1)
  }, Infinity)
}
