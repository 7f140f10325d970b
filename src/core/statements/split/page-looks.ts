import type { PageText } from '../page-text.ts'

/** How one page is set, whatever it says. */
export interface PageLook {
  width: number
  height: number
  /** Where its leftmost line begins. */
  left: number
  /** The heights of its words, in tenths of a point. */
  heights: ReadonlySet<number>
  /** Its lines without figures, as running heads and feet repeat them. */
  texts: ReadonlySet<string>
  lines: number
}

/** Points by which the same paper and the same margin may differ. */
const SLACK = 2
/** Fewer lines show no look of their own. */
const FEWEST_LINES = 4
/** Shorter lines, such as `Page` or `Date`, are on pages of any document. */
const TELLING_LETTERS = 7

export function readLook({ width, height, lines }: PageText): PageLook {
  const boxes = lines.flatMap(({ box, words }) => words?.map((word) => word.box) ?? [box])
  const texts = lines.map(({ text }) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}]+/gu, ' ')
      .trim(),
  )
  return {
    width,
    height,
    left: Math.min(...lines.map(({ box }) => box[0])),
    heights: new Set(boxes.map(([, top, , bottom]) => Math.round((bottom - top) * 10))),
    texts: new Set(texts.filter((text) => text.length >= TELLING_LETTERS)),
    lines: lines.length,
  }
}

/**
 * Whether two pages look like ones of one document: on the same paper, with a size of letters, the
 * left margin or a line in common. `open` where one of these alone is, or too little is printed.
 */
export function compareLooks(one: PageLook, other: PageLook): 'same' | 'open' | 'other' {
  const isNear = (left: number, right: number): boolean => Math.abs(left - right) <= SLACK
  if (!isNear(one.width, other.width) || !isNear(one.height, other.height)) return 'other'
  if (Math.min(one.lines, other.lines) < FEWEST_LINES) return 'open'
  const sharesLetters = !one.heights.isDisjointFrom(other.heights)
  const sharesPlace = isNear(one.left, other.left) || !one.texts.isDisjointFrom(other.texts)
  if (sharesLetters && sharesPlace) return 'same'
  return sharesLetters || sharesPlace ? 'open' : 'other'
}
