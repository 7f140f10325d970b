import type { GrayImage } from './image/gray-image.ts'

/** A word as an OCR engine sees it, in pixels of the image it was given. */
export interface OcrWord {
  text: string
  /** 0 to 100, as the engine says. */
  confidence: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Words the engine holds for one line of print. */
export interface OcrLine {
  words: OcrWord[]
  /** Where the letters stand, at the middle of the line. */
  baseline: number
  /** Height of the font: from the top of its tall letters to the bottom of its hanging ones. */
  fontHeight: number
  /** The part of the font's height that hangs below the baseline. */
  descent: number
}

/** `page`: lines across the whole page; `line`: the image is a single line. */
export type OcrMode = 'page' | 'line'

export interface OcrOptions {
  mode: OcrMode
  dpi: number
  alphabet?: string
}

/** Reads print in images. What it cannot read is no word; a failure of the engine is a throw. */
export interface OcrEngine {
  /** `tesseract 5.3.0` or `tesseract.js-core 7.0.0`, for the record. */
  name: string
  recognize(image: GrayImage, options: OcrOptions): Promise<OcrLine[]>
}

/** Resolution at which pages are read: less loses small print, more only takes time. */
export const OCR_DPI = 200

/** The engine's confidence per letter and digit; 0 with fewer of them than `least`. */
export function computeConfidence(words: readonly OcrWord[], least = 1): number {
  const weights = words.map(({ text }) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const sum = words.reduce((total, { confidence }, at) => total + weights[at]! * confidence, 0)
  return all < least ? 0 : sum / all
}
