import type { Drawing } from '../../core/statements/pdf/edit/draw.ts'
import type { Word } from '../../core/statements/pdf/words.ts'
import { displayedBox, type PrintedPage } from '../../core/statements/scan/printed-page.ts'

/** How text runs on a page that has to be turned clockwise by so much to be upright. */
const ANGLES = { 0: 0, 90: 270, 180: 180, 270: 90 } as const

/** Words read from the image of a page, each over its own print and not to be seen. */
export function textLayer(page: PrintedPage): Drawing[] {
  return page.lines.flatMap(({ words }) => words.map((word) => hidden(word, page)))
}

function hidden(word: Word, page: PrintedPage): Drawing {
  const angle = ANGLES[page.scan!.upright.turn]
  const [x0, y0, x1, y1] = displayedBox([word.x0, word.y0, word.x1, word.y1], page)
  const starts = { 0: [x0, y1], 90: [x0, y0], 180: [x1, y0], 270: [x1, y1] } as const
  const [x, y] = starts[angle]
  const size = Math.max(1, word.y1 - word.y0)
  return { kind: 'text', text: word.text, x, y, size, ink: null, length: word.x1 - word.x0, angle }
}
