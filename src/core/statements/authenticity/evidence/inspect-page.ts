import { daysInMonth } from '../../../values/dates.ts'
import type { PrintLine } from '../../pdf/lines.ts'
import type { GlyphPage } from '../../pdf/pdfium.ts'
import type { Box } from '../../statement.ts'
import type { CoveredPrint, Figure, HiddenPrint, InspectedPage } from './inspection.ts'
import { computeBox, toFigure, buildTokens, median } from './tokens.ts'
import { holds, judge, type JudgedGlyph, type OrderedObject } from './visibility.ts'

const SCAN_SHARE = 0.5
const PATCH_WIDTH = 200
const PATCH_HEIGHT = 40
const PATCHES_MAX = 200
/** Letters so near behind a figure belong to it: `712.90 OD`. */
const MARK_POINTS = 6
/** A page set in small print from edge to edge has about a thousand. */
const FIGURES_MAX = 2000
// Page 2 of 5   Page 2/5   Seite 2 von 5   Página 2 de 5   Page 2 sur 5
const NUMBERING = /\b(?:page|seite|p[aá]gina)\s+(\d{1,4})\s*(?:of|von|de|sur|\/)\s*(\d{1,4})\b/i

// 02/30 CHECKCARD PURCHASE   31.04.2025 Lastschrift
const ROW_DATE = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](?:\d{4}|\d{2}))?\s/
// 41.20   -12,00
const AMOUNT = /\d[.,]\d{2}\b/

/** What of a page shows how it was made; the page must have been read with its marks. */
export function inspectPage(page: GlyphPage, lines: readonly PrintLine[]): InspectedPage {
  const { number, width, height } = page
  const judged = judge(page)
  const visible = judged.filter(({ hidden, cover }) => hidden === null && cover === null)
  const isScan = hasScan(page)
  return {
    number,
    width,
    height,
    hasText: judged.length > 0,
    isScan,
    figures: findFigures(visible),
    covered: isScan ? [] : findCoveredPrint(judged),
    // The text behind a scan is what a machine read from it.
    hidden: isScan ? [] : findHiddenPrint(judged),
    patches: listPatches(page),
    annotations: (page.marks?.annotations ?? []).flatMap((annotation) => {
      const text = textIn(annotation.box, visible)
      return text === '' ? [] : [{ ...annotation, text }]
    }),
    fonts: countFonts(page),
    impossibleDates: lines.flatMap(impossibleDate),
    numbering: readNumbering(lines),
  }
}

function findFigures(visible: readonly JudgedGlyph[]): Figure[] {
  const figures = buildTokens(visible.filter(canBeFigure))
    .flatMap((token) => toFigure(token) ?? [])
    .slice(0, FIGURES_MAX)
  const letters = Map.groupBy(
    visible.filter(({ glyph }) => /\p{L}/u.test(glyph.text)),
    ({ glyph }) => Math.round(glyph.baseline),
  )
  return figures.map((figure) => {
    const line = letters.get(Math.round(figure.baseline)) ?? []
    return { ...figure, hasMark: hasMark(figure, line), hasFontOfLine: hasSameFont(figure, line) }
  })
}

function hasMark({ box: [, , x1] }: Figure, line: readonly JudgedGlyph[]): boolean {
  return line.some(({ glyph: { x0 } }) => x0 > x1 - 1 && x0 - x1 < MARK_POINTS)
}

function hasSameFont({ settings }: Figure, line: readonly JudgedGlyph[]): boolean {
  const fonts = new Set(settings.map(({ font }) => font))
  const alike = line.filter(({ object }) => fonts.has(object?.font?.name ?? ''))
  return alike.length * 2 > line.length
}

// 1,234.56   $45.00-   (12.00)   2025-03-14   03/14
const FIGURE_CHARACTERS = new Set("0123456789.,'’$€£+-−()/")

/** Most characters of a page are letters and need no sorting. */
function canBeFigure({ glyph }: JudgedGlyph): boolean {
  return FIGURE_CHARACTERS.has(glyph.text)
}

function hasScan({ width, height, marks }: GlyphPage): boolean {
  return (marks?.objects ?? []).some(
    ({ kind, box }) => kind === 'image' && box && computeArea(box) > SCAN_SHARE * width * height,
  )
}

function computeArea([x0, y0, x1, y1]: Box): number {
  return (x1 - x0) * (y1 - y0)
}

function findCoveredPrint(judged: readonly JudgedGlyph[]): CoveredPrint[] {
  const body = median(judged.map(getHeight))
  const byCover = Map.groupBy(
    judged.filter((each) => each.cover !== null && !isWatermark(each, body)),
    ({ cover }) => cover!,
  )
  return [...byCover].flatMap(([cover, glyphs]) => {
    const text = readText(glyphs)
    const replacement = writtenOn(cover, judged)
    // Some generators draw a cell, fill it and draw it again.
    if (text.replaceAll(' ', '') === replacement.replaceAll(' ', '')) return []
    const by = cover.object.kind === 'image' ? 'image' : 'fill'
    return [{ by, box: computeBox(glyphs), text, replacement }]
  })
}

/** Print this much larger than the body of the page lies behind it: `COPY`, `CONFIDENTIAL`. */
const WATERMARK_HEIGHTS = 2
const LIGHT_PRINT = 160
const FAINT_PRINT = 160
const TURNED_DEGREES = 2

/** Large, turned, light or see-through print that cells are drawn over, as on any page with it. */
function isWatermark({ glyph, object }: JudgedGlyph, body: number): boolean {
  const turned = glyph.angle % 90
  const isTurned = Math.min(turned, 90 - turned) > TURNED_DEGREES
  const color = object?.color ?? null
  const isLight = color !== null && Math.min(color[0], color[1], color[2]) >= LIGHT_PRINT
  const isFaint = color !== null && color[3] <= FAINT_PRINT
  return isTurned || isLight || isFaint || getHeight({ glyph }) > WATERMARK_HEIGHTS * body
}

function getHeight({ glyph }: Pick<JudgedGlyph, 'glyph'>): number {
  return glyph.y1 - glyph.y0
}

/** What was printed into the cover, including what extends over its edge. */
function writtenOn({ box, order }: OrderedObject, judged: readonly JudgedGlyph[]): string {
  const later = judged.filter(
    (each) => each.order > order && each.hidden === null && each.cover === null,
  )
  return buildTokens(later)
    .filter(({ glyphs }) => glyphs.some(({ glyph }) => holds(box, glyph)))
    .map(({ text }) => text)
    .join(' ')
}

function readText(glyphs: readonly JudgedGlyph[]): string {
  return buildTokens(glyphs)
    .map(({ text }) => text)
    .join(' ')
}

function textIn(box: Box, glyphs: readonly JudgedGlyph[]): string {
  return readText(glyphs.filter(({ glyph }) => holds(box, glyph)))
}

function findHiddenPrint(judged: readonly JudgedGlyph[]): HiddenPrint[] {
  const byReason = Map.groupBy(
    judged.filter(({ hidden }) => hidden !== null),
    ({ hidden }) => hidden!,
  )
  return [...byReason].flatMap(([why, glyphs]) =>
    buildTokens(glyphs).map(({ text, glyphs: own }) => ({ why, text, box: computeBox(own) })),
  )
}

function listPatches({ marks }: GlyphPage): Box[] {
  const boxes = (marks?.objects ?? []).flatMap(({ kind, box }) =>
    kind === 'image' && box ? [box] : [],
  )
  return boxes
    .filter(([x0, y0, x1, y1]) => x1 - x0 <= PATCH_WIDTH && y1 - y0 <= PATCH_HEIGHT)
    .slice(0, PATCHES_MAX)
}

/** Weighted by the pieces of text that use them, which is cheaper to count than characters. */
function countFonts({ marks }: GlyphPage): InspectedPage['fonts'] {
  const fonts = new Map<string, InspectedPage['fonts'][number]>()
  for (const { font, isDrawn } of marks?.objects ?? []) {
    if (!font || !isDrawn) continue
    const known = fonts.get(font.name)
    if (known) known.count += 1
    else fonts.set(font.name, { ...font, count: 1 })
  }
  return [...fonts.values()]
}

/** February 30 does not exist, nor does the 31st of a short month; `13/45` is no date at all. */
function impossibleDate(line: PrintLine): InspectedPage['impossibleDates'] {
  const [date = '', first, second] = ROW_DATE.exec(line.text) ?? []
  if (first === undefined || second === undefined) return []
  const [one, two] = [Number(first), Number(second)]
  const hasMonth = Math.min(one, two) >= 1 && Math.min(one, two) <= 12 && Math.max(one, two) <= 31
  if (!hasMonth || isDay(one, two) || isDay(two, one)) return []
  const { text, x0, y0, x1, y1 } = line
  if (!AMOUNT.test(text.slice(date.length))) return []
  return [{ text: text.replaceAll('  ', ' '), date: `${first}/${second}`, box: [x0, y0, x1, y1] }]
}

/** In a leap year, since a row need not print its year. */
function isDay(month: number, day: number): boolean {
  return month <= 12 && day <= daysInMonth(`2024-${String(month).padStart(2, '0')}`)
}

function readNumbering(lines: readonly PrintLine[]): InspectedPage['numbering'] {
  for (const { text } of lines) {
    const match = NUMBERING.exec(text)
    if (match) return { page: Number(match[1]), of: Number(match[2]) }
  }
  return null
}
