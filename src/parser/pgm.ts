import type { GrayImage } from '../core/statements/scan/image/gray-image.ts'
import type { OcrMode } from '../core/statements/scan/ocr.ts'

/** Tesseract's page segmentation modes: one block of lines, and one line. */
export const SEGMENTATION: Record<OcrMode, number> = { page: 6, line: 7 }

/** A portable graymap: the plainest form of an image that every tesseract reads. */
export function toPgm({ width, height, data }: GrayImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])
}
