import { STAMP_HEIGHT, withoutNoise } from './noise.ts'
import type { Word } from './words.ts'

export interface PrintLine {
  page: number
  words: Word[]
  /** One blank between words, two where the gap is wide enough to part columns. */
  text: string
  offsets: number[]
  x0: number
  x1: number
  y0: number
  y1: number
}

/** Baselines of one line differ by less than this share of the smaller word's height. */
const LINE_DRIFT = 0.35
/** Gaps wider than this share of the height part columns; a monospaced blank is about 0.55. */
const COLUMN_GAP = 0.75

/** Groups words to lines from top to bottom. `page` is the 1-based page number they carry. */
export function groupLines(words: readonly Word[], page: number): PrintLine[] {
  const sorted = withoutNoise(words).toSorted((a, b) => a.baseline - b.baseline || a.x0 - b.x0)
  const groups: Word[][] = []
  let group: Word[] = []
  for (const word of sorted) {
    const first = group[0]
    const drift = first ? LINE_DRIFT * Math.min(first.y1 - first.y0, word.y1 - word.y0) : 0
    if (!first || word.baseline - first.baseline > drift) {
      group = []
      groups.push(group)
    }
    group.push(word)
  }
  return groups
    .flatMap(apartFromStamps)
    .map((members) => withoutStrokes(members.toSorted((a, b) => a.x0 - b.x0)))
    .filter((members) => members.length > 0)
    .map((members) => buildLine(members, page))
}

/** A stamp that happens to stand on a line's baseline is a line of its own. */
function apartFromStamps(words: Word[]): Word[][] {
  const heights = words.map(({ y0, y1 }) => y1 - y0).toSorted((a, b) => a - b)
  const usual = heights[(heights.length - 1) >> 1]!
  const isStamp = ({ y0, y1 }: Word): boolean => y1 - y0 > STAMP_HEIGHT * usual
  if (!words.some(isStamp)) return [words]
  return [words.filter((word) => !isStamp(word)), words.filter(isStamp)]
}

/** A stroke at the edge of a line is a ruled line or dirt; one between words may separate them. */
function withoutStrokes(words: Word[]): Word[] {
  const isPrint = ({ text }: Word): boolean => text !== '|'
  return words.slice(words.findIndex(isPrint), words.findLastIndex(isPrint) + 1)
}

/** One line of the given words; the words must share a baseline. */
export function buildLine(words: readonly Word[], page: number): PrintLine {
  const ordered = withoutDoubles(words.toSorted((a, b) => a.x0 - b.x0))
  const offsets: number[] = []
  let text = ''
  ordered.forEach((word, index) => {
    const before = ordered[index - 1]
    if (before) text += isColumnGap(before, word) ? '  ' : ' '
    offsets.push(text.length)
    text += word.text
  })
  return {
    page,
    words: ordered,
    text,
    offsets,
    x0: Math.min(...ordered.map((word) => word.x0)),
    x1: Math.max(...ordered.map((word) => word.x1)),
    y0: Math.min(...ordered.map((word) => word.y0)),
    y1: Math.max(...ordered.map((word) => word.y1)),
  }
}

function isColumnGap(before: Word, word: Word): boolean {
  const height = Math.min(before.y1 - before.y0, word.y1 - word.y0)
  return word.x0 - before.x1 > Math.max(COLUMN_GAP * height, MONOSPACED_GAP * pitch(before, word))
}

/** One blank of a line printer is as wide as a letter, however low its font's box is. */
const MONOSPACED_GAP = 1.5
/** Letters of a monospaced font differ in width by less than this share. */
const PITCH_DRIFT = 0.02

/** The width of a letter where both words are printed in one width of letters; else 0. */
function pitch(before: Word, word: Word): number {
  const [left, right] = [before, word].map(({ text, x0, x1 }) => (x1 - x0) / text.length)
  return Math.abs(left! - right!) < PITCH_DRIFT * left! ? left! : 0
}

/** Bold print made by drawing a word twice, a hair apart, counts once. */
function withoutDoubles(words: Word[]): Word[] {
  return words.filter((word, index) => {
    const before = words[index - 1]
    return !before || before.text !== word.text || word.x0 - before.x0 > 0.3 * (word.y1 - word.y0)
  })
}
