import type { PdfDocument } from '../../../pdf/pdfium.ts'
import type { ImageReader } from '../../../scan/image/images.ts'
import type { PixelBox } from '../../../scan/image/gray-image.ts'
import type { PrintedPage } from '../../../scan/printed-page.ts'
import type { Box } from '../../../statement.ts'
import { findGhosts } from './find-ghosts.ts'
import type { RecompressedPart } from '../inspection.ts'
import { luminanceSteps } from './jpeg-steps.ts'

/** Scanned pages of a document that are inspected; each takes up to half a second. */
const PAGES_MAX = 12

interface PlacedJpeg {
  page: number
  jpeg: Uint8Array
  /** Of the whole picture, in points of the page as displayed. */
  box: Box
}

/** Parts of the scanned pages of a PDF; pages without a JPEG over most of them have none. */
export async function recompressedPages(
  document: PdfDocument,
  numbers: readonly number[],
  images: ImageReader,
): Promise<RecompressedPart[]> {
  const parts: RecompressedPart[] = []
  for (const page of numbers.slice(0, PAGES_MAX)) {
    const picture = document.pagePicture(page - 1)
    if (picture) parts.push(...(await findParts({ page, ...picture }, images)))
  }
  return parts
}

/** Parts of a JPEG file, whose picture is its only page. */
export async function recompressedFile(
  jpeg: Uint8Array,
  { width, height, number }: PrintedPage,
  images: ImageReader,
): Promise<RecompressedPart[]> {
  return findParts({ page: number, jpeg, box: [0, 0, width, height] }, images)
}

async function findParts(
  { page, jpeg, box }: PlacedJpeg,
  images: ImageReader,
): Promise<RecompressedPart[]> {
  const steps = luminanceSteps(jpeg)
  const stored = steps && (await images.stored(jpeg))
  if (!stored) return []
  const { image, isTurned } = stored
  return findGhosts({ image, steps }).map((pixels) => ({
    page,
    box: isTurned ? null : placed(pixels, box, image),
  }))
}

function placed(
  { x0, y0, x1, y1 }: PixelBox,
  [left, top, right, bottom]: Box,
  { width, height }: { width: number; height: number },
): Box {
  const [wide, high] = [(right - left) / width, (bottom - top) / height]
  return [left + x0 * wide, top + y0 * high, left + x1 * wide, top + y1 * high]
}
