import { buildLine, type PrintLine } from '../src/core/statements/pdf/lines.ts'

const COLUMN_WIDTH = 6
const LINE_HEIGHT = 12

/** For tests: a block of text as monospaced print; a line of `---` starts a new page. */
export function print(block: string): PrintLine[] {
  return block.split(/^ *---$/m).flatMap((page, at) =>
    page.split('\n').flatMap((text, row) => {
      const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const [x0, y0] = [index * COLUMN_WIDTH, row * LINE_HEIGHT]
        return {
          text: word,
          x0,
          x1: x0 + word.length * COLUMN_WIDTH,
          y0,
          y1: y0 + 10,
          baseline: y0 + 8,
        }
      })
      return words.length === 0 ? [] : [buildLine(words, at + 1)]
    }),
  )
}
