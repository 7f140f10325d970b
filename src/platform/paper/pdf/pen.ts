import { MARKS_BEYOND_LATIN, toWinAnsi } from './win-ansi.ts'

/** The part of pdfkit that draws here. */
export type Canvas = PDFKit.PDFDocument

/** Where the next thing is drawn, and how far it can go. */
export interface Pen {
  doc: Canvas
  left: number
  width: number
  top: number
  bottom: number
  y: number
  currency: string
  /** Texts that were measured lately: what is measured is written next. */
  wrapped: Map<string, string[]>
}

/** Colors of the file; they stay apart in black and white. */
export const INK = {
  text: '#1b2430',
  faint: '#5c6773',
  rule: '#c9d0d8',
  band: '#f3f5f8',
  head: '#17365d',
  negative: '#a31515',
  accent: '#1f5fa8',
} as const

/** The two fonts that every reader of PDF has. */
export const FONT = { plain: 'Helvetica', bold: 'Helvetica-Bold' } as const

/** Starts a new page when less than this is left of the present one; true when it did. */
export function ensure(pen: Pen, height: number): boolean {
  if (pen.y + height <= pen.bottom) return false
  pen.doc.addPage()
  pen.y = pen.top
  return true
}

/** What is written: one style, one width, at most some lines. */
export interface Writing {
  x: number
  y: number
  width: number
  size: number
  font?: string
  color?: string
  align?: 'left' | 'right' | 'center'
  linesMax?: number
}

const LEADING = 1.2
const WRAPPED_MAX = 256

/** Writes a text into its box, wrapped and cut with an ellipsis; returns its height. */
export function write(pen: Pen, text: string, box: Writing): number {
  const lines = wrap(pen, text, box)
  const { size, color = INK.text, align = 'left', x, width } = box
  pen.doc
    .font(box.font ?? FONT.plain)
    .fontSize(size)
    .fillColor(color)
  lines.forEach((line, index) => {
    const slack = align === 'left' ? 0 : width - pen.doc.widthOfString(line)
    const at = align === 'center' ? x + slack / 2 : x + slack
    pen.doc.text(line, at, box.y + index * size * LEADING, { lineBreak: false })
  })
  return lines.length * size * LEADING
}

/** The height that a text will take. */
export function measureHeight(pen: Pen, text: string, box: Omit<Writing, 'x' | 'y'>): number {
  return wrap(pen, text, box).length * box.size * LEADING
}

/** Lines of a text in a width: broken between words, and inside of one that is too long. */
function wrap(pen: Pen, text: string, box: Omit<Writing, 'x' | 'y'>): string[] {
  const { doc } = pen
  const font = box.font ?? FONT.plain
  doc.font(font).fontSize(box.size)
  const key = `${font} ${box.size} ${box.width} ${box.linesMax ?? 0} ${text}`
  const known = pen.wrapped.get(key)
  if (known) return known
  if (pen.wrapped.size >= WRAPPED_MAX) pen.wrapped.clear()
  const lines = breakLines(doc, toWinAnsi(text), box)
  pen.wrapped.set(key, lines)
  return lines
}

function breakLines(
  doc: Canvas,
  text: string,
  { width, linesMax = Infinity }: Omit<Writing, 'x' | 'y'>,
): string[] {
  if (doc.widthOfString(text) <= width) return [text]
  const space = doc.widthOfString(' ')
  const lines: string[] = []
  let [line, used] = ['', 0]
  for (const word of text.split(' ').flatMap((each) => pieces(doc, each, width))) {
    const size = doc.widthOfString(word)
    if (line !== '' && used + space + size > width) {
      lines.push(line)
      if (lines.length > linesMax) break
      ;[line, used] = [word, size]
    } else {
      used += size + (line === '' ? 0 : space)
      line = line === '' ? word : `${line} ${word}`
    }
  }
  lines.push(line)
  if (lines.length <= linesMax) return lines
  return [
    ...lines.slice(0, linesMax - 1),
    cut(doc, lines.slice(linesMax - 1, linesMax + 1).join(' '), width),
  ]
}

/** A word in pieces that fit; most words are one. */
function pieces(doc: Canvas, word: string, width: number): string[] {
  if (doc.widthOfString(word) <= width) return [word]
  const found: string[] = []
  let [piece, used] = ['', 0]
  for (const letter of word) {
    const size = doc.widthOfString(letter)
    if (piece !== '' && used + size > width) {
      found.push(piece)
      ;[piece, used] = ['', 0]
    }
    piece += letter
    used += size
  }
  return [...found, piece]
}

function cut(doc: Canvas, line: string, width: number): string {
  let kept = line.trimEnd()
  while (kept !== '' && doc.widthOfString(`${kept}${MARKS_BEYOND_LATIN.ellipsis}`) > width) {
    kept = kept.slice(0, -1)
  }
  return `${kept.trimEnd()}${MARKS_BEYOND_LATIN.ellipsis}`
}
