import type { Box } from '../../values/box.ts'
import type { Engine } from './engine.ts'

const PICTURE = 3

export function pictureShare(engine: Engine, handle: number, index: number): number {
  const shares = onPictures(engine, { handle, index }, (page, pictures) => {
    const bounds = engine.pdfium.wasmExports.malloc(16)
    const area = engine.FPDF_GetPageWidthF(page) * engine.FPDF_GetPageHeightF(page)
    const covered = pictures.map((picture) => computeArea(engine, picture, bounds) / area)
    engine.pdfium.wasmExports.free(bounds)
    return covered.filter(Number.isFinite)
  })
  return Math.min(1, Math.max(0, ...shares))
}

/**
 * The JPEG that covers most of a page, as stored in the file, with its place in points from the top
 * left; null where the page has none, or it is turned.
 */
export function pagePicture(
  engine: Engine,
  handle: number,
  index: number,
): { jpeg: Uint8Array; box: Box } | null {
  const [found = null] = onPictures(engine, { handle, index }, (page, pictures) => {
    const scratch = engine.pdfium.wasmExports.malloc(24)
    const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]
    const covering = pictures.find(
      (picture) => computeArea(engine, picture, scratch) > COVERING_SHARE * width * height,
    )
    const isUpright =
      covering !== undefined &&
      engine.FPDFPage_GetRotation(page) === 0 &&
      isUnturned(engine, covering, scratch)
    const box = isUpright ? readBounds(engine, covering, scratch) : null
    engine.pdfium.wasmExports.free(scratch)
    if (!box || !isUpright) return []
    const jpeg = rawBytes(engine, covering)
    const [left, bottom, right, top] = box
    return isJpeg(jpeg) ? [{ jpeg, box: [left, height - top, right, height - bottom] as Box }] : []
  })
  return found
}

const COVERING_SHARE = 0.5

function isUnturned(engine: Engine, picture: number, matrix: number): boolean {
  if (!engine.FPDFPageObj_GetMatrix(picture, matrix)) return false
  const [a, b, c, d] = engine.pdfium.HEAPF32.subarray(matrix >> 2)
  return a! > 0 && d! > 0 && Math.abs(b!) < 1 && Math.abs(c!) < 1
}

function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8
}

/** A picture that unpacks to more than this does not fit into the sandbox. */
const MAX_UNPACKED_BYTES = 200_000_000
/** Of a pixel: JPEG 2000 holds numbers of four bytes for each color, and the picture. */
const WIDEST_BYTES = 16
/** Coefficients of a progressive JPEG: two bytes for each color. */
const COEFFICIENT_BYTES = 2

export function hasHugePicture(engine: Engine, handle: number, index: number): boolean {
  const huge = onPictures(engine, { handle, index }, (page, pictures) =>
    pictures.filter((picture) => unpackedBytes(engine, page, picture) > MAX_UNPACKED_BYTES),
  )
  return huge.length > 0
}

/** The results of `use` for the pictures of a page; none for a page that cannot be loaded. */
function onPictures<Found>(
  engine: Engine,
  { handle, index }: { handle: number; index: number },
  use: (page: number, pictures: number[]) => Found[],
): Found[] {
  const page = engine.FPDF_LoadPage(handle, index)
  if (page === 0) return []
  const count = engine.FPDFPage_CountObjects(page)
  const objects = Array.from({ length: count }, (_, at) => engine.FPDFPage_GetObject(page, at))
  const pictures = objects.filter((object) => engine.FPDFPageObj_GetType(object) === PICTURE)
  const found = use(page, pictures)
  engine.FPDF_ClosePage(page)
  return found
}

function computeArea(engine: Engine, picture: number, bounds: number): number {
  const [left, bottom, right, top] = readBounds(engine, picture, bounds) ?? [0, 0, 0, 0]
  return (right - left) * (top - bottom)
}

/** Left, bottom, right and top in the space of the page; null where the engine knows none. */
function readBounds(engine: Engine, picture: number, bounds: number): Box | null {
  const corners = [bounds, bounds + 4, bounds + 8, bounds + 12] as const
  if (!engine.FPDFPageObj_GetBounds(picture, ...corners)) return null
  return [...engine.pdfium.HEAPF32.subarray(bounds >> 2, (bounds >> 2) + 4)] as Box
}

/** Bytes a picture takes when drawn; details are read only of large ones. */
function unpackedBytes(engine: Engine, page: number, picture: number): number {
  const { malloc, free } = engine.pdfium.wasmExports
  // FPDF_IMAGEOBJ_METADATA: width, height, two resolutions, bits per pixel, color space, mark.
  const facts = malloc(28)
  const hasSize = engine.FPDFImageObj_GetImagePixelSize(picture, facts, facts + 4)
  const [width, height] = new Uint32Array(engine.pdfium.HEAPU8.buffer, facts, 2)
  const pixels = hasSize ? width! * height! : 0
  const isLarge = pixels * WIDEST_BYTES > MAX_UNPACKED_BYTES
  const filter = isLarge ? readFilter(engine, picture) : ''
  // JPEG 2000 would be unpacked only to report its depth.
  const needsMetadata = isLarge && filter !== 'JPXDecode'
  if (needsMetadata) engine.FPDFImageObj_GetImageMetadata(picture, page, facts)
  const bits = needsMetadata ? engine.pdfium.HEAP32[(facts >> 2) + 4]! : 8 * WIDEST_BYTES
  free(facts)
  const bytes = bits / 8
  const isHeld = filter === 'DCTDecode' && isProgressive(rawBytes(engine, picture))
  return pixels * (isHeld ? bytes * (1 + COEFFICIENT_BYTES) : bytes)
}

/** The last filter, which is the picture's format; empty for one without. */
function readFilter(engine: Engine, picture: number): string {
  const count = engine.FPDFImageObj_GetImageFilterCount(picture)
  if (count === 0) return ''
  const buffer = engine.pdfium.wasmExports.malloc(32)
  engine.FPDFImageObj_GetImageFilter(picture, count - 1, buffer, 32)
  const name = engine.pdfium.UTF8ToString(buffer)
  engine.pdfium.wasmExports.free(buffer)
  return name
}

function rawBytes(engine: Engine, picture: number): Uint8Array {
  const length = engine.FPDFImageObj_GetImageDataRaw(picture, 0, 0)
  const buffer = engine.pdfium.wasmExports.malloc(length)
  engine.FPDFImageObj_GetImageDataRaw(picture, buffer, length)
  const bytes = engine.pdfium.HEAPU8.slice(buffer, buffer + length)
  engine.pdfium.wasmExports.free(buffer)
  return bytes
}

/** Whether the frame of a JPEG (ITU T.81, B.1.1.3) is one that is built up over the whole. */
function isProgressive(jpeg: Uint8Array): boolean {
  // FF D8, then segments: FF, a mark, two bytes of length; C2, C6, CA and CE are progressive.
  for (let at = 2; at + 4 < jpeg.length && jpeg[at] === 0xff;) {
    const mark = jpeg[at + 1]!
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)
    if (isFrame) return (mark & 3) === 2
    at += 2 + jpeg[at + 2]! * 256 + jpeg[at + 3]!
  }
  return false
}
