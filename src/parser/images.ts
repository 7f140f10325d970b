import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { MAX_PAGES } from '../core/statements/pdf/page-limits.ts'
import {
  MAX_IMAGE_PIXELS,
  MAX_WHOLE_BYTES,
  type ImageOpening,
  type ImageReader,
  type StoredJpeg,
} from '../core/statements/scan/image/images.ts'
import type { PageImage, RenderOptions } from '../core/statements/pdf/render.ts'
import type { PageScan } from '../core/statements/scan/read-page.ts'
import { loadSharp } from './load-sharp.ts'

/** The longer side of a photo, whose size on paper nobody knows: that of a letter page. */
const PHOTO_INCHES = 11
/** Files say 72 or 96 when they do not know; a scanner says what it did. */
const LEAST_DENSITY = 120
const LONGEST_INCHES = 17
const SHORTEST_INCHES = 2

/**
 * Decodes images with libvips, which unpacks them row by row at the size that is wanted, so that an
 * image of 100 megapixels fits in memory; progressive and interlaced ones only up to a size.
 */
export function createImageReader(): ImageReader {
  return { open: openImage, stored: readStored }
}

/** The pixels of a stored JPEG take four bytes each for a moment. */
const MAX_STORED_PIXELS = 16_000_000

async function readStored(bytes: Uint8Array): Promise<StoredJpeg | null> {
  const sharp = await loadSharp()
  const head = await readMetadata(sharp(bytes, { limitInputPixels: false }))
  if (head?.format !== 'jpeg' || head.width * head.height > MAX_STORED_PIXELS) return null
  const decoded = await sharp(bytes, { failOn: 'truncated' })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (!decoded) return null
  const { width, height, channels } = decoded.info
  const data = channels === 1 ? decoded.data : luminance(decoded.data, channels)
  return { image: { width, height, data }, isTurned: (head.orientation ?? 1) !== 1 }
}

/** ITU T.871, 7. */
function luminance(pixels: Uint8Array, channels: number): Uint8Array {
  const shades = new Uint8Array(pixels.length / channels)
  for (let at = 0, from = 0; at < shades.length; at += 1, from += channels) {
    const [red, green, blue] = [pixels[from]!, pixels[from + 1]!, pixels[from + 2]!]
    shades[at] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
  }
  return shades
}

async function openImage(bytes: Uint8Array): Promise<ImageOpening> {
  const sharp = await loadSharp()
  const open = (options: SharpOptions): Sharp =>
    sharp(bytes, {
      limitInputPixels: MAX_IMAGE_PIXELS,
      failOn: 'truncated',
      sequentialRead: true,
      ...options,
    })
  const head = await readMetadata(open({ limitInputPixels: false }))
  if (!head) return { file: null, failure: 'corrupt_file' }
  const pageCount = Math.min(head.pages ?? 1, MAX_PAGES)
  if (isTooLarge({ ...head, height: head.pageHeight ?? head.height }))
    return { file: null, failure: 'image_too_large' }
  const page = async (index: number, dpi: number): Promise<PageScan | null> => {
    const image = await drawPage(open, { index, dpi, channels: 1 })
    return image && { image, dpi }
  }
  const draw = (index: number, dpi: number): Promise<PageImage | null> =>
    drawPage(open, { index, dpi, channels: 3 })
  return { file: { pageCount, page, draw }, failure: null }
}

/** Null for what is no image. */
async function readMetadata(image: Sharp): Promise<Metadata | null> {
  return image.metadata().catch(() => null)
}

async function drawPage(
  open: (options: SharpOptions) => Sharp,
  { index, dpi, channels }: RenderOptions & { index: number },
): Promise<PageImage | null> {
  const head = await readMetadata(open({ page: index }))
  if (!head || isTooLarge(head)) return null
  const { width, height } = computeSize(head, dpi)
  const colors = channels === 1 ? 'b-w' : 'srgb'
  const { turn, isMirrored } = ORIENTATIONS[head.orientation ?? 1] ?? ORIENTATIONS[1]!
  const small = await open({ page: index })
    .flatten({ background: '#fff' })
    .resize({ width, height, fit: 'fill' })
    .toColorspace(colors)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null)
  if (!small) return null
  // Turned only once it is small: turning needs the whole image in memory.
  const sharp = await loadSharp()
  const { data, info } = await sharp(small.data, { raw: { width, height, channels } })
    .flop(isMirrored)
    .rotate(turn)
    .toColorspace(colors)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, channels, data }
}

function isTooLarge(head: Metadata): boolean {
  return head.width * head.height > MAX_IMAGE_PIXELS || wholeBytes(head) > MAX_WHOLE_BYTES
}

/** What the decoder has to hold of the whole image at once; 0 where it goes row by row. */
function wholeBytes({ width, height, isProgressive, format, channels, ...head }: Metadata): number {
  if (!isProgressive) return 0
  const pixels = width * height
  // Coefficients of two bytes (progressive JPEG), or the samples themselves (interlaced PNG).
  if (format === 'jpeg') return 2 * pixels * countSamples(channels, head.chromaSubsampling)
  return pixels * channels * (head.depth === 'ushort' ? 2 : 1)
}

/** Samples for each pixel of a JPEG: `4:2:0` keeps every fourth of two of its colors. */
function countSamples(channels: number, subsampling = '4:4:4'): number {
  const [, first, second] = subsampling.split(':').map(Number)
  return channels < 3 ? channels : channels - 2 + (first! + second!) / 4
}

/** EXIF 2.3 orientation: first mirrored left to right, then turned clockwise. */
const ORIENTATIONS: Record<number, { turn: number; isMirrored: boolean }> = {
  1: { turn: 0, isMirrored: false },
  2: { turn: 0, isMirrored: true },
  3: { turn: 180, isMirrored: false },
  4: { turn: 180, isMirrored: true },
  5: { turn: 270, isMirrored: true },
  6: { turn: 90, isMirrored: false },
  7: { turn: 90, isMirrored: true },
  8: { turn: 270, isMirrored: false },
}

function computeSize(
  { width, height, density = 0 }: Metadata,
  dpi: number,
): { width: number; height: number } {
  const longer = Math.max(width, height)
  const inches = longer / density
  const isKnown = density >= LEAST_DENSITY && inches >= SHORTEST_INCHES && inches <= LONGEST_INCHES
  const factor = ((isKnown ? inches : PHOTO_INCHES) * dpi) / longer
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
}
