import { boxAround, type Box } from '../../../values/box.ts'
import type { Figure, Setting } from './inspection.ts'
import type { JudgedGlyph } from './visibility.ts'

/** Characters next to each other, whoever drew them and when. */
export interface Token {
  text: string
  glyphs: JudgedGlyph[]
}

const LINE_DRIFT = 0.35
const TOKEN_GAP = 0.16
/** `1/2`, `.50`: shorter than any figure that is looked at. */
const FIGURE_LENGTH_MIN = 3
// 1,234.56   -$45.00   (12.00)   1.234,56-   300,00CR
const AMOUNT = /^[-−+(]?[$€£]?-?\d{1,3}(?:[.,'’]?\d{3})*[.,]\d{2}\)?(?:[-−]|CR|DR)?$/i
// 03/14   3/14/2025   14.03.25   2025-03-14
const DATE = /^(?:\d{1,2}[/.-]\d{1,2}(?:[/.-](?:\d{4}|\d{2}))?|\d{4}-\d{2}-\d{2})$/

/** Tokens by their place on the page, from top to bottom and left to right. */
export function buildTokens(glyphs: readonly JudgedGlyph[]): Token[] {
  return groupLines(glyphs).flatMap((line) => splitLine(line))
}

function groupLines(glyphs: readonly JudgedGlyph[]): JudgedGlyph[][] {
  const upright = glyphs.filter(({ glyph }) => glyph.angle === 0)
  const sorted = upright.toSorted((a, b) => a.glyph.baseline - b.glyph.baseline)
  const lines: JudgedGlyph[][] = []
  let line: JudgedGlyph[] = []
  for (const each of sorted) {
    const first = line[0]?.glyph
    const height = each.glyph.y1 - each.glyph.y0
    if (!first || each.glyph.baseline - first.baseline > LINE_DRIFT * height) {
      line = []
      lines.push(line)
    }
    line.push(each)
  }
  return lines
}

function splitLine(line: JudgedGlyph[]): Token[] {
  const tokens: JudgedGlyph[][] = []
  for (const each of line.toSorted((a, b) => a.glyph.x0 - b.glyph.x0)) {
    const last = tokens.at(-1)?.at(-1)?.glyph
    const gap = last ? each.glyph.x0 - last.x1 : Infinity
    if (gap > TOKEN_GAP * (each.glyph.y1 - each.glyph.y0)) tokens.push([each])
    else tokens.at(-1)!.push(each)
  }
  return tokens.map((glyphs) => ({ text: glyphs.map(({ glyph }) => glyph.text).join(''), glyphs }))
}

/** The box around the characters; they must be at least one. */
export function computeBox(glyphs: readonly JudgedGlyph[]): Box {
  return boxAround(glyphs.map(({ glyph: { x0, y0, x1, y1 } }) => [x0, y0, x1, y1]))
}

/** Whether the text reads as an amount or a date, and which. */
export function figureKind(text: string): Figure['kind'] | null {
  if (AMOUNT.test(text)) return 'amount'
  return DATE.test(text) ? 'date' : null
}

/** The token as a figure; null when it is neither an amount nor a date. */
export function toFigure({ text, glyphs }: Token): Figure | null {
  const kind = glyphs.length < FIGURE_LENGTH_MIN ? null : figureKind(text)
  if (kind === null) return null
  const digits = glyphs.filter(({ glyph }) => /\d/.test(glyph.text))
  return {
    kind,
    text,
    box: computeBox(glyphs),
    baseline: median(digits.map(({ glyph }) => glyph.baseline)),
    right: digits.at(-1)!.glyph.x1,
    settings: listSettings(digits),
    pieces: new Set(digits.map(({ order }) => order)).size,
    hasMark: false,
    hasFontOfLine: false,
    pitch: computePitch(glyphs),
  }
}

function listSettings(digits: readonly JudgedGlyph[]): Setting[] {
  const settings = new Map<string, Setting>()
  // Most figures are one piece, so this is looked up once for all digits.
  for (const object of new Set(digits.map((digit) => digit.object))) {
    if (!object?.font) continue
    const size = Math.round((object.size ?? 0) * 10) / 10
    const { name: font, isEmbedded } = object.font
    settings.set(`${font} ${size}`, { font, isEmbedded, size })
  }
  return [...settings.values()]
}

/** Two ones are left out: fonts with figures of one width kern that pair alone. */
function computePitch(glyphs: readonly JudgedGlyph[]): number | null {
  const steps = glyphs.flatMap(({ glyph }, at) => {
    const next = glyphs[at + 1]?.glyph
    const isPair = next && /\d/.test(glyph.text) && /\d/.test(next.text)
    return isPair && glyph.text + next.text !== '11' ? [next.x0 - glyph.x0] : []
  })
  return steps.length < 2 ? null : median(steps)
}

/** The middle value; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
