import type { PageImage } from '../../pdf/render.ts'
import type { ReadingFailure } from '../../statement.ts'
import type { PageScan } from '../read-page.ts'
import type { GrayImage } from './gray-image.ts'

/** Image files with more pixels than this on one page are refused before they are unpacked. */
export const MAX_IMAGE_PIXELS = 100_000_000

/**
 * Files that must be unpacked whole, next to a running engine, are refused when they take more than
 * this: the rest of the sandbox's memory.
 */
export const MAX_WHOLE_BYTES = 200_000_000

/** An image file that can be read; most have one page, a TIFF may have many. */
export interface ImageFile {
  pageCount: number
  /** The page in gray; null when it cannot be unpacked. `index` starts at 0. */
  page(index: number, dpi: number): Promise<PageScan | null>
  /** The page in color, for people; its points are those of `page`. */
  draw(index: number, dpi: number): Promise<PageImage | null>
}

export type ImageOpening =
  | { file: ImageFile; failure: null }
  | { file: null; failure: Extract<ReadingFailure, 'corrupt_file' | 'image_too_large'> }

/** A JPEG as it is stored: neither turned nor resized. */
export interface StoredJpeg {
  /** Luminance (ITU T.871). */
  image: GrayImage
  /** Whether the page is displayed otherwise than it is stored. */
  isTurned: boolean
}

/** Opens PNG, JPEG, TIFF and WEBP files. What cannot be opened is a failure, never a throw. */
export interface ImageReader {
  open(bytes: Uint8Array): Promise<ImageOpening>
  /** A JPEG pixel by pixel; null for what is none, or too large to be held so. */
  stored(bytes: Uint8Array): Promise<StoredJpeg | null>
}
