import type { OcrLine, OcrWord } from './ocr.ts'

// <span class='ocr_line' id='line_1_3' title="bbox 40 64 689 86; baseline 0 -7; x_size 29; …">
// <span class='ocrx_word' id='word_1_9' title='bbox 41 64 78 86; x_wconf 34'>BELEG</span>
const SPAN = /<span class=['"](ocr_\w+|ocrx_word)['"][^>]*? title=(['"])(.*?)\2[^>]*>/g
const BOX = /\bbbox (-?\d+) (-?\d+) (-?\d+) (-?\d+)/
const BASELINE = /\bbaseline (-?[\d.]+) (-?[\d.]+)/
const SIZE = /\bx_size (-?[\d.]+)/
const DESCENT = /\bx_descenders (-?[\d.]+)/
const CONFIDENCE = /\bx_wconf (\d+)/

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/**
 * The lines of an hOCR page (hOCR 1.2), the one format in which every tesseract, native or
 * compiled, reports words with places, baselines and font sizes. Lines without words and words
 * without a box are left out; what is no hOCR has no lines.
 */
export function readHocr(markup: string): OcrLine[] {
  const lines: OcrLine[] = []
  let line: OcrLine | null = null
  for (const match of markup.matchAll(SPAN)) {
    const [tag, kind, , title] = match
    const box = parseNumbers(BOX, title!)
    if (!box) continue
    if (kind !== 'ocrx_word') {
      line = parseLine(title!, box)
      lines.push(line)
    } else if (line) {
      const word = parseWord(textAfter(markup, match.index + tag.length), title!, box)
      if (word.text !== '') line.words.push(word)
    }
  }
  return lines.filter(({ words }) => words.length > 0)
}

function parseLine(title: string, box: number[]): OcrLine {
  const [x0, , x1, y1] = box as [number, number, number, number]
  const [slope, offset] = parseNumbers(BASELINE, title) ?? [0, 0]
  const [fontHeight] = parseNumbers(SIZE, title) ?? [y1 - box[1]!]
  const [descent] = parseNumbers(DESCENT, title) ?? [0]
  const baseline = y1 + offset! + (slope! * (x1 - x0)) / 2
  return { words: [], baseline, fontHeight: fontHeight!, descent: descent! }
}

function parseWord(text: string, title: string, box: number[]): OcrWord {
  const [x0, y0, x1, y1] = box as [number, number, number, number]
  const [confidence] = parseNumbers(CONFIDENCE, title) ?? [0]
  return { text, confidence: confidence!, x0, y0, x1, y1 }
}

function textAfter(markup: string, from: number): string {
  const inner = markup.slice(from, markup.indexOf('</span>', from))
  // <strong>12.00</strong>   R&amp;D
  return inner
    .replace(/<[^>]*>/g, '')
    .replace(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim()
}

function parseNumbers(pattern: RegExp, text: string): number[] | null {
  const match = pattern.exec(text)
  return match ? match.slice(1).map(Number) : null
}
