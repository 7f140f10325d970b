import type { PageText } from '../page-text.ts'
import { groupLines, type PrintLine } from '../pdf/lines.ts'
import type { Box } from '../statement.ts'
import type { GrayImage } from './image/gray-image.ts'
import type { ImageReader } from './image/images.ts'
import type { OcrEngine } from './ocr.ts'
import { toDisplayed, type Uprighting } from './uprighting.ts'
import { readScannedPage, uprightImage, type PageScan } from './read-page.ts'
import type { ScanWord } from './scan-words.ts'

/** Engines that reading images needs, started when first needed. */
export interface ScanTools {
  images: ImageReader
  ocr(): Promise<OcrEngine>
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
  /** Null for a page with a text layer. */
  scan: Scan | null
}

export interface Scan {
  words: ScanWord[]
  upright: Uprighting
  dpi: number
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
  draw: () => Promise<PageScan | null>,
  tools: ScanTools,
): Promise<PrintedPage | null> {
  const drawn = await draw()
  if (!drawn) return null
  const { words, upright } = await readScannedPage(drawn, await tools.ocr())
  const scan: Scan = {
    words,
    upright,
    dpi: drawn.dpi,
    image: async () => {
      const again = await draw()
      return again && uprightImage(again, upright)
    },
  }
  const points = 72 / drawn.dpi
  const { width, height } = drawn.image
  const size = { width: width * points, height: height * points }
  return { number, ...size, lines: groupLines(words, number), scan }
}

/** A box on the page's lines as a box on the page as displayed. */
export function displayedBox(box: Box, { scan }: PrintedPage): Box {
  return scan ? toDisplayed(box, scan.upright) : box
}

/** The page as text, upright, for classification. */
export function pageText({ number, width, height, lines, scan }: PrintedPage): PageText {
  return {
    number,
    width: scan?.upright.width ?? width,
    height: scan?.upright.height ?? height,
    lines: lines.map(({ text, words, x0, y0, x1, y1 }) => ({
      text: text.replaceAll('  ', ' '),
      box: [x0, y0, x1, y1],
      words: words.map((word) => ({ text: word.text, box: [word.x0, word.y0, word.x1, word.y1] })),
    })),
  }
}
