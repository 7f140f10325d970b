import type { Word } from '../pdf/words.ts'
import { detectDecimalMark, type DecimalMark } from '../print/amounts.ts'
import type { OcrLine, OcrWord } from './ocr.ts'

/** A word of a scanned page, placed in points, with the engine's confidence. */
export interface ScanWord extends Word {
  confidence: number
  /** Where its ink lies in the upright image. */
  pixels: { x0: number; y0: number; x1: number; y1: number }
}

/**
 * Marks that rules, dots and dirt are read as. A lone sign or bracket may belong to an amount, an
 * ampersand to a name.
 */
const NOISE = /^[^\p{L}\p{N}$£€+\-−–()&]+$/u
/** Rules of a table are read as part of the words next to them. */
const RULES = /^[|\][_~¦]+|[|\][_~¦]+$/gu
/** A line's font as the engine measures it, against its tallest word. */
const MOST_FONT_SHARE = 1.6
const CARET_SHARE = 0.7
/** Parts of one number stand nearer than this share of the font. */
const PART_GAP = 0.22

/** The words of OCR lines in points, in the shape that a text layer gives. Noise is left out. */
export function buildScanWords(lines: readonly OcrLine[], dpi: number): ScanWord[] {
  const mark = detectDecimalMark(lines.flatMap(({ words }) => words.map(({ text }) => text)))
  return lines.flatMap((line) => {
    const clean = line.words.flatMap(cleaned).map((word) => separated(word, mark))
    if (clean.length === 0) return []
    const tallest = Math.max(...clean.map(({ y0, y1 }) => y1 - y0))
    const words = clean.filter((word) => !isCaret(word, tallest))
    const font = Math.min(line.fontHeight, MOST_FONT_SHARE * tallest)
    const descent = Math.min(Math.max(line.descent, 0), font / 2)
    const whole = joinedNumbers(words, PART_GAP * font)
    return whole.map((word) => placed(word, { baseline: line.baseline, font, descent, dpi }))
  })
}

// 2025TO   2025bis
const GLUED_YEAR = /^((?:19|20)\d\d)(\p{L}{2,})$/u

function cleaned(word: OcrWord): OcrWord[] {
  const text = word.text.replace(RULES, '')
  if (text === '' || NOISE.test(text)) return []
  const [, year, rest] = GLUED_YEAR.exec(text) ?? []
  if (!year || !rest) return [{ ...word, text }]
  const middle = word.x0 + ((word.x1 - word.x0) * year.length) / text.length
  return [
    { ...word, text: year, x1: middle },
    { ...word, text: rest, x0: middle },
  ]
}

/** A caret or star beside a number is read as an A, but half as high as one. */
function isCaret({ text, y0, y1 }: OcrWord, tallest: number): boolean {
  return text === 'A' && y1 - y0 < CARET_SHARE * tallest
}

// 35.019.13   -$1,204,50   (in groups as at the decimals the same mark: no number at all)
const ONE_MARK = /^(\D*)(\d{1,3}(?:([.,])\d{3})(?:\3\d{3})*)\3(\d{2})(\D*)$/

/** A point and a comma differ by a few pixels; where both stand in a number, one must be each. */
function separated(word: OcrWord, mark: DecimalMark): OcrWord {
  const [, lead, whole, , cents, tail] = ONE_MARK.exec(word.text) ?? []
  if (whole === undefined) return word
  const [group, point] = mark === 'point' ? [',', '.'] : ['.', ',']
  const text = `${lead}${whole.replace(/[.,]/g, group!)}${point}${cents}${tail}`
  return { ...word, text }
}

// `1,234` `.56`   `$` `1,250.00`   `1 .` `00`
const OPEN_END = /[\d.,$(-]$/
const OPEN_START = /^[\d.,)-]/

/** Joins numbers that the engine split at a wide gap. */
function joinedNumbers(words: readonly OcrWord[], gap: number): OcrWord[] {
  const joined: OcrWord[] = []
  for (const word of words) {
    const last = joined.at(-1)
    const isPart =
      last && word.x0 - last.x1 < gap && OPEN_END.test(last.text) && OPEN_START.test(word.text)
    if (isPart) joined[joined.length - 1] = merged(last, word)
    else joined.push(word)
  }
  return joined
}

function merged(left: OcrWord, right: OcrWord): OcrWord {
  return {
    text: left.text + right.text,
    confidence: Math.min(left.confidence, right.confidence),
    x0: Math.min(left.x0, right.x0),
    y0: Math.min(left.y0, right.y0),
    x1: Math.max(left.x1, right.x1),
    y1: Math.max(left.y1, right.y1),
  }
}

interface FontPlace {
  baseline: number
  font: number
  descent: number
  dpi: number
}

/** A font's own box is higher than its letters by this share … */
const LEADING = 1.15
/** … and a letter's wider than its ink by this share of the font on each side. */
const BEARING = 0.14

/** The box is that of the font, not of the ink, so that words and the gaps between them agree. */
function placed(word: OcrWord, { baseline, font, descent, dpi }: FontPlace): ScanWord {
  const { text, confidence, x0, y0, x1, y1 } = word
  const points = 72 / dpi
  return {
    text,
    confidence,
    x0: (x0 - BEARING * font) * points,
    x1: (x1 + BEARING * font) * points,
    y0: (baseline + descent - LEADING * font) * points,
    y1: (baseline + descent) * points,
    baseline: baseline * points,
    pixels: { x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) },
  }
}
