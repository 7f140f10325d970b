import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { createPdfReader, type PdfReader } from '../src/core/statements/pdf/pdfium.ts'
import type { Truth } from '../fixtures/truth.ts'
import { rotated, type GrayImage } from '../src/core/statements/scan/image/gray-image.ts'

/** What paper, a scanner and a mail program do to a page. */
export interface Wear {
  name: string
  dpi: number
  /** Degrees clockwise. */
  skew: number
  /** Standard deviation of the shades. */
  noise: number
  jpegQuality: number
}

export const WEARS: readonly Wear[] = [
  { name: 'clean', dpi: 200, skew: 0, noise: 0, jpegQuality: 90 },
  { name: 'office', dpi: 200, skew: 1, noise: 12, jpegQuality: 70 },
  { name: 'poor', dpi: 150, skew: -1.3, noise: 20, jpegQuality: 55 },
]

/** A statement of the fixtures as a scanner would give it back. */
export interface Scan {
  name: string
  bytes: Uint8Array
  pages: GrayImage[]
  truth: Truth
}

const FOLDER = fileURLToPath(new URL('../fixtures/statements', import.meta.url))

/** The statements of the fixtures whose path contains the word, worn in the same way every time. */
export async function makeScans(wear: Wear, word = ''): Promise<Scan[]> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const reader = await createPdfReader(wasm)
  const scans: Scan[] = []
  for (const file of globSync(`${FOLDER}/**/statement.pdf`).toSorted()) {
    if (!file.includes(word)) continue
    const pages = scanPages(reader, readFileSync(file), wear)
    const truth = JSON.parse(readFileSync(`${dirname(file)}/truth.json`, 'utf8'))
    const name = `${basename(dirname(dirname(file)))}/${basename(dirname(file))} ${wear.name}`
    scans.push({ name, pages, truth, bytes: await toPdf(pages, wear) })
  }
  return scans
}

/** The pages of a PDF on paper, through the scanner. */
export function scanPages(reader: PdfReader, pdf: Uint8Array, wear: Wear): GrayImage[] {
  const { document } = reader.open(pdf, null)
  const pages = Array.from({ length: document!.pageCount }, (_, index) =>
    worn(document!.render(index, { dpi: wear.dpi, channels: 1 })!, wear),
  )
  document!.close()
  return pages
}

function worn(image: GrayImage, { skew, noise }: Wear): GrayImage {
  const { width, height, data } = skew === 0 ? image : rotated(image, skew)
  const random = generator(width * 31 + height)
  const shades = data.map((shade) => {
    // The sum of four is close to a normal distribution.
    const offset = (random() + random() + random() + random() - 2) * 1.73 * noise
    return Math.max(0, Math.min(255, Math.round(20 + shade * 0.88 + offset)))
  })
  return { width, height, data: shades }
}

/** The same numbers every time, from 0 to 1 (linear congruential, Numerical Recipes). */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}

/** The pages as a scanner sends them: pictures in a PDF. */
export async function toPdf(
  pages: readonly GrayImage[],
  { dpi, jpegQuality }: Wear,
): Promise<Uint8Array> {
  const document = new PDFDocument({ autoFirstPage: false, margin: 0 })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const isDone = new Promise((resolve) => document.on('end', resolve))
  for (const { width, height, data } of pages) {
    const raw = { width, height, channels: 1 as const }
    const jpeg = await sharp(data, { raw }).jpeg({ quality: jpegQuality }).toBuffer()
    const size: [number, number] = [(width * 72) / dpi, (height * 72) / dpi]
    document.addPage({ size, margin: 0 }).image(jpeg, 0, 0, { width: size[0], height: size[1] })
  }
  document.end()
  await isDone
  return Buffer.concat(chunks)
}
