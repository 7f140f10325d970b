import { MAX_SCANNED_PAGES } from '../pdf/page-limits.ts'
import { groupLines, type PrintLine } from '../pdf/lines.ts'
import { findStamps } from '../pdf/noise.ts'
import type { GlyphPage, PdfDocument } from '../pdf/pdfium.ts'
import { readStamps, readWords } from '../pdf/words.ts'
import type { OcrChoice, PageSpan } from '../statement.ts'
import { printScan, type PrintedPage, type ScanTools } from './printed-page.ts'
import type { PageScan } from './read-page.ts'

/** Fewer letters and digits than this are a page number or a mark of the scanner … */
const FEW_SIGNS = 25
/** … and fewer than this are, on a page that a picture covers. */
const FEW_SIGNS_ON_PICTURE = 200
const COVERING_SHARE = 0.5
/** Text in a font that does not say what its signs mean. */
const UNREADABLE_SHARE = 0.5

export interface PrintOptions {
  choice: OcrChoice | undefined
  tools: ScanTools | null
  /** At most so many pages are read from their image; other pages without text stay empty. */
  scanLimit?: number
  /** Receives every page of the text layer, with what the page draws. */
  onText?: (page: GlyphPage, lines: readonly PrintLine[]) => void
}

export interface PdfPrint {
  pages: PrintedPage[]
  missing: number
  /** Numbers of pages whose picture is too large to be unpacked; they are in neither. */
  huge: number[]
}

/**
 * The text of a PDF's pages: their text layer, or the image of a page whose text layer is useless.
 * Null, before any page is read, when more than `MAX_SCANNED_PAGES` would be read from their image.
 */
export async function printPdf(
  document: PdfDocument,
  { start, end }: PageSpan,
  { choice = 'auto', tools, scanLimit, onText }: PrintOptions,
): Promise<PdfPrint | null> {
  const numbers = Array.from({ length: end - start + 1 }, (_, at) => start + at)
  const texts = numbers.flatMap((number) => readTextPage(document, number, onText) ?? [])
  const isScan = tools !== null && choice !== 'never'
  const scans = texts.filter((page) => isScan && (choice === 'always' || !page.isUseful))
  if (scanLimit === undefined && scans.length > MAX_SCANNED_PAGES) return null
  const read = new Set(scans.slice(0, scanLimit ?? MAX_SCANNED_PAGES))
  const huge = [...read].flatMap(({ number }) =>
    document.hasHugePicture(number - 1) ? [number] : [],
  )
  const pages: PrintedPage[] = []
  for (const page of texts.filter(({ number }) => !huge.includes(number))) {
    const { number, width, height, lines, stamps } = page
    const isRead = tools !== null && read.has(page)
    const draw = async (dpi: number): Promise<PageScan | null> => drawPage(document, page, dpi)
    const printed = isRead
      ? await printScan(number, draw, tools)
      : { number, width, height, lines, stamps, scan: null }
    if (printed) pages.push(printed)
  }
  return { pages, missing: numbers.length - huge.length - pages.length, huge }
}

interface TextPage {
  number: number
  width: number
  height: number
  lines: PrintLine[]
  stamps: string[]
  isUseful: boolean
}

function readTextPage(
  document: PdfDocument,
  number: number,
  onText: PrintOptions['onText'],
): TextPage | null {
  const page = document.page(number - 1, { withMarks: onText !== undefined })
  if (!page) return null
  const { width, height } = page
  const words = readWords(page)
  const lines = groupLines(words, number)
  onText?.(page, lines)
  const stamps = [...readStamps(page), ...findStamps(words).map(({ text }) => text)]
  return { number, width, height, lines, stamps, isUseful: isUseful(document, page) }
}

/** Whether the text layer is the text of the page, and not a mark on a picture of it. */
function isUseful(document: PdfDocument, { number, glyphs }: GlyphPage): boolean {
  const signs = glyphs.filter(({ text }) => /[\p{L}\p{N}\p{Co}\uFFFD]/u.test(text))
  const unreadable = signs.filter(({ text }) => /[\p{Co}\uFFFD]/u.test(text)).length
  if (signs.length < FEW_SIGNS || unreadable > UNREADABLE_SHARE * signs.length) return false
  if (signs.length >= FEW_SIGNS_ON_PICTURE) return true
  return document.pictureShare(number - 1) < COVERING_SHARE
}

function drawPage(
  document: PdfDocument,
  { number, width }: TextPage,
  dpi: number,
): PageScan | null {
  const drawn = document.render(number - 1, { dpi, channels: 1 })
  return drawn && { image: drawn, dpi: (drawn.width * 72) / width }
}
