import PdfKit from 'pdfkit'
import type { Word } from '../../src/core/statements/pdf/words.ts'
import type { Box } from '../../src/core/statements/statement.ts'

/** A page to be drawn again: the place of each word, and the rules and fills behind them. */
export interface NewPage {
  width: number
  height: number
  lines: NewWord[][]
  fills: { box: Box; color: readonly [number, number, number] }[]
}

export interface NewWord extends Word {
  /** What stood here. */
  before: string
}

/** Height of the faces' boxes in shares of their size. */
const FACES = { Helvetica: 1.169, Courier: 1.051 }
type Face = keyof typeof FACES
/** Words that stand nearer than this share of the height have a blank between them. */
const BLANK_GAP = 0.45
/** Widths of the signs of a monospaced page differ by less than this share. */
const MONOSPACED = 0.06

/** A PDF of the pages in a standard font, with no more metadata than the day it is dated. */
export async function setPages(pages: readonly NewPage[], day: string): Promise<Uint8Array> {
  const info = { Producer: 'Assay redact', Creator: '', CreationDate: new Date(`${day}T00:00:00Z`) }
  const doc = new PdfKit({ margin: 0, autoFirstPage: false, info })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const isDone = new Promise<void>((resolve) => doc.on('end', resolve))
  const words = pages.flatMap(({ lines }) => lines.flat())
  const face = isMonospaced(words) ? 'Courier' : 'Helvetica'
  for (const page of pages) setPage(doc, page, face)
  doc.end()
  await isDone
  return new Uint8Array(Buffer.concat(chunks))
}

function setPage(
  doc: PDFKit.PDFDocument,
  { width, height, lines, fills }: NewPage,
  face: Face,
): void {
  doc.addPage({ size: [width, height], margin: 0 })
  for (const { box, color } of fills) {
    const [x0, y0, x1, y1] = box
    const [red, green, blue] = color
    doc
      .rect(x0, y0, x1 - x0, y1 - y0)
      .fillColor([red, green, blue])
      .fill()
  }
  doc.fillColor('#000000')
  for (const line of lines) {
    line.forEach((word, at) => {
      const next = line[at + 1]
      const isNear = next !== undefined && next.x0 - word.x1 < BLANK_GAP * (word.y1 - word.y0)
      setWord(doc, word, { face, hasBlank: isNear })
    })
  }
}

function isMonospaced(words: readonly NewWord[]): boolean {
  const widths = words
    .filter(({ before }) => before.length >= 4)
    .map(({ before, x0, x1, y0, y1 }) => (x1 - x0) / before.length / (y1 - y0))
    .toSorted((a, b) => a - b)
  const [low, high] = [widths[widths.length >> 3] ?? 0, widths[(widths.length * 7) >> 3] ?? 1]
  return high - low < MONOSPACED * high
}

/** The word over its own width; one that lost or changed signs of a figure ends where it ended. */
function setWord(
  doc: PDFKit.PDFDocument,
  { text, before, x0, x1, y0, y1, baseline }: NewWord,
  { face, hasBlank }: { face: Face; hasBlank: boolean },
): void {
  doc.font(face).fontSize((y1 - y0) / FACES[face])
  const print = encodable(text)
  const natural = doc.widthOfString(print)
  const isShorter = text.length < before.length
  const scale = (x1 - x0) / (isShorter ? doc.widthOfString(encodable(before)) : natural)
  const start = isShorter ? x1 - natural * scale : x0
  const style = {
    lineBreak: false,
    baseline: 'alphabetic',
    horizontalScaling: scale * 100,
  } as const
  doc.text(hasBlank ? `${print} ` : print, start, baseline, style)
}

/** What the standard fonts have no sign for stands as a dot; a true minus as a dash. */
function encodable(text: string): string {
  return text.replaceAll('−', '–').replace(/[^\u0020-\u007E\u00A1-\u00FF€–—‘’“”•…]/gu, '·')
}
