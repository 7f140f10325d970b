import type { Ink, TextDrawing } from '../../core/statements/pdf/edit/draw.ts'

/** A line on every page that says whose copy it is. */
export interface PageMark {
  text: string
  /** Diagonal ones have the line at the foot as well, which the page's print does not cross. */
  position: 'diagonal' | 'header' | 'footer'
  /** Of the diagonal line. */
  opacity: number
}

const INK: Ink = [70, 70, 70]
/** How wide a letter is on average, as a share of its size. */
const LETTER_WIDTH = 0.52
const LINE_SIZE = 7.5
const LINE_OPACITY = 0.85
const LARGE_SIZE_MAX = 44
/** Of the way from corner to corner. */
const LARGE_SHARE = 0.8
const EDGE = 14

/** The mark on a page of this size, in points as displayed. */
export function layOutMark(mark: PageMark, page: { width: number; height: number }): TextDrawing[] {
  const edge = mark.position === 'header' ? EDGE : page.height - EDGE + LINE_SIZE / 2
  const line = layOutLine(mark.text, page.width, edge)
  return mark.position === 'diagonal' ? [layOutDiagonal(mark, page), line] : [line]
}

function layOutLine(text: string, width: number, y: number): TextDrawing {
  const natural = text.length * LETTER_WIDTH * LINE_SIZE
  const length = Math.min(natural, width - 2 * EDGE)
  const size = (LINE_SIZE * length) / natural
  const x = (width - length) / 2
  return { kind: 'text', text, x, y, size, ink: INK, length, angle: 0, opacity: LINE_OPACITY }
}

/** From the lower left to the upper right, through the middle. */
function layOutDiagonal(
  { text, opacity }: PageMark,
  { width, height }: { width: number; height: number },
): TextDrawing {
  const way = Math.hypot(width, height)
  const size = Math.min(LARGE_SIZE_MAX, (way * LARGE_SHARE) / (text.length * LETTER_WIDTH))
  const length = text.length * LETTER_WIDTH * size
  const [cos, sin] = [width / way, -height / way]
  const x = width / 2 - (cos * length) / 2 - (sin * size) / 3
  const y = height / 2 - (sin * length) / 2 + (cos * size) / 3
  const angle = (Math.atan2(-height, width) * 180) / Math.PI
  return { kind: 'text', text, x, y, size, ink: INK, length, angle, opacity }
}
