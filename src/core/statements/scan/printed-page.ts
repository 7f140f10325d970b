import type { PageText } from '../page-text.ts'
import { groupLines, type PrintLine } from '../pdf/lines.ts'
import { findStamps } from '../pdf/noise.ts'
import type { Box } from '../statement.ts'
import type { GrayImage } from './image/gray-image.ts'
import type { ImageReader } from './image/images.ts'
import { OCR_DPI, type OcrEngine } from './ocr.ts'
import { toDisplayed, type Uprighting } from './uprighting.ts'
import { readScannedPage, uprightImage, type PageScan } from './read-page.ts'
import type { ScanWord } from './scan-words.ts'

/** Engines that reading images needs, started when first needed. */
export interface ScanTools {
  images: ImageReader
  /** The engine that reads every page, the same on every machine. */
  ocr(): Promise<OcrEngine>
  /** Another engine where there is one, for pages whose figures prove nothing. */
  otherOcr?(): Promise<OcrEngine | null>
}

/** Draws the image of a page at about this resolution; null when it cannot be drawn. */
type DrawScan = (dpi: number) => Promise<PageScan | null>

/** How a page is read from its image. */
export interface ScanWay {
  engine: OcrEngine
  dpi: number
}

/** A page of text, whether its words come from a text layer or were read from its image. */
export interface PrintedPage {
  /** 1-based. */
  number: number
  /** In points, as displayed. */
  width: number
  height: number
  /** On a scanned page placed on the upright page; `displayedBox` leads back. */
  lines: PrintLine[]
  /** What stands across the page and belongs to no line. */
  stamps?: readonly string[]
  /** Null for a page with a text layer. */
  scan: Scan | null
}

export interface Scan {
  words: ScanWord[]
  upright: Uprighting
  dpi: number
  /** Name and version of the engine that read it. */
  engine: string
  /** The page read in another way. */
  again(way: ScanWay): Promise<PrintedPage | null>
  /**
   * The image that the words' pixels refer to, drawn again: many images would not fit in memory.
   */
  image(): Promise<GrayImage | null>
}

/**
 * Reads the image of a page; `draw` makes the image, and again for a closer look. Null without one.
 */
export async function printScan(
  number: number,
  draw: DrawScan,
  tools: ScanTools,
): Promise<PrintedPage | null> {
  return readScan(number, draw, { dpi: OCR_DPI, start: () => tools.ocr() })
}

interface ScanStart {
  dpi: number
  /** Starting an engine takes time; without an image it is not needed. */
  start: () => Promise<OcrEngine>
}

async function readScan(
  number: number,
  draw: DrawScan,
  { dpi, start }: ScanStart,
): Promise<PrintedPage | null> {
  const drawn = await draw(dpi)
  if (!drawn) return null
  const engine = await start()
  const { words, upright } = await readScannedPage(drawn, engine)
  const scan: Scan = {
    words,
    upright,
    dpi: drawn.dpi,
    engine: engine.name,
    again: (way) => readScan(number, draw, { dpi: way.dpi, start: async () => way.engine }),
    image: async () => {
      const again = await draw(dpi)
      return again && uprightImage(again, upright)
    },
  }
  const points = 72 / drawn.dpi
  const { width, height } = drawn.image
  const size = { width: width * points, height: height * points }
  const stamps = findStamps(words).map(({ text }) => text)
  return { number, ...size, lines: groupLines(words, number), stamps, scan }
}

/** The engines that read pages from their images, as facts of the document; none without scans. */
export function engineFacts(pages: readonly PrintedPage[]): { ocrEngine?: string } {
  const engines = new Set(pages.flatMap(({ scan }) => scan?.engine ?? []))
  return engines.size === 0 ? {} : { ocrEngine: [...engines].join(', ') }
}

/** A box on the page's lines as a box on the page as displayed. */
export function displayedBox(box: Box, { scan }: PrintedPage): Box {
  return scan ? toDisplayed(box, scan.upright) : box
}

/** The page as text, upright, for classification. */
export function pageText(page: PrintedPage): PageText {
  const { number, width, height, lines, stamps = [], scan } = page
  return {
    number,
    width: scan?.upright.width ?? width,
    height: scan?.upright.height ?? height,
    lines: lines.map(({ text, words, x0, y0, x1, y1 }) => ({
      text: text.replaceAll('  ', ' '),
      box: [x0, y0, x1, y1],
      words: words.map((word) => ({ text: word.text, box: [word.x0, word.y0, word.x1, word.y1] })),
    })),
    ...(stamps.length > 0 && { stamps }),
  }
}
