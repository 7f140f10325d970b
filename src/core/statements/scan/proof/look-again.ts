import { cropped, scaled, type GrayImage } from '../image/gray-image.ts'
import type { OcrEngine } from '../ocr.ts'
import type { ScanWord } from '../scan-words.ts'

/** Print is read at these times its size: digits that look alike at one differ at another. */
const FACTORS = [2, 3]
/** Less ink than this is a speck. */
const LEAST_PIXELS = 5
/** White around the word, as a share of its height, that belongs to it. */
const MARGIN = 0.35

interface Look {
  engine: OcrEngine
  dpi: number
  /** All characters without it. */
  alphabet?: string
}

/** The words that an enlarged crop reads, with the confidence of the least certain one. */
export interface CloserReading {
  texts: string[]
  confidence: number
}

/** The texts read from an enlarged crop of the word, with only the characters of `alphabet`. */
export async function lookAgain(image: GrayImage, word: ScanWord, look: Look): Promise<string[]> {
  const readings = await readEnlarged(image, word, look)
  return [...new Set(readings.map(({ texts }) => texts.join('')))].filter((text) => text !== '')
}

/** The readings of a crop of the word, one for each enlargement; none of a speck. */
export async function readEnlarged(
  image: GrayImage,
  word: ScanWord,
  { engine, alphabet, dpi }: Look,
): Promise<CloserReading[]> {
  const { x0, y0, x1, y1 } = word.pixels
  if (x1 - x0 < LEAST_PIXELS || y1 - y0 < LEAST_PIXELS) return []
  const margin = Math.round(MARGIN * (y1 - y0))
  const box = { x0: x0 - margin, y0: y0 - margin, x1: x1 + margin, y1: y1 + margin }
  const part = cropped(image, box)
  const readings: CloserReading[] = []
  for (const factor of FACTORS) {
    const options = { mode: 'line', dpi: dpi * factor, ...(alphabet && { alphabet }) } as const
    const lines = await engine.recognize(scaled(part, factor), options)
    const words = lines.flatMap((line) => line.words)
    readings.push({
      texts: words.map(({ text }) => text),
      confidence: Math.min(100, ...words.map(({ confidence }) => confidence)),
    })
  }
  return readings
}
