import type { Engine } from './engine.ts'

/** A drawn page, row by row from the top left. */
export interface PageImage {
  width: number
  height: number
  /** 1: shades of gray, 3: red, green, blue. */
  channels: 1 | 3
  data: Uint8Array
}

export interface RenderOptions {
  dpi: number
  channels: PageImage['channels']
}

/** Pages of posters and plans are drawn smaller, so that none takes more than 16 megapixels. */
const MOST_PIXELS = 16_000_000
const POINTS_PER_INCH = 72
const WHITE = 0xffffffff
/** Annotations (FPDF_ANNOT) are print too; red first (FPDF_REVERSE_BYTE_ORDER); FPDF_GRAYSCALE. */
const FLAGS: Record<PageImage['channels'], number> = { 1: 0x01 | 0x08, 3: 0x01 | 0x10 }
/** FPDFBitmap_Gray and FPDFBitmap_BGR. */
const FORMATS: Record<PageImage['channels'], number> = { 1: 1, 3: 2 }

/** The page as displayed, on white; null when it cannot be loaded or drawn. */
export function renderPage(
  engine: Engine,
  handle: number,
  { index, dpi, channels }: RenderOptions & { index: number },
): PageImage | null {
  const page = engine.FPDF_LoadPage(handle, index)
  if (page === 0) return null
  const { width, height } = pixelSize(engine, page, dpi)
  const bitmap = engine.FPDFBitmap_CreateEx(width, height, FORMATS[channels], 0, 0)
  const image = bitmap === 0 ? null : draw(engine, { page, bitmap, width, height, channels })
  engine.FPDFBitmap_Destroy(bitmap)
  engine.FPDF_ClosePage(page)
  return image
}

function pixelSize(engine: Engine, page: number, dpi: number): { width: number; height: number } {
  const [wide, high] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]
  const wanted = dpi / POINTS_PER_INCH
  const scale = Math.min(wanted, Math.sqrt(MOST_PIXELS / Math.max(1, wide * high)))
  return {
    width: Math.max(1, Math.round(wide * scale)),
    height: Math.max(1, Math.round(high * scale)),
  }
}

interface Drawing extends Omit<PageImage, 'data'> {
  page: number
  bitmap: number
}

function draw(engine: Engine, { page, bitmap, width, height, channels }: Drawing): PageImage {
  engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS[channels])
  const buffer = engine.FPDFBitmap_GetBuffer(bitmap)
  const stride = engine.FPDFBitmap_GetStride(bitmap)
  const data = new Uint8Array(width * height * channels)
  const length = width * channels
  for (let y = 0; y < height; y += 1) {
    const from = buffer + y * stride
    data.set(engine.pdfium.HEAPU8.subarray(from, from + length), y * length)
  }
  return { width, height, channels, data }
}
