import { buildLine, type PrintLine } from '../pdf/lines.ts'

const COLUMN_WIDTH = 6
const LINE_HEIGHT = 12
const WORD_HEIGHT = 10
const BASELINE = 8

/** Pages of plain text as lines of print: each character has its column, each line its place. */
export function monospaceLines(pages: readonly string[]): PrintLine[] {
  return pages.flatMap((page, at) =>
    page.split('\n').flatMap((text, row) => {
      const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const [x0, y0] = [index * COLUMN_WIDTH, row * LINE_HEIGHT]
        const [x1, y1] = [x0 + word.length * COLUMN_WIDTH, y0 + WORD_HEIGHT]
        return { text: word, x0, x1, y0, y1, baseline: y0 + BASELINE }
      })
      return words.length === 0 ? [] : [buildLine(words, at + 1)]
    }),
  )
}
