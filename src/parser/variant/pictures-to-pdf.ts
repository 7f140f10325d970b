import PdfKit from 'pdfkit'
import type { Tools } from '../../core/statements/formats/format.ts'
import { MAX_SCANNED_PAGES } from '../../core/statements/pdf/page-limits.ts'
import { OCR_DPI } from '../../core/statements/scan/ocr.ts'
import type { SightFailure } from '../../core/statements/formats/format.ts'
import type { PageImage } from '../../core/statements/pdf/render.ts'
import { loadSharp } from '../load-sharp.ts'

const QUALITY = 85

type Paged = { pdf: Uint8Array; failure: null } | { pdf: null; failure: SightFailure }

/**
 * The pages of an image file as those of a PDF, upright as it is displayed, at the resolution at
 * which they are read.
 */
export async function picturesToPdf(bytes: Uint8Array, { scan }: Tools): Promise<Paged> {
  const { file, failure } = await scan!.images.open(bytes)
  if (!file) return { pdf: null, failure }
  if (file.pageCount > MAX_SCANNED_PAGES) {
    return { pdf: null, failure: 'scanned_page_limit_exceeded' }
  }
  const document = new PdfKit({ autoFirstPage: false, margin: 0 })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const isDone = new Promise((resolve) => void document.on('end', resolve))
  for (let index = 0; index < file.pageCount; index += 1) {
    const page = await file.draw(index, OCR_DPI)
    if (!page) return { pdf: null, failure: 'corrupt_file' }
    const [width, height] = [page.width, page.height].map((side) => (side * 72) / OCR_DPI)
    const size: [number, number] = [width!, height!]
    document.addPage({ size, margin: 0 }).image(await toJpeg(page), 0, 0, { width, height })
  }
  document.end()
  await isDone
  return { pdf: Buffer.concat(chunks), failure: null }
}

async function toJpeg({ width, height, channels, data }: PageImage): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(data, { raw: { width, height, channels } }).jpeg({ quality: QUALITY }).toBuffer()
}
