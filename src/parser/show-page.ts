import type { Tools } from '../core/statements/formats/format.ts'
import type { PageImage } from '../core/statements/pdf/render.ts'
import type { SightFailure } from '../core/statements/formats/format.ts'
import { seePage } from '../core/statements/read-statement.ts'
import { displayedBox, type PrintedPage } from '../core/statements/scan/printed-page.ts'
import type { Box, ReadingHints } from '../core/statements/statement.ts'
import { loadSharp } from './load-sharp.ts'

/** What of a page is wanted. */
export interface PageOptions {
  /** 1-based, as the file counts. */
  number: number
  format: 'png' | 'text' | 'words'
  dpi: number
  /** Marked on a PNG, in points of the page as displayed. */
  highlight: Box | null
}

/** The result of `page`. */
export type ShownPage =
  | { failure: SightFailure }
  | { failure: null; pngBase64: string }
  | (PageFacts & { text: string })
  | (PageFacts & { words: ShownWord[] })

interface PageFacts {
  failure: null
  /** In points, as displayed. */
  width: number
  height: number
  isScan: boolean
}

export interface ShownWord {
  text: string
  /** Points from the top left of the page as displayed. */
  bbox: Box
  /** 0 to 1 for words read from an image; those of a text layer are what they are. */
  confidence: number | null
}

interface Showing {
  hints: ReadingHints
  tools: Tools
  page: PageOptions | undefined
}

/** A page of a PDF or image as a picture, as text, or as words with their places. */
export async function showPage(
  bytes: Uint8Array,
  { hints, tools, page: options }: Showing,
): Promise<ShownPage> {
  if (!options) throw new Error('The request names no page')
  const choice = { hints, tools, number: options.number }
  return seePage<ShownPage>(bytes, choice, async ({ draw, print }) => {
    if (options.format === 'png') {
      const drawn = await draw(options.dpi)
      return drawn ? { failure: null, pngBase64: await toPng(drawn, options) } : NOT_SEEN
    }
    const printed = await print()
    if (!printed) return NOT_SEEN
    return options.format === 'text' ? toTextPage(printed) : toWordsPage(printed)
  })
}

const NOT_SEEN: ShownPage = { failure: 'corrupt_file' }

function toPageFacts({ width, height, scan }: PrintedPage): PageFacts {
  return { failure: null, width, height, isScan: scan !== null }
}

function toTextPage(page: PrintedPage): ShownPage {
  return { ...toPageFacts(page), text: page.lines.map(({ text }) => text).join('\n') }
}

function toWordsPage(page: PrintedPage): ShownPage {
  const { scan, lines } = page
  const sure = new Map(scan?.words.map((word) => [word as object, word.confidence / 100]))
  const words = lines.flatMap((line) =>
    line.words.map((word) => ({
      text: word.text,
      bbox: displayedBox([word.x0, word.y0, word.x1, word.y1], page),
      confidence: sure.get(word) ?? null,
    })),
  )
  return { ...toPageFacts(page), words }
}

async function toPng(image: PageImage, { highlight, dpi }: PageOptions): Promise<string> {
  if (highlight) mark(image, { box: highlight, scale: dpi / 72 })
  const { width, height, channels, data } = image
  const sharp = await loadSharp()
  const png = await sharp(data, { raw: { width, height, channels } }).png().toBuffer()
  return png.toString('base64')
}

/** Around the print, in points. */
const MARGIN = 2
/** A marker pen: white becomes this, black stays black. */
const MARKER = [255, 225, 77]

function mark(
  { width, height, data }: PageImage,
  { box, scale }: { box: Box; scale: number },
): void {
  const [left, top] = [box[0] - MARGIN, box[1] - MARGIN].map((at) =>
    Math.max(0, Math.floor(at * scale)),
  )
  const right = Math.min(width, Math.ceil((box[2] + MARGIN) * scale))
  const bottom = Math.min(height, Math.ceil((box[3] + MARGIN) * scale))
  for (let y = top!; y < bottom; y += 1) {
    for (let x = left!; x < right; x += 1) {
      MARKER.forEach((shade, channel) => {
        const at = (y * width + x) * 3 + channel
        data[at] = (data[at]! * shade) / 255
      })
    }
  }
}
