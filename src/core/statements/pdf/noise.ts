import type { Word } from './words.ts'

// A speck of a scanner, a stroke of a ruled line: `.` `'` `~`; `-` and `*` say something.
const SPECK = /^[.,'’`~_^´]$/
/** Text taller than this many usual words … */
export const STAMP_HEIGHT = 3
/** … that lies over this many of them is a stamp and no part of the page. */
const STAMPED_WORDS = 2

/** The words without specks between words and stamps over them. */
export function withoutNoise(words: readonly Word[]): Word[] {
  const kept = words.filter(({ text }) => !SPECK.test(text))
  const stamps = new Set(findStamps(kept))
  return kept.filter((word) => !stamps.has(word))
}

/** The words that are stamped over others, such as VOID over a check. */
export function findStamps(words: readonly Word[]): Word[] {
  const heights = words.map(({ y0, y1 }) => y1 - y0).toSorted((a, b) => a - b)
  const usual = heights[heights.length >> 1] ?? 0
  const isTall = ({ y0, y1 }: Word): boolean => y1 - y0 > STAMP_HEIGHT * usual
  if (!words.some(isTall)) return []
  const plain = words.filter((word) => !isTall(word))
  return words.filter((word) => isTall(word) && countUnder(word, plain) >= STAMPED_WORDS)
}

function countUnder(stamp: Word, words: readonly Word[]): number {
  return words.filter(
    ({ x0, x1, y0, y1 }) => x0 < stamp.x1 && x1 > stamp.x0 && y0 < stamp.y1 && y1 > stamp.y0,
  ).length
}
